package patterns

import (
	"fmt"
	"iter"
	"slices"
)

// The widths of the field, in columns, for which there can be tables.
const (
	MinWidth = 8
	MaxWidth = 32
)

// Table holds the patterns of one kind for one width of the field: emitters of
// one number of squares, or platforms.
type Table struct {
	Kind    Kind
	Width   int // columns of the field
	Squares int // 0 for platforms

	// Settings says in one line how the patterns were searched.
	Settings string

	// Patterns are in ascending order of At. A finished table has [Table.Total]
	// of them, one of a search that was cancelled fewer.
	Patterns []Pattern
}

// Total returns how many positions there are, with a pattern or without:
// C(W-2n, n) for emitters of n squares on W columns, W-2 for platforms.
func (t *Table) Total() int {
	if t.Kind == Platform {
		return t.Width - 2
	}
	return binomial(t.Width-2*t.Squares, t.Squares)
}

// binomial returns n over k, 0 if k is negative or greater than n.
func binomial(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	b := 1
	for i := 1; i <= k; i++ {
		b = b * (n - k + i) / i
	}
	return b
}

// Find returns the pattern for these positions, or false if t has none. The
// result points into the table.
func (t *Table) Find(at []int) (*Pattern, bool) {
	i, ok := slices.BinarySearchFunc(t.Patterns, at, func(p Pattern, at []int) int { return slices.Compare(p.At, at) })
	if !ok {
		return nil, false
	}
	return &t.Patterns[i], true
}

// Positions yields the positions of all patterns a finished table has, in
// ascending order. Each slice is the reader's own.
func (t *Table) Positions() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if t.Kind == Platform {
			for x := 1; x < t.Width-1; x++ {
				if !yield([]int{x}) {
					return
				}
			}
			return
		}
		triples(t.Width, make([]int, 0, t.Squares), yield)
	}
}

// triples yields the ways to append cap(at)-len(at) triples to at.
func triples(width int, at []int, yield func([]int) bool) bool {
	if len(at) == cap(at) {
		return yield(slices.Clone(at))
	}
	from := 0
	if len(at) > 0 {
		from = at[len(at)-1] + 3
	}
	for x := from; x+3*(cap(at)-len(at)) <= width; x++ {
		if !triples(width, append(at, x), yield) {
			return false
		}
	}
	return true
}

// Mirror returns the positions seen in a mirror, in ascending order.
func (t *Table) Mirror(at []int) []int {
	mirrored := make([]int, len(at))
	for i, x := range at {
		mirrored[len(at)-1-i] = t.Width - x - t.Kind.columns()
	}
	return mirrored
}

// Check replays every pattern of t, as [Pattern.Check] does, and checks that
// they belong to t, are in order and none is there twice. Its error names the
// first that fails. A table that isn't finished is no fault.
func (t *Table) Check() error {
	for i := range t.Patterns {
		p := &t.Patterns[i]
		if p.Kind != t.Kind || p.Width != t.Width || p.Squares() != t.Squares {
			return fmt.Errorf("pattern %d: %v doesn't belong to %v", i, p, t)
		}
		if i > 0 && slices.Compare(t.Patterns[i-1].At, p.At) >= 0 {
			return fmt.Errorf("pattern %d: %v comes after %v", i, p, t.Patterns[i-1].At)
		}
		if err := p.Check(); err != nil {
			return fmt.Errorf("pattern %d: %w", i, err)
		}
	}
	return nil
}

// String names t without its patterns.
func (t *Table) String() string {
	if t.Kind == Platform {
		return fmt.Sprintf("platforms, %d columns", t.Width)
	}
	if t.Squares == 1 {
		return fmt.Sprintf("emitters of one square, %d columns", t.Width)
	}
	return fmt.Sprintf("emitters of %d squares, %d columns", t.Squares, t.Width)
}

// Set holds the tables of one width of the field.
type Set struct {
	Width  int
	Tables []*Table // emitters by their number of squares, then platforms; some may be missing
}

// Table returns the table for a number of squares, 0 meaning platforms, or nil.
func (s *Set) Table(squares int) *Table {
	for _, t := range s.Tables {
		if t.Squares == squares {
			return t
		}
	}
	return nil
}

// Find returns the emitter whose triples begin at these columns, in ascending
// order, or false if s has none.
func (s *Set) Find(triples []int) (*Pattern, bool) {
	t := s.Table(len(triples))
	if t == nil || len(triples) == 0 {
		return nil, false
	}
	return t.Find(triples)
}

// Platform returns the platform that stands on a square of the given column, or
// false if s has none.
func (s *Set) Platform(column int) (*Pattern, bool) {
	t := s.Table(0)
	if t == nil {
		return nil, false
	}
	return t.Find([]int{column})
}

// NewSet returns tables without patterns for a field of the given width: one for
// every number of squares that can have patterns, see [Rows], then platforms.
func NewSet(width int, settings string) *Set {
	s := &Set{Width: width}
	for n := 1; 3*n <= width; n++ {
		if _, _, ok := Rows(width, n); ok {
			s.Tables = append(s.Tables, &Table{Kind: Emitter, Width: width, Squares: n, Settings: settings})
		}
	}
	s.Tables = append(s.Tables, &Table{Kind: Platform, Width: width, Settings: settings})
	return s
}
