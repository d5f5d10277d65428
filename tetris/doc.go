// Package tetris holds the rules: the seven tetrominoes, a field of any size,
// straight hard drops, line clears, and the replay of a sequence of drops.
//
// A drop names a tetromino, an orientation and its leftmost column. The piece
// appears in its spawn orientation at the top centre, turns in place, moves
// sideways, and only then falls straight down until it touches. It locks there;
// full rows clear and every row above moves down by the number of cleared rows
// below it. Nothing else moves: cells may hang in the air.
//
// Columns count from 0 at the left wall, rows from 0 at the floor. The package
// knows no colours, files, clocks or randomness, and it never allocates after
// [NewField].
package tetris
