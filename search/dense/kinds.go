package dense

import "github.com/tetrisprinter/tetrisprinter/tetris"

// A packed window holds four neighbouring columns of 16 rows each:
//
//	bit 63      48 47      32 31      16 15       0
//	[ column x+3 ][ column x+2 ][ column x+1 ][ column x ]   row 0 in the lowest bit of each lane

// kind is a tetromino in one of its orientations, packed.
type kind struct {
	tetromino   tetris.Tetromino
	orientation tetris.Orientation
	mask        uint64 // its cells, leftmost column and lowest row 0
	low         uint64 // the lowest cell of each column
	anchor      int    // row of the lowest cell of column 0
	height      int
	width       int
	bottom      [4]int // row of the lowest cell of each column
	cells       [4]tetris.Cell
}

const numKinds = 19

var kinds = buildKinds()

func buildKinds() (ks [numKinds]kind) {
	n := 0
	for t := tetris.I; t <= tetris.L; t++ {
		for o := range t.Orientations() {
			ks[n] = newKind(t, o)
			n++
		}
	}
	return ks
}

func newKind(t tetris.Tetromino, o tetris.Orientation) kind {
	s := t.Shape(o)
	k := kind{tetromino: t, orientation: o, anchor: s.Bottom[0], height: s.Height, width: s.Width, bottom: s.Bottom, cells: s.Cells}
	for _, c := range s.Cells {
		k.mask |= 1 << (c.X*windowRows + c.Y)
	}
	for x := range s.Width {
		k.low |= 1 << (x*windowRows + s.Bottom[x])
	}
	return k
}
