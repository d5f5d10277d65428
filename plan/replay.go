package plan

import (
	"fmt"
	"image"
	"image/color"
	"iter"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Step is one drop of a replay.
type Step struct {
	tetris.Step
	Block int // index in Plan.Blocks
}

// ReplayError is a drop of a plan that the rules don't allow. It wraps the
// error of the replay.
type ReplayError struct {
	Block int // index in Plan.Blocks
	Err   error
}

func (e *ReplayError) Error() string { return fmt.Sprintf("block %d: %v", e.Block+1, e.Err) }

// Unwrap returns e.Err.
func (e *ReplayError) Unwrap() error { return e.Err }

// Replay plays p on f by the rules alone, yielding each step after its line
// clear: f is then as the step left it. The first drop that can't be played is
// yielded with a [*ReplayError] and ends the replay.
func (p *Plan) Replay(f *tetris.Field) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		block := 0
		drops := func(yield func(tetris.Drop) bool) {
			for i, d := range p.Drops() {
				block = i
				if !yield(d) {
					return
				}
			}
		}
		for s, err := range tetris.Replay(f, drops) {
			if err != nil {
				err = &ReplayError{block, err}
			}
			if !yield(Step{s, block}, err) {
				return
			}
		}
	}
}

// Result is what a replay leaves.
type Result struct {
	Field       *tetris.Field
	Pieces      int // dropped
	Lines       int // cleared
	StackHeight int // the highest the stack ever stood after a lock, before its line clear

	owners [][]int // block that filled each cell, row by row
}

// Run replays p on an empty field. Its error is that of [tetris.NewField] or a
// [*ReplayError].
func (p *Plan) Run() (*Result, error) {
	f, err := tetris.NewField(p.Width, p.Height)
	if err != nil {
		return nil, err
	}
	r := &Result{Field: f}
	for s, err := range p.Replay(f) {
		if err != nil {
			return nil, err
		}
		r.Pieces++
		r.Lines += s.Lines()
		r.StackHeight = max(r.StackHeight, s.Row+s.Shape().Height)
		r.own(s)
	}
	return r, nil
}

// own keeps r.owners in step with the field.
func (r *Result) own(s Step) {
	for _, c := range s.Cells() {
		for len(r.owners) <= c.Y {
			r.owners = append(r.owners, make([]int, r.Field.Width()))
		}
		r.owners[c.Y][c.X] = s.Block
	}
	removed := 0
	for y := range s.ClearedRows() {
		r.owners = append(r.owners[:y-removed], r.owners[y-removed+1:]...)
		removed++
	}
}

// Box returns the columns and rows of r.Field that hold the stack, the lowest
// row being 0: Min is inclusive, Max exclusive. It is empty for an empty field.
func (r *Result) Box() image.Rectangle {
	left, right := r.Field.Width(), 0
	for x := range r.Field.Width() {
		if r.Field.ColumnHeight(x) > 0 {
			left, right = min(left, x), max(right, x+1)
		}
	}
	if right == 0 {
		return image.Rectangle{}
	}
	return image.Rect(left, 0, right, r.Field.StackHeight())
}

// DiffError is a cell of the final field that is not as the sprite wants it.
type DiffError struct {
	Column, Row int         // of the field
	Block       int         // index of the block that filled the cell, -1 if it is empty
	Got, Want   color.NRGBA // alpha 0: empty, or a tetromino without a colour
}

func (e *DiffError) Error() string {
	by := ""
	if e.Block >= 0 {
		by = fmt.Sprintf(", filled by block %d", e.Block+1)
	}
	return fmt.Sprintf("column %d, row %d is %s, the sprite has %s there%s", e.Column, e.Row, describe(e.Got, e.Block >= 0), describe(e.Want, false), by)
}

func describe(c color.NRGBA, filled bool) string {
	switch {
	case c.A != 0:
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	case filled:
		return "a tetromino without a colour"
	default:
		return "empty"
	}
}

// Verify replays p and compares the final field with the goal, cell by cell:
// pixels of alpha 255 are cells of exactly that colour, those of alpha 0 are
// empty cells. Both are cropped to their filled cells first, so the sprite may
// stand in any columns. It returns a [*ReplayError] or, for the first difference
// from below, a [*DiffError]; the result is nil only for the former.
func (p *Plan) Verify(goal image.Image) (*Result, error) {
	r, err := p.Run()
	if err != nil {
		return nil, err
	}
	want := cropped(goal)
	box := r.Box()
	for y := range max(box.Dy(), want.Dy()) {
		for x := range max(box.Max.X, box.Min.X+want.Dx()) {
			w := pixel(goal, want, x-box.Min.X, y)
			if err := p.compare(r, x, y, w); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

func (p *Plan) compare(r *Result, x, y int, want color.NRGBA) error {
	diff := DiffError{Column: x, Row: y, Block: -1, Want: want}
	if x < r.Field.Width() && y < r.Field.StackHeight() {
		if t := r.Field.At(x, y); t != tetris.None {
			diff.Got, diff.Block = p.Palette[t], r.owners[y][x]
		}
	}
	if diff.Got == want && (diff.Block >= 0) == (want.A != 0) {
		return nil
	}
	return &diff
}

// cropped returns the box of the pixels of m that are not empty.
func cropped(m image.Image) image.Rectangle {
	var box image.Rectangle
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if _, _, _, a := m.At(x, y).RGBA(); a != 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// pixel returns the colour at column x and row y, counted from the lower left
// corner of box; outside of it everything is empty.
func pixel(m image.Image, box image.Rectangle, x, y int) color.NRGBA {
	at := image.Pt(box.Min.X+x, box.Max.Y-1-y)
	if !at.In(box) {
		return color.NRGBA{}
	}
	c := color.NRGBAModel.Convert(m.At(at.X, at.Y)).(color.NRGBA)
	if c.A == 0 {
		return color.NRGBA{}
	}
	return c
}
