package tetris

import (
	"fmt"
	"iter"
)

// roomRows is how many rows the tallest orientation, a standing I, needs at the
// top: a stack that leaves as many free never blocks a piece.
const roomRows = 4

// Landing returns the row in which the lowest cells of d come to rest, whether
// or not that is inside the field. It panics if d puts a cell outside the walls.
func (f *Field) Landing(d Drop) int {
	if !d.Inside(f.width) {
		panic(fmt.Sprintf("tetris: drop %v leaves the %d columns", d, f.width))
	}
	s := d.Shape()
	row := 0
	for i := range s.Width {
		row = max(row, f.profile[d.Column+i]-s.Bottom[i])
	}
	return row
}

// CheckRoom returns nil if the piece of d can appear, turn and shift to its
// column, or an error that wraps [ErrTopOut] and names the first position of its
// [Drop.Route] that is blocked.
func (f *Field) CheckRoom(d Drop) error {
	if f.top <= f.height-roomRows {
		return nil
	}
	for p := range d.Route(f.width, f.height) {
		if !f.Free(p) {
			return fmt.Errorf("%w: %v has no room at %v, row %d", ErrTopOut, d, p.Drop, p.Row)
		}
	}
	return nil
}

// Drop hard-drops the piece d describes, locks it, and clears the rows it fills.
// It returns an error that wraps [ErrTopOut], leaving f unchanged, if the piece
// has no room to spawn, turn or shift, or would lock above the top row. It
// panics if d puts a cell outside the walls. It allocates only to report an error
// or when the stack reaches into the top four rows.
func (f *Field) Drop(d Drop) (Placement, error) {
	row := f.Landing(d)
	if row+d.Shape().Height > f.height {
		return Placement{}, fmt.Errorf("%w: %v would lock above row %d", ErrTopOut, d, f.height-1)
	}
	if err := f.CheckRoom(d); err != nil {
		return Placement{}, err
	}
	p := Placement{Piece: Piece{d, row}}
	f.lock(p.Piece)
	p.Cleared = f.clear(p.Piece)
	return p, nil
}

func (f *Field) lock(p Piece) {
	s := p.Shape()
	for _, c := range s.Cells {
		y := p.Row + c.Y
		f.cells[y*f.width+p.Column+c.X] = p.Tetromino
		f.filled[y]++
	}
	for i := range s.Width {
		f.profile[p.Column+i] = p.Row + s.Top[i]
		f.top = max(f.top, p.Row+s.Top[i])
	}
}

// clear removes the full rows among those of p and returns them as bits from
// p.Row up. Rows elsewhere can't have become full.
func (f *Field) clear(p Piece) (cleared uint8) {
	n := 0
	for i := range p.Shape().Height {
		if f.RowFull(p.Row + i) {
			cleared |= 1 << i
			n++
		}
	}
	if n == 0 {
		return 0
	}
	to := p.Row
	for y := p.Row; y < f.top; y++ {
		if i := y - p.Row; i < 4 && cleared>>i&1 != 0 {
			continue
		}
		copy(f.row(to), f.row(y))
		f.filled[to] = f.filled[y]
		to++
	}
	for y := to; y < f.top; y++ {
		clear(f.row(y))
		f.filled[y] = 0
	}
	f.measure(to)
	return cleared
}

func (f *Field) row(y int) []Tetromino { return f.cells[y*f.width : (y+1)*f.width] }

// Step is one drop of a replay.
type Step struct {
	Index int // 0 for the first drop
	Placement
}

// Replay drops the pieces into f, one after another, and yields each step after
// its line clear: f is then as the step left it. The first error of [Field.Drop]
// is yielded with the step that failed (its Placement holds only the drop) and
// ends the replay; a drop outside the walls is such an error, not a panic.
func Replay(f *Field, drops iter.Seq[Drop]) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		i := 0
		for d := range drops {
			if !d.Inside(f.width) {
				yield(Step{i, Placement{Piece: Piece{Drop: d}}}, fmt.Errorf("drop %d: %v is outside the %d columns of the field", i, d, f.width))
				return
			}
			p, err := f.Drop(d)
			if err != nil {
				yield(Step{i, Placement{Piece: Piece{Drop: d}}}, fmt.Errorf("drop %d: %w", i, err))
				return
			}
			if !yield(Step{i, p}, nil) {
				return
			}
			i++
		}
	}
}
