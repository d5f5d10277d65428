package exchange

// A fumen is a string "v115@" and digits of base 64, least significant first,
// with a '?' after 42 and then after every 47 digits. It is a list of pages:
//
//	field     how the field differs from what the last page left: pairs of
//	          digits (change+8)*240 + run-1 over 24 rows from the top, the last
//	          one being garbage under the floor. If nothing changes, one more
//	          digit says for how many further pages that holds; those have no
//	          field.
//	action    three digits, see below
//	comment   if the action has one: two digits for its length as escaped by
//	          JavaScript, then five digits for every four characters
//
// An action is, from the least significant: piece (8), rotation (4), place (240),
// then one bit each: raise the garbage, mirror, colours by the guideline,
// comment, piece not locked. A place counts cells from the upper left corner. It
// is that of the centre the piece turns round, except where fumenShift says
// otherwise. Whoever reads a fumen locks the piece and clears full rows himself.

import "github.com/tetrisprinter/tetrisprinter/tetris"

const (
	fumenWidth    = 10
	fumenHeight   = 23 // rows that pieces can lock in
	fumenCells    = fumenWidth * (fumenHeight + 1)
	fumenHead     = "v115@"
	fumenFirst    = 42 // digits before the first '?'
	fumenChunk    = 47 // digits before the others
	fumenSame     = 8  // the change of a cell that stays as it is
	fumenRepeat   = 63 // most further pages that a field holds for
	fumenComment  = 4095
	fumenLetters  = 96 // base of the characters of a comment, which are ' ' to '~'
	fumenDigits   = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	fumenUnlocked = 1 << 4 // the bits of an action
	fumenHasText  = 1 << 3
	fumenColors   = 1 << 2
	fumenMirror   = 1 << 1
	fumenRaise    = 1 << 0
)

// fumenPieces are the tetrominoes by fumen's number. Cells have the same
// numbers, and fumenGray.
var fumenPieces = [8]tetris.Tetromino{
	tetris.None, tetris.I, tetris.L, tetris.O, tetris.Z, tetris.T, tetris.J, tetris.S,
}

const fumenGray = 8

// fumenRotations are the orientations by fumen's number.
var fumenRotations = [4]tetris.Orientation{tetris.Reverse, tetris.Right, tetris.Spawn, tetris.Left}

// fumenCenters holds where the centre lies in each shape, counted from its
// lower left corner.
var fumenCenters = buildFumenCenters()

func buildFumenCenters() (centers [tetris.Tetrominoes + 1][4]tetris.Cell) {
	for t := tetris.I; t <= tetris.L; t++ {
		center := tetris.Cell{X: 1, Y: 0}
		if t == tetris.O {
			center = tetris.Cell{}
		}
		for o := tetris.Spawn; o <= tetris.Left; o++ {
			centers[t][o] = center
			// Clockwise: the left edge of the shape becomes its upper one.
			center = tetris.Cell{X: center.Y, Y: t.Shape(o).Width - 1 - center.X}
		}
	}
	return centers
}

// fumenShift returns how far the place that a fumen names is from the centre.
func fumenShift(t tetris.Tetromino, o tetris.Orientation) tetris.Cell {
	switch {
	case t == tetris.O && o == tetris.Left:
		return tetris.Cell{X: -1, Y: 1}
	case (t == tetris.O || t == tetris.I) && o == tetris.Reverse, t == tetris.Z && o == tetris.Left:
		return tetris.Cell{X: -1}
	case (t == tetris.O || t == tetris.S || t == tetris.Z) && o == tetris.Spawn, t == tetris.I && o == tetris.Left:
		return tetris.Cell{Y: 1}
	case t == tetris.S && o == tetris.Right:
		return tetris.Cell{X: 1}
	}
	return tetris.Cell{}
}

// fumenPlace returns the place of the piece p.
func fumenPlace(p tetris.Piece) int {
	c, s := fumenCenters[p.Tetromino][p.Orientation], fumenShift(p.Tetromino, p.Orientation)
	x, y := p.Column+c.X+s.X, p.Row+c.Y+s.Y
	return (fumenHeight-1-y)*fumenWidth + x
}

// fumenPiece is the inverse of [fumenPlace].
func fumenPiece(t tetris.Tetromino, o tetris.Orientation, place int) tetris.Piece {
	c, s := fumenCenters[t][o], fumenShift(t, o)
	return tetris.Piece{
		Drop: tetris.Drop{Tetromino: t, Orientation: o, Column: place%fumenWidth - s.X - c.X},
		Row:  fumenHeight - 1 - place/fumenWidth - s.Y - c.Y,
	}
}
