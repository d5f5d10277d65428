// Package tetrisprinter is the root of a module that prints pictures by playing
// Tetris. It holds no code. The command is in cmd/tetrisprinter; a program of
// your own imports, from the rules up:
//
//   - tetris: tetrominoes, field, drop, line clear, replay
//   - plan: the drops that print a sprite, their text form, verification
//   - sprites: pictures in, and the built-in ones
//   - sprites/prepare: sprites of pictures that aren't: cut, scaled, recoloured
//   - patterns: the proved emitters and platforms
//   - search: the searchers that find them
//   - search/dense: the search for few pieces
//   - converter: sprite to plan
//   - preview: what a plan prints, as text and beside the original
//   - printer: plan to picture and video
//
// The example shows the way from a sprite to a video.
package tetrisprinter
