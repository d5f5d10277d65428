package converter

import (
	"context"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
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
	Nodes         int  // states that searches looked at
	Rounds        int  // whole rounds of the dense method
	Cut           bool // the context ended before the rounds of the effort were done
}

// Convert finds a plan that prints the sprite and proves it by replay.
//
// A sprite that can't be printed is refused before anything is searched, if that
// can be told, with an error that matches [sprites.ErrRefused] and has a method
// Hint: those of [sprites.Limits.Check], [*CountError], [*FullRowError],
// [*RowError], [*MapError] or [*PrintError]; the last only matches it if the
// refusal is proved. Other errors are that of the context and an [*InternalError].
// If the context ends while the dense method has a plan, that plan is returned
// without an error, and the report says that it was cut.
func Convert(ctx context.Context, s *sprites.Sprite, opts *Options) (*plan.Plan, *Report, error) {
	o, err := opts.withDefaults()
	if err != nil {
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
	p, err := c.find(ctx)
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

// find looks for a plan by the method wanted.
func (c *conversion) find(ctx context.Context) (*plan.Plan, error) {
	switch c.Method {
	case Dense:
		if err := denseLimits(c.Width, c.Height).Check(c.sprite); err != nil {
			return nil, err
		}
		if err := checkCells(c.sprite, c.Width); err != nil {
			return nil, err
		}
		return c.dense(ctx)
	case RealTime, Table:
		if err := c.checkClassic(); err != nil {
			return nil, err
		}
		return c.classic(ctx)
	}
	panic("converter: method " + c.Method)
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
