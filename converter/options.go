package converter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Method names a way to find the drops.
type Method string

const (
	// RealTime searches emitters while converting, those that print three
	// equal pixels with one piece too, and falls back to the tables.
	RealTime Method = "realtime"

	// Table takes all emitters from the tables.
	Table Method = "table"
)

// Methods lists the methods there are, the default first.
func Methods() []Method { return []Method{RealTime, Table} }

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

// Options say how to convert. Nil is the zero value.
type Options struct {
	Method Method // "" means RealTime

	// Width and Height are the size of the field in cells; 0 means 21 and 42.
	Width, Height int

	// Seed feeds the searches: the same seed gives the same plan.
	Seed uint64

	Jobs int // searches at a time; 0 means all cores. It doesn't change the plan.

	// Progress, if not nil, is called with the number of rows of the sprite
	// that are printed and of all.
	Progress func(done, total int)
}

// withDefaults returns o, or the zero value for nil, with every zero replaced by
// what it means. It returns an error for a method or a field there isn't.
func (o *Options) withDefaults() (Options, error) {
	var c Options
	if o != nil {
		c = *o
	}
	if c.Method == "" {
		c.Method = RealTime
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
	return c, tetris.CheckSize(c.Width, c.Height)
}
