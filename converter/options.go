package converter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Method names a way to find the drops.
type Method string

const (
	// Dense searches for few pieces: see package search/dense. Where it finds no
	// plan, RealTime is the last resort.
	Dense Method = "dense"

	// RealTime searches emitters while converting, those that print three
	// equal pixels with one piece too, and falls back to the tables.
	RealTime Method = "realtime"

	// Table takes all emitters from the tables.
	Table Method = "table"
)

// Methods lists the methods there are, the default first.
func Methods() []Method { return []Method{Dense, RealTime, Table} }

// ParseMethod returns the method of that name. Its error lists those there are.
func ParseMethod(name string) (Method, error) {
	if m := Method(name); slices.Contains(Methods(), m) {
		return m, nil
	}
	var names []string
	for _, m := range Methods() {
		names = append(names, string(m))
	}
	return "", fmt.Errorf("%q is no method: choose from %s", name, strings.Join(names, ", "))
}

// Limits returns the bounds of what m prints on a field of that many columns and
// rows.
func (m Method) Limits(width, height int) sprites.Limits {
	if m == Dense || m == "" {
		return denseLimits(width, height)
	}
	return sprites.ClassicLimits(width, height)
}

// Options say how to convert. Nil is the zero value.
type Options struct {
	Method Method // "" means Dense

	// Width and Height are the size of the field in cells; 0 means 21 and 42.
	Width, Height int

	// Seed feeds the searches: the same seed gives the same plan.
	Seed uint64

	Jobs int // searches at a time; 0 means all cores. It doesn't change the plan.

	// Progress, if not nil, is called with the number of rows of the sprite that
	// are printed and of all; by the dense method with those of its rounds.
	Progress func(done, total int)

	// The rest is for the dense method alone.

	Effort   int        // 1 to dense.MaxEffort; 0 means dense.DefaultEffort
	ColorsOn ColorsOn   // "" means OnFree
	Map      []Carrying // if not empty, decides instead of ColorsOn; each tetromino once

	// Round, if not nil, is called after each whole round; the search ends with
	// the best plan so far if it returns false, or with one row by row if there is none.
	Round func(Round) bool
}

// Round says how far the dense method has come.
type Round struct {
	Number, Of int // rounds done, and of the effort
	Pieces     int // of the best plan so far; 0: none yet
}

// withDefaults returns o, or the zero value for nil, with every zero replaced by
// what it means. It returns an error for a method or a field there isn't.
func (o *Options) withDefaults() (Options, error) {
	var c Options
	if o != nil {
		c = *o
	}
	if c.Method == "" {
		c.Method = Dense
	}
	if c.ColorsOn == "" {
		c.ColorsOn = OnFree
	}
	if c.Width == 0 {
		c.Width = plan.DefaultWidth
	}
	if c.Height == 0 {
		c.Height = plan.DefaultHeight
	}
	if c.Progress == nil {
		c.Progress = func(done, total int) {}
	}
	if _, err := ParseMethod(string(c.Method)); err != nil {
		return c, err
	}
	if _, err := ParseColorsOn(string(c.ColorsOn)); err != nil {
		return c, err
	}
	if c.Effort < 0 || c.Effort > dense.MaxEffort {
		return c, fmt.Errorf("effort %d: it is 1 to %d", c.Effort, dense.MaxEffort)
	}
	return c, tetris.CheckSize(c.Width, c.Height)
}
