package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// feasibility is what convert --explain says of a sprite and a field.
type feasibility struct {
	Sprite      string        `json:"sprite"`
	FieldWidth  int           `json:"field_width"` // cells
	FieldHeight int           `json:"field_height"`
	Method      string        `json:"method"`
	Printable   bool          `json:"printable"`
	Undecided   bool          `json:"undecided,omitempty"` // not printable because a search gave up, which proves nothing
	Changes     []string      `json:"changes,omitempty"`   // made for the number of pixels
	Conditions  []requirement `json:"conditions"`
}

// requirement is one of those that have to hold.
type requirement struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Found  string `json:"found"`            // what there is, and how much may be
	Remedy string `json:"remedy,omitempty"` // what makes it hold, if it doesn't
}

// feasible finds out whether the sprite can be printed: by conditions that can
// be told beforehand and, if these hold, by converting it, for the room that the
// structures need above a sprite is known only then.
func (c *conversion) feasible(ctx context.Context, p *prepared, show func(done, total int)) (*feasibility, error) {
	if c.picture.fixParity {
		_ = c.ready(p) // what it refuses, the conditions say
	}
	l := c.limits(p.field)
	f := &feasibility{
		Sprite: p.Sprite.Name(), FieldWidth: p.field.width, FieldHeight: p.field.height, Method: c.method.String(),
		Changes: p.changed(),
		Conditions: []requirement{
			c.widthCondition(p.Sprite, l), c.heightCondition(p.Sprite, l), colorsCondition(p.Sprite, l),
			blankRowCondition(p.Sprite), c.fullRowCondition(p.Sprite, l), c.countCondition(p, l),
		},
	}
	f.Printable = true
	for i, one := range f.Conditions {
		if one.OK {
			f.Conditions[i].Remedy = ""
		}
		f.Printable = f.Printable && one.OK
	}
	if !f.Printable {
		f.Conditions = append(f.Conditions, requirement{Name: "structures", OK: false, Found: "not tried", Remedy: "first the others"})
		return f, nil
	}
	found, undecided, err := c.structuresCondition(ctx, p, show)
	f.Printable, f.Undecided = found.OK, undecided
	f.FieldWidth, f.FieldHeight = p.field.width, p.field.height // it may have grown
	f.Conditions = append(f.Conditions, found)
	return f, err
}

func (c *conversion) widthCondition(s *sprites.Sprite, l sprites.Limits) requirement {
	return requirement{
		Name: "width", OK: s.Width() <= l.MaxWidth,
		Found:  fmt.Sprintf("%s, at most %d", count(s.Width(), "column"), l.MaxWidth),
		Remedy: c.larger(s),
	}
}

func (c *conversion) heightCondition(s *sprites.Sprite, l sprites.Limits) requirement {
	return requirement{
		Name: "height", OK: s.Height() <= l.MaxHeight,
		Found:  fmt.Sprintf("%s, at most %d", count(s.Height(), "row"), l.MaxHeight),
		Remedy: c.larger(s),
	}
}

// larger names the flag for the field that has enough columns and rows, and the one that
// does without.
func (c *conversion) larger(s *sprites.Sprite) string {
	f := c.smallestField(s)
	if l := c.limits(f); c.target != "" || s.Width() > l.MaxWidth || s.Height() > l.MaxHeight {
		return "--fit"
	}
	return "--field " + f.String() + ", or --fit"
}

func colorsCondition(s *sprites.Sprite, l sprites.Limits) requirement {
	colors := s.Colors()
	tooMany := &sprites.ColorsError{Format: s.Format(), Colors: colors, Limit: l.MaxColors, Fit: l.FitColors}
	return requirement{
		Name: "colours", OK: len(colors) <= l.MaxColors,
		Found:  fmt.Sprintf("%d, at most %d", len(colors), l.MaxColors),
		Remedy: tooMany.Hint(),
	}
}

func blankRowCondition(s *sprites.Sprite) requirement {
	// The rest of the limits is checked elsewhere.
	err := sprites.Limits{MaxWidth: math.MaxInt, MaxHeight: math.MaxInt, MaxColors: math.MaxInt}.Check(s)
	one := requirement{Name: "blank rows", OK: err == nil, Found: "none", Remedy: hintOf(err)}
	if blank, ok := errors.AsType[*sprites.BlankRowError](err); ok {
		one.Found = fmt.Sprintf("row %d from the top", blank.Row)
	}
	return one
}

func (c *conversion) fullRowCondition(s *sprites.Sprite, l sprites.Limits) requirement {
	one := requirement{Name: "full rows", OK: true, Found: "none", Remedy: fmt.Sprintf("it would clear: --field %dx%d or --fit", l.FieldWidth+1, l.FieldHeight)}
	if c.target != "" || l.FieldWidth == tetris.MaxWidth {
		one.Remedy = "it would clear: --fit"
	}
	for y := 0; y < s.Height() && s.Width() == l.FieldWidth && one.OK; y++ {
		filled := 0
		for x := range s.Width() {
			if s.Filled(x, y) {
				filled++
			}
		}
		if filled == l.FieldWidth {
			one.OK, one.Found = false, fmt.Sprintf("row %d from the top", s.Source(0, y).Y)
		}
	}
	return one
}

// countCondition says whether the pixels, and the cells of cleared rows, can be
// whole tetrominoes. What --fix-parity would change is named.
func (c *conversion) countCondition(p *prepared, l sprites.Limits) requirement {
	divisor := prepare.Divisor(l.FieldWidth)
	one := requirement{Name: "pixels", OK: p.Sprite.Pixels()%divisor == 0, Found: fmt.Sprint(p.Sprite.Pixels())}
	if divisor > 1 {
		one.Found = fmt.Sprintf("%d, only multiples of %d", p.Sprite.Pixels(), divisor)
	}
	if one.OK {
		return one
	}
	one.Remedy = fmt.Sprintf("a field of odd width, such as --field %dx%d", converter.OddWidth(l.FieldWidth), l.FieldHeight)
	if _, changes, err := prepare.FixParity(p.Sprite, l); err == nil {
		one.Remedy += ", or --fix-parity:"
		for i, change := range changes {
			one.Remedy += fmt.Sprintf("%s %v", ","[:min(i, 1)], change)
		}
	}
	return one
}

// structuresCondition converts the sprite, and says whether the search gave up. An error
// that is no refusal and no search that gave up is returned.
func (c *conversion) structuresCondition(ctx context.Context, p *prepared, show func(done, total int)) (one requirement, undecided bool, err error) {
	one.Name = "structures"
	_, found, err := c.convertOn(ctx, p, show)
	switch {
	case err == nil:
		one.OK = true
		one.Found = fmt.Sprintf("the stack rises to row %d of %d, %s", found.StackHeight, found.Height, count(found.Pieces, "piece"))
		return one, false, nil
	case hintOf(err) == "" || ctx.Err() != nil:
		return one, false, err
	}
	one.Found, one.Remedy = firstLine(err), hintOf(err)
	return one, statusOf(err) != statusRefused, nil
}

// write writes the verdict and a table of the conditions.
func (f *feasibility) write(w io.Writer) error {
	verdict := "can't be printed"
	switch {
	case f.Printable:
		verdict = "can be printed"
	case f.Undecided:
		verdict = "may be printable, but no plan was found"
	}
	fmt.Fprintf(w, "%s on a field of %dx%d by the method %s: %s\n", f.Sprite, f.FieldWidth, f.FieldHeight, f.Method, verdict)
	for _, change := range f.Changes {
		fmt.Fprintf(w, "  changed: %s\n", change)
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, one := range f.Conditions {
		if one.OK {
			fmt.Fprintf(table, "  %s\tyes\t%s\n", one.Name, one.Found)
		} else {
			fmt.Fprintf(table, "  %s\tno\t%s; %s\n", one.Name, one.Found, one.Remedy)
		}
	}
	return table.Flush()
}

// explain says of each sprite whether it can be printed. If one can't, it ends
// as a refusal does.
func (o *convertOptions) explain(ctx context.Context, picture *sprites.Picture) error {
	list, err := await(ctx, func() ([]*prepared, error) { return o.conversion.unchecked(picture) })
	if err != nil {
		return err
	}
	var all []*feasibility
	for _, p := range list {
		f, err := o.feasibleOne(ctx, p)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	return o.deliver(ctx, all)
}

func (o *convertOptions) feasibleOne(ctx context.Context, p *prepared) (*feasibility, error) {
	bar := o.bar(o.words.quiet, "converting", o.conversion.unit())
	defer bar.Done()
	return o.conversion.feasible(ctx, p, bar.Show)
}

// deliver writes what was found out, which is the product, to stdout.
func (o *convertOptions) deliver(ctx context.Context, all []*feasibility) error {
	if err := o.writeAll(o.stdout(ctx), all); err != nil {
		return err
	}
	for _, f := range all {
		if err := f.refusal(); err != nil {
			return err
		}
	}
	return nil
}

func (o *convertOptions) writeAll(w io.Writer, all []*feasibility) error {
	switch {
	case o.words.json && len(all) == 1:
		return writeJSON(w, all[0])
	case o.words.json:
		return writeJSON(w, all)
	}
	for _, f := range all {
		if err := f.write(w); err != nil {
			return err
		}
	}
	return nil
}

// refusal returns nil if the sprite can be printed.
func (f *feasibility) refusal() error {
	if f.Printable {
		return nil
	}
	for _, one := range f.Conditions {
		if !one.OK && f.Undecided {
			return &failure{status: statusFailed, text: one.Found, hint: one.Remedy}
		}
		if !one.OK {
			return refused(one.Remedy, "%s can't be printed on a field of %dx%d: %s: %s", f.Sprite, f.FieldWidth, f.FieldHeight, one.Name, one.Found)
		}
	}
	return nil
}
