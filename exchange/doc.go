// Package exchange writes plans in the formats of other programs and reads
// theirs: fumen diagrams, art files of the game seigot/tetris, key presses for
// the rules of several games, tables, and sheets for a person's hands.
//
// Writers replay the plan first and refuse, by a [*RefusedError], what the other
// program can't do; they never approximate it. Readers return what the other
// program plays as drops, with an [Oddity] for everything that drops can't say.
package exchange
