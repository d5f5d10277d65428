package converter

import (
	"context"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Report says what a conversion came to. All of it is the same for the same
// sprite and options, whatever the number of jobs.
type Report struct {
	Method        Method
	Seed          uint64
	Width, Height int // of the field, in cells
	Column        int // of the field, in which the sprite's leftmost column stands
	Pixels        int
	Colors        int
	Pieces        int // dropped
	Lines         int // cleared
	StackHeight   int // the highest the stack ever stands, in rows
	Passes        int // emitters
	Searched      int // emitters that were searched, not taken from a table
	Platforms     int
	Nodes         int // states that searches looked at
}

// Convert finds a plan that prints the sprite and proves it by replay.
//
// A sprite that can't be printed is refused before anything is searched, if that
// can be told, with an error that matches [sprites.ErrRefused] and has a method
// Hint: those of [sprites.Limits.Check], [*CountError], [*FullRowError] or
// [*RowError]. Other errors are that of the context and an [*InternalError].
func Convert(ctx context.Context, s *sprites.Sprite, opts *Options) (*plan.Plan, *Report, error) {
	o, err := opts.withDefaults()
	if err != nil {
		return nil, nil, err
	}
	if err := checkClassic(s, &o); err != nil {
		return nil, nil, err
	}
	c := &conversion{Options: o, sprite: s}
	c.report = Report{
		Method: o.Method,
		Seed:   o.Seed,
		Width:  o.Width,
		Height: o.Height,
		Pixels: s.Pixels(),
		Colors: len(s.Colors()),
	}
	p, err := c.classic(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := c.verify(p); err != nil {
		return nil, nil, err
	}
	return p, &c.report, nil
}

// conversion is one call of Convert.
type conversion struct {
	Options // without zeros
	sprite  *sprites.Sprite
	report  Report
}

// verify replays p by the rules alone and compares the field with the sprite.
func (c *conversion) verify(p *plan.Plan) error {
	r, err := p.Verify(c.sprite.Image())
	if err != nil {
		return &InternalError{c.sprite.Name(), err}
	}
	c.report.Column = r.Box().Min.X
	c.report.Pieces = r.Pieces
	c.report.Lines = r.Lines
	c.report.StackHeight = r.StackHeight
	return nil
}

// checkClassic refuses what the methods of 2013 can't print.
func checkClassic(s *sprites.Sprite, o *Options) error {
	if err := sprites.ClassicLimits(o.Width, o.Height).Check(s); err != nil {
		return err
	}
	return checkCells(s, o.Width)
}

// checkCells refuses what no game on a field of this width can end with.
func checkCells(s *sprites.Sprite, width int) error {
	for y := range s.Height() {
		full := s.Width() == width
		for x := range s.Width() {
			full = full && s.Filled(x, y)
		}
		if full {
			return &FullRowError{s.Name(), s.Origin().Y + y, width}
		}
	}
	e := &CountError{s.Name(), s.Pixels(), width}
	if e.Pixels%e.multiple() != 0 {
		return e
	}
	return nil
}

// emitterKinds are the tetrominoes that print, in the order of the colours.
var emitterKinds = [...]tetris.Tetromino{tetris.J, tetris.T, tetris.L}

// classicPalette gives the colours of s, in reading order, to J, T and L.
func classicPalette(s *sprites.Sprite) (p plan.Palette) {
	for i, c := range s.Colors() {
		p[emitterKinds[i]] = c.NRGBA
	}
	return p
}
