package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// denseFlags are the settings of the dense method.
type denseFlags struct {
	effort   effort
	limit    time.Duration // 0: none
	colorsOn colorsOn
	carrying carryings
	compare  bool
}

// denseOnly are the names of those flags that would ask in vain for something with
// another method; effort and time only bound what it doesn't do.
var denseOnly = []string{"colors-on", "map", "compare"}

// addDenseFlags adds them to f.
func addDenseFlags(f *pflag.FlagSet, d *denseFlags) {
	*d = denseFlags{effort: dense.DefaultEffort, colorsOn: colorsOn(converter.OnFree)}
	f.Var(&d.effort, "effort", fmt.Sprintf("how hard to look for fewer pieces, 1 to %d: each level takes about twice as long, with large pictures less", dense.MaxEffort))
	f.DurationVar(&d.limit, "time", 0, "stop after the last whole round that fits into this `DURATION`, such as 10s, but not before there is a plan; 0: no limit")
	f.Var(&d.colorsOn, "colors-on", "free: any tetromino may carry a colour; JTL: they belong to J, T and L")
	f.Var(&d.carrying, "map", "which tetrominoes carry a colour, such as '#d82800=J,I' (may be repeated; decides instead of --colors-on)")
	f.BoolVar(&d.compare, "compare", false, "also convert by the method of 2013 and report its pieces")
}

// effort is the value of --effort.
type effort int

func (e *effort) String() string { return strconv.Itoa(int(*e)) }

// Type is what help calls the value.
func (e *effort) Type() string { return "LEVEL" }

// Set implements [pflag.Value].
func (e *effort) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > dense.MaxEffort {
		return fmt.Errorf("want a level from 1 to %d", dense.MaxEffort)
	}
	*e = effort(n)
	return nil
}

// colorsOn is the value of --colors-on.
type colorsOn converter.ColorsOn

func (c *colorsOn) String() string { return string(*c) }

// Type is what help calls the value.
func (c *colorsOn) Type() string { return "WHICH" }

// Set implements [pflag.Value].
func (c *colorsOn) Set(text string) error {
	parsed, err := converter.ParseColorsOn(text)
	*c = colorsOn(parsed)
	return err
}

// carryings is the value of --map, which may be repeated.
type carryings []converter.Carrying

func (c *carryings) String() string {
	var texts []string
	for _, m := range *c {
		var letters []string
		for _, t := range m.Tetrominoes {
			letters = append(letters, t.String())
		}
		texts = append(texts, sprites.FormatColor(m.Color)+"="+strings.Join(letters, ","))
	}
	return strings.Join(texts, " ")
}

// Type is what help calls the value.
func (c *carryings) Type() string { return "COLOUR=LETTERS" }

// Set implements [pflag.Value].
func (c *carryings) Set(text string) error {
	m, err := converter.ParseCarrying(text)
	if err == nil {
		*c = append(*c, m)
	}
	return err
}

// rounds returns what decides after each round whether another one fits into the
// time limit: one that takes as long as the longest so far. The first is always
// done, so the clock chooses between whole rounds alone; and so are all until there is a
// plan, which for a large picture is sooner there than one row by row.
func (d *denseFlags) rounds() func(converter.Round) bool {
	if d.limit == 0 {
		return nil
	}
	start := time.Now()
	last, longest := start, time.Duration(0)
	return func(r converter.Round) bool {
		now := time.Now()
		longest, last = max(longest, now.Sub(last)), now
		return r.Pieces == 0 || now.Sub(start)+longest <= d.limit
	}
}

// classicPieces returns how many pieces the method of 2013 takes, 0 if it can't
// print the sprite.
func (c *conversion) classicPieces(ctx context.Context, p *prepared) int {
	_, found, err := converter.Convert(ctx, p.Sprite, &converter.Options{
		Method: converter.RealTime, Width: p.field.width, Height: p.field.height, Seed: c.seed, Jobs: int(c.jobs),
	})
	if err != nil {
		return 0
	}
	return found.Pieces
}
