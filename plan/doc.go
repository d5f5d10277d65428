// Package plan holds plans: the drops that print a sprite, grouped in blocks
// that a person can follow, and the palette that says which colour each
// tetromino has. It reads and writes their text form and proves them by replay.
package plan
