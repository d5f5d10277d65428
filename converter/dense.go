package converter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"runtime"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// ColorsOn says which tetrominoes may carry the sprite's colours.
type ColorsOn string

const (
	// OnFree lets any tetromino carry any of the colours, whichever needs the
	// fewest pieces. Each carries one, the same through the whole game.
	OnFree ColorsOn = "free"

	// OnJTL gives the colours, in reading order, to J, T and L as in 2013. With
	// fewer than three colours, those of J, T and L that are left may carry any of
	// them too.
	OnJTL ColorsOn = "JTL"
)

// ParseColorsOn returns the value of that name.
func ParseColorsOn(name string) (ColorsOn, error) {
	if c := ColorsOn(name); c == OnFree || c == OnJTL {
		return c, nil
	}
	return "", fmt.Errorf("%q is neither free nor JTL", name)
}

// Carrying fixes the tetrominoes of a colour.
type Carrying struct {
	Color       color.NRGBA // alpha 255
	Tetrominoes []tetris.Tetromino
}

// ParseCarrying reads a colour and its tetrominoes, such as "#d82800=J,I".
func ParseCarrying(text string) (Carrying, error) {
	name, letters, ok := strings.Cut(text, "=")
	c, err := sprites.ParseColor(name)
	if !ok || err != nil {
		return Carrying{}, fmt.Errorf("%q: want a colour and its tetrominoes, such as #d82800=J,I", text)
	}
	m := Carrying{Color: c}
	for letter := range strings.SplitSeq(letters, ",") {
		if len(letter) > 1 {
			return Carrying{}, fmt.Errorf("%q: there are commas between tetrominoes, such as J,I", text)
		}
		if len(letter) != 1 || tetris.TetrominoOf(letter[0]) == tetris.None {
			return Carrying{}, fmt.Errorf("%q: %q is none of the tetrominoes I O T S Z J L", text, letter)
		}
		m.Tetrominoes = append(m.Tetrominoes, tetris.TetrominoOf(letter[0]))
	}
	return m, nil
}

// MapError reports a colour that no tetromino carries by Options.Map, or a
// tetromino that has two.
type MapError struct {
	Name      string // of the sprite
	Color     string // as #rrggbb
	Tetromino tetris.Tetromino
	Free      tetris.Tetromino // one without a colour; None: there is none
}

func (e *MapError) Error() string {
	if e.Tetromino != tetris.None {
		return fmt.Sprintf("%v has two colours, %s is the second: a tetromino keeps its colour through the whole game", e.Tetromino, e.Color)
	}
	return fmt.Sprintf("%s has the colour %s, which no tetromino carries by the map", e.Name, e.Color)
}

// Hint says what can be done.
func (e *MapError) Hint() string {
	if e.Tetromino != tetris.None {
		return "name each tetromino once"
	}
	if e.Free == tetris.None {
		return "all tetrominoes have a colour: take one from a colour that has several, or use fewer colours with --colors"
	}
	return fmt.Sprintf("add --map '%s=%v' or another letter that has no colour yet", e.Color, e.Free)
}

// Unwrap returns [sprites.ErrRefused].
func (e *MapError) Unwrap() error { return sprites.ErrRefused }

// PrintError reports a sprite that the dense search found no plan for, or that its
// colours make impossible.
type PrintError struct {
	Name string // of the sprite
	Err  error
	text string // what Err says, in terms of the picture; empty: in its own
	hint string
}

func (e *PrintError) Error() string { return e.Name + ": " + cmp.Or(e.text, e.Err.Error()) }

// Hint says what can be done.
func (e *PrintError) Hint() string { return e.hint }

// Unwrap returns [sprites.ErrRefused] if it is proved that the sprite can't be
// printed so, and the error of the search.
func (e *PrintError) Unwrap() []error {
	if errors.Is(e.Err, dense.ErrNoPlan) {
		return []error{e.Err}
	}
	return []error{sprites.ErrRefused, e.Err}
}

// What the dense method needs: denseHeadroom rows of the field above the sprite for
// structures and for pieces to appear in, and for most sprites denseRoom: of 48 random ones
// on 10x22 and 21x42 18 print with 5 rows, 47 with 6, all with 7. The seventh colour is for
// sprites of which one colour always stands in pairs.
const (
	denseHeadroom = 5
	denseRoom     = 7
	denseColors   = dense.MaxColors - 1
)

// denseLimits returns the limits of the dense method.
func denseLimits(width, height int) sprites.Limits {
	return sprites.Limits{
		MaxWidth: width, MaxHeight: max(0, height-denseHeadroom), MaxColors: dense.MaxColors,
		FitWidth: width - 1, FitHeight: max(0, height-denseRoom), FitColors: denseColors,
		FieldWidth: width, FieldHeight: height,
	}
}

// dense converts by the dense search. If that finds no plan, the classic method is
// the last resort, where it may.
func (c *conversion) dense(ctx context.Context) (*plan.Plan, error) {
	p, err := c.denseProblem()
	if err != nil {
		return nil, err
	}
	opts := &dense.Options{Seed: c.Seed, Effort: c.Effort, Jobs: cmp.Or(c.Jobs, runtime.GOMAXPROCS(0)), Round: c.round}
	r, err := dense.Search(ctx, p, opts)
	switch {
	case r != nil:
		c.report.Cut = ctx.Err() != nil
		return c.densePlan(r), nil
	case ctx.Err() != nil:
		return nil, err
	case c.classicMay():
		c.Method = RealTime
		c.report.Method = RealTime
		return c.classic(ctx)
	}
	return nil, c.printError(err)
}

// classicMay reports whether the classic method keeps to the colours wanted.
func (c *conversion) classicMay() bool {
	return len(c.Map) == 0 && c.checkClassic() == nil
}

func (c *conversion) round(p dense.Progress) bool {
	c.Progress(p.Round, max(p.Round, p.Rounds))
	return c.Options.Round == nil || c.Options.Round(Round{Number: p.Round, Of: p.Rounds, Pieces: p.Pieces})
}

func (c *conversion) denseProblem() (*dense.Problem, error) {
	colors := c.sprite.Colors()
	p := &dense.Problem{Width: c.Width, Height: c.Height}
	for y := c.sprite.Height() - 1; y >= 0; y-- {
		row := make([]uint8, c.sprite.Width())
		for x := range row {
			if at := c.sprite.At(x, y); at.A != 0 {
				row[x] = uint8(slices.IndexFunc(colors, func(k sprites.Color) bool { return k.NRGBA == at })) + 1
			}
		}
		p.Cells = append(p.Cells, row)
	}
	switch {
	case len(c.Map) > 0:
		return p, c.mapCarriers(p, colors)
	case c.ColorsOn == OnJTL:
		return p, c.classicCarriers(p, colors)
	}
	for t := tetris.I; t <= tetris.L; t++ {
		p.Carriers[t] = allColors(len(colors))
	}
	return p, nil
}

func allColors(n int) (all []uint8) {
	for i := range n {
		all = append(all, uint8(i+1))
	}
	return all
}

func (c *conversion) classicCarriers(p *dense.Problem, colors []sprites.Color) error {
	if err := (sprites.Limits{MaxWidth: c.Width, MaxHeight: c.Height, MaxColors: len(emitterKinds)}).Check(c.sprite); err != nil {
		return err
	}
	for i, t := range emitterKinds {
		p.Carriers[t] = allColors(len(colors))
		if i < len(colors) {
			p.Carriers[t] = []uint8{uint8(i + 1)}
		}
	}
	return nil
}

func (c *conversion) mapCarriers(p *dense.Problem, colors []sprites.Color) error {
	var used [tetris.Tetrominoes + 1]bool
	found := make([]bool, len(colors))
	for _, m := range c.Map {
		i := slices.IndexFunc(colors, func(k sprites.Color) bool { return k.NRGBA == m.Color })
		for _, t := range m.Tetrominoes {
			if used[t] {
				return &MapError{Name: c.sprite.Name(), Color: sprites.FormatColor(m.Color), Tetromino: t}
			}
			used[t] = true
			if i >= 0 {
				found[i] = true
				p.Carriers[t] = []uint8{uint8(i + 1)}
			}
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		return &MapError{Name: c.sprite.Name(), Color: sprites.FormatColor(colors[i].NRGBA), Free: firstFree(used)}
	}
	return nil
}

// firstFree returns a tetromino that is not used, one that leaves single pixels well if
// there is one such, or None.
func firstFree(used [tetris.Tetrominoes + 1]bool) tetris.Tetromino {
	for _, t := range []tetris.Tetromino{tetris.J, tetris.T, tetris.L, tetris.I, tetris.S, tetris.Z, tetris.O} {
		if !used[t] {
			return t
		}
	}
	return tetris.None
}

// densePlan writes one block for each structure.
func (c *conversion) densePlan(r *dense.Result) *plan.Plan {
	p := &plan.Plan{Width: c.Width, Height: c.Height, Notes: []string{c.colorsNote()}}
	colors := c.sprite.Colors()
	for t := tetris.I; t <= tetris.L; t++ {
		if r.Carries[t] > 0 {
			p.Palette[t] = colors[r.Carries[t]-1].NRGBA
		}
	}
	for _, m := range c.Map { // colours that the sprite doesn't have
		for _, t := range m.Tetrominoes {
			p.Palette[t] = m.Color
		}
	}
	for _, pieces := range r.Structures {
		p.Blocks = append(p.Blocks, plan.Block{Pieces: pieces})
	}
	c.report.Rounds, c.report.Nodes = r.Rounds, r.Nodes
	return p
}

func (c *conversion) colorsNote() string {
	if len(c.Map) > 0 {
		return "colors-on map"
	}
	return "colors-on " + string(c.ColorsOn)
}

// OddWidth returns the odd number of columns that is next to an even one: one more, or less
// if no field is that wide.
func OddWidth(width int) int {
	if width+1 > tetris.MaxWidth {
		return width - 1
	}
	return width + 1
}

func (c *conversion) printError(err error) error {
	e := &PrintError{Name: c.sprite.Name(), Err: err}
	var odd *dense.ColorError
	var few *dense.CarriersError
	var lone *dense.LoneError
	switch {
	case errors.As(err, &lone):
		e.hint = fmt.Sprintf("--field %dx%d is free of that: its width is odd", OddWidth(c.Width), c.Height)
	case errors.As(err, &few):
		e.hint = fmt.Sprintf("--colors %d reduces them to what the other tetrominoes carry", few.Colors-1)
	case errors.As(err, &odd):
		from, row := c.sprite.Origin().X+odd.Column, c.sprite.Origin().Y+c.sprite.Height()-1-odd.Row
		color := sprites.FormatColor(c.sprite.Colors()[odd.Color-1].NRGBA)
		e.text = fmt.Sprintf("an odd number of pixels side by side, %d, has the colour %s, from column %d, row %d from the top: only O may carry it, and an O leaves pairs", odd.Length, color, from, row)
		e.hint = fmt.Sprintf("give %s to another tetromino, or use fewer colours with --colors", color)
	case c.Height-c.sprite.Height() < minRoom && c.sprite.Height()+minRoom <= tetris.MaxHeight:
		e.hint = fmt.Sprintf("the search gave up, which proves nothing: try a field with more rows above the picture, --field %dx%d, or --field auto", c.Width, c.sprite.Height()+minRoom)
	case c.Width%2 == 0:
		e.hint = fmt.Sprintf("the search gave up, which proves nothing: try --field %dx%d, where any number of pixels can be left at a time, or --effort 9", OddWidth(c.Width), c.Height)
	default:
		e.hint = "the search gave up, which proves nothing: try another --seed, --effort 9 or a wider field"
		if colors := len(c.sprite.Colors()); colors > 1 {
			e.hint += fmt.Sprintf("; fewer colours are easier, such as --colors %d", colors-1)
		}
	}
	return e
}
