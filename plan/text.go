package plan

// The text form is the instruction file of the 2013 program. A header line
// gives the colours of J, T and L, then optionally of I, S, Z and O, as six
// hexadecimal digits, or "-" for a tetromino without one; trailing "-" are left
// out. Blocks follow, separated by blank lines: lines as wide as the field,
// '.' for an empty cell, letters from 'A' on in drop order, four cells each.
// Lines that begin with '#' are comments; "# field 10x22" before the header
// names the field, which is 21x42 otherwise.

import (
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// headerOrder is the order of the colours in the header.
var headerOrder = [tetris.Tetrominoes]tetris.Tetromino{
	tetris.J, tetris.T, tetris.L, tetris.I, tetris.S, tetris.Z, tetris.O,
}

// The letters of a block: all printable ASCII from 'A' on.
const (
	firstLetter = 'A'
	lastLetter  = '~'
	maxLetters  = lastLetter - firstLetter + 1
)

const fieldComment = "field "
