package patterns

import (
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Kind says what a pattern is for.
type Kind uint8

// The kinds of patterns.
const (
	Emitter  Kind = iota // leaves squares in the row below
	Platform             // carries a row over holes
)

// columns returns how many columns a position of the kind stands for: a triple or
// a square.
func (k Kind) columns() int {
	if k == Platform {
		return 1
	}
	return 3
}

// Pattern is the drops of one emitter or platform. Row 0 is the row of the
// squares: those an emitter leaves, or the one a platform stands on. Rows 1 to
// Rows lie above it.
type Pattern struct {
	Kind  Kind
	Width int // columns of the field

	// At is, for an emitter, the leftmost column of each triple in ascending
	// order; for a platform, the column of the square it stands on.
	At []int

	Rows int // rows that the pieces fill

	// Pieces are in drop order. Their rows are those they have if no row
	// clears. The first are, for an emitter, T pieces with their flat side up at
	// the positions At; for a platform, a T with its flat side on the square.
	Pieces []tetris.Piece

	// Last is the piece that removes a platform; the zero Piece for an emitter.
	Last tetris.Piece

	// Unproved says that nobody has proved that fewer rows don't do.
	Unproved bool
}

// Squares returns the number of squares an emitter leaves, 0 for a platform.
func (p *Pattern) Squares() int {
	if p.Kind == Platform {
		return 0
	}
	return len(p.At)
}

// Triple returns the leftmost column of the triple of a J, T or L that emits its
// square in the given column. It panics for other tetrominoes.
func Triple(t tetris.Tetromino, column int) int {
	switch t {
	case tetris.J:
		return column - 2
	case tetris.T:
		return column - 1
	case tetris.L:
		return column
	}
	panic(fmt.Sprintf("patterns: no triple of %v", t))
}

// Upright returns the piece that an emitter's triple and square make up: t with
// its flat side up, the square in row 0.
func Upright(t tetris.Tetromino, triple int) tetris.Piece {
	return tetris.Piece{Drop: tetris.Drop{Tetromino: t, Orientation: tetris.Reverse, Column: triple}}
}

// NewPlatform returns a platform of which only the first and the last piece are
// there: a flat T, its middle in the column center, on the square in the given
// column, and the J that fills the hole at the left wall or the L at the right
// one.
func NewPlatform(width, square, center, rows int, atLeft bool) *Pattern {
	t := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.T, Column: center - 1}, Row: 1}
	return &Pattern{
		Kind:   Platform,
		Width:  width,
		At:     []int{square},
		Rows:   rows,
		Pieces: []tetris.Piece{t},
		Last:   hole(width, rows, atLeft),
	}
}

// hole returns the last piece of a platform.
func hole(width, rows int, atLeft bool) tetris.Piece {
	p := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.J, Orientation: tetris.Right}, Row: rows - keptRows + 1}
	if !atLeft {
		p.Drop = tetris.Drop{Tetromino: tetris.L, Orientation: tetris.Left, Column: width - 2}
	}
	return p
}

// Emit returns the pieces of an emitter with a J, T or L in the place of each T
// of the first len(p.At). It panics if kinds has another length, names another
// tetromino, or p is a platform.
func (p *Pattern) Emit(kinds []tetris.Tetromino) []tetris.Piece {
	if p.Kind != Emitter || len(kinds) != len(p.At) {
		panic(fmt.Sprintf("patterns: %d kinds for %v", len(kinds), p))
	}
	pieces := slices.Clone(p.Pieces)
	for i, t := range kinds {
		Triple(t, 0) // panics unless t is J, T or L
		pieces[i] = Upright(t, p.At[i])
	}
	return pieces
}

// String names p without its drops, such as "emitter [3 7], 6 rows".
func (p *Pattern) String() string {
	kind := "emitter"
	if p.Kind == Platform {
		kind = "platform"
	}
	return fmt.Sprintf("%s %v, %d rows", kind, p.At, p.Rows)
}

// Mirror returns p seen in a mirror: S for Z, J for L, the left wall at the
// right. It shares nothing with p.
func (p *Pattern) Mirror() *Pattern {
	m := *p
	m.At = (&Table{Kind: p.Kind, Width: p.Width}).Mirror(p.At)
	m.Pieces = make([]tetris.Piece, len(p.Pieces))
	n := len(p.At) // the pieces at these positions are in their order
	for i, piece := range p.Pieces[:n] {
		m.Pieces[n-1-i] = mirrorPiece(piece, p.Width)
	}
	for i, piece := range p.Pieces[n:] {
		m.Pieces[n+i] = mirrorPiece(piece, p.Width)
	}
	if p.Kind == Platform {
		m.Last = mirrorPiece(p.Last, p.Width)
	}
	return &m
}

func mirrorPiece(p tetris.Piece, width int) tetris.Piece {
	cells := p.Cells()
	low := width
	for i := range cells {
		cells[i].X = width - 1 - cells[i].X
		low = min(low, cells[i].X)
	}
	t, o, _ := tetris.Identify(cells)
	return tetris.Piece{Drop: tetris.Drop{Tetromino: t, Orientation: o, Column: low}, Row: p.Row}
}

// Rows returns the least number of rows that the cells of an emitter of the
// given number of squares can fill, and the step to the next larger one. It
// returns false if no number of rows gives a multiple of 4 cells, or if the
// triples don't fit side by side.
func Rows(width, squares int) (least, step int, ok bool) {
	if squares < 1 || 3*squares > width {
		return 0, 0, false
	}
	return FullRows(width, squares)
}

// PlatformRows returns the same for platforms, which keep at least three rows.
func PlatformRows(width int) (least, step int, ok bool) {
	least, step, ok = FullRows(width, 0)
	for least < keptRows {
		least += step
	}
	return least, step, ok
}

// keptRows is how many rows of a platform stay until its last piece: as many as
// the J or L that fills the hole is high.
const keptRows = 3

// Multiple returns the greatest number, 1, 2 or 4, that divides the number of
// squares of every emitter on a field of that width, and of the pixels with which
// any game on it can end: the greatest common divisor of 4 and the width.
func Multiple(width int) int {
	switch {
	case width%4 == 0:
		return 4
	case width%2 == 0:
		return 2
	}
	return 1
}

// FullRows returns the least number of rows, at least 1, for which 4 divides
// width*rows+extra, and the step to the next larger one: 4 on odd widths, 1 or 2
// on even ones. It returns false if there is no such number.
func FullRows(width, extra int) (least, step int, ok bool) {
	step = 4 / Multiple(width)
	for least = 1; least <= step; least++ {
		if (width*least+extra)%4 == 0 {
			return least, step, true
		}
	}
	return 0, 0, false
}

// RouteRows returns how many free rows at the top of a field the piece of d needs
// to appear and to turn, 1 to 4.
func RouteRows(d tetris.Drop) int {
	rows := 0
	d.Column = (tetris.MaxWidth - d.Shape().Width) / 2 // no need to shift
	for p := range d.Route(tetris.MaxWidth, tetris.MaxHeight) {
		rows = max(rows, p.Shape().Height)
	}
	return rows
}

// Room returns how many rows of the field above row 0 the drops of p need:
// for the stack, and above it for the next piece to appear, to turn and to shift
// over all of it. It panics if p can't be dropped; see [Pattern.Check].
func (p *Pattern) Room() int {
	f, err := p.start()
	if err != nil {
		panic("patterns: " + err.Error())
	}
	room := 0
	for _, piece := range p.Pieces {
		stack := max(f.StackHeight(), 1)
		placed, err := f.Drop(piece.Drop)
		if err != nil {
			panic("patterns: " + err.Error())
		}
		room = max(room, stack-1+RouteRows(piece.Drop), placed.Row+piece.Shape().Height-1)
	}
	return room
}
