package tetris

import (
	"fmt"
	"iter"
)

// Drop is an order: hard-drop Tetromino in Orientation with its leftmost cells
// in Column.
type Drop struct {
	Tetromino   Tetromino
	Orientation Orientation
	Column      int
}

// Shape returns the shape of the dropped piece.
func (d Drop) Shape() *Shape { return d.Tetromino.Shape(d.Orientation) }

// Inside reports whether all cells of d lie within the walls of a field of the
// given width, and d names one of the seven tetrominoes.
func (d Drop) Inside(width int) bool {
	return d.Tetromino >= I && d.Tetromino <= L && d.Column >= 0 && d.Column <= width-d.Shape().Width
}

// String returns d as letter, orientation and column, such as "T2@7".
func (d Drop) String() string {
	return fmt.Sprintf("%v%v@%d", d.Tetromino, d.Orientation, d.Column)
}

// Piece is a tetromino in play: Row is that of its lowest cells.
type Piece struct {
	Drop
	Row int
}

// Cells returns the four cells of p, by row, then by column.
func (p Piece) Cells() [4]Cell {
	cells := p.Shape().Cells
	for i := range cells {
		cells[i].X += p.Column
		cells[i].Y += p.Row
	}
	return cells
}

// Placement is where a piece came to rest, and the rows it filled.
type Placement struct {
	Piece
	// Cleared has bit i set if row Row+i was full after the lock and cleared.
	Cleared uint8
}

// Lines returns the number of rows that cleared, 0 to 4.
func (p Placement) Lines() int {
	n := 0
	for range p.ClearedRows() {
		n++
	}
	return n
}

// ClearedRows yields the rows that cleared, from below, as they were numbered
// before the clear.
func (p Placement) ClearedRows() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range 4 {
			if p.Cleared>>i&1 != 0 && !yield(p.Row+i) {
				return
			}
		}
	}
}

// Route yields the positions of the piece of d on its way in a field of the
// given size until it stands, turned, above its column: first the spawn
// position at the top centre, then one position a quarter turn (the shorter way
// round; a half turn is two clockwise ones), then one a column shifted.
//
// The top cells are in the top row of the field all the way, and a piece w
// columns wide is centred at column (width-w)/2, rounded down.
func (d Drop) Route(width, height int) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for _, o := range turns(d.Orientation) {
			if !yield(atTop(Drop{d.Tetromino, o, 0}, width, height)) {
				return
			}
		}
		p := atTop(d, width, height)
		for p.Column != d.Column {
			if p.Column < d.Column {
				p.Column++
			} else {
				p.Column--
			}
			if !yield(p) {
				return
			}
		}
	}
}

// turns lists the orientations from spawn to o.
func turns(o Orientation) []Orientation {
	switch o {
	case Right:
		return []Orientation{Spawn, Right}
	case Reverse:
		return []Orientation{Spawn, Right, Reverse}
	case Left:
		return []Orientation{Spawn, Left}
	default:
		return []Orientation{Spawn}
	}
}

func atTop(d Drop, width, height int) Piece {
	s := d.Shape()
	d.Column = (width - s.Width) / 2
	return Piece{d, height - s.Height}
}
