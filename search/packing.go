package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Packing is the state of the rows above a sprite row and the state to reach.
// Heights count from the row above the sprite row, row 1: a column of height h
// is filled in rows 1 to h.
type Packing struct {
	Start []int // height of each column
	Goal  []int // the same at the end, from Start to MaxRows

	// Filled says in which columns the sprite row itself, row 0, is filled and
	// so supports pieces. Nil means nowhere.
	Filled []bool

	// Room is how many rows of the field there are above the sprite row, for
	// the stack and for the next piece to appear above it. 0 means enough.
	Room int
}

// MaxRows is the greatest height a [Packing] can have.
const MaxRows = 15

// Result is what a search found, and what it took.
type Result struct {
	// Pieces are in drop order, each in the row it would have if no row
	// cleared.
	Pieces []tetris.Piece

	// Nodes is how many states the search has looked at. It doesn't depend on
	// the number of workers.
	Nodes int
}

// Searcher looks for the pieces that lead from the start of a packing to its
// goal. Its error is [ErrNoSolution] if there are none, a [*BudgetError] if it
// gave up, or that of the context, to whose end it reacts at once; the Nodes of
// the result are valid in every case.
type Searcher interface {
	Search(ctx context.Context, p *Packing) (Result, error)
}

// ErrNoSolution reports that every sequence of drops was ruled out. A search
// that only gave up returns a [*BudgetError].
var ErrNoSolution = errors.New("search: no sequence of drops reaches the goal")

// BudgetError reports that a search gave up: nobody knows whether there is a
// solution.
type BudgetError struct {
	Nodes int // states looked at
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("search: gave up after %d nodes", e.Nodes)
}

// check panics if p is not well formed: that is the caller's bug.
func (p *Packing) check() {
	if len(p.Start) < tetris.MinSize || len(p.Goal) != len(p.Start) || p.Filled != nil && len(p.Filled) != len(p.Start) {
		panic(fmt.Sprintf("search: packing of %d, %d and %d columns", len(p.Start), len(p.Goal), len(p.Filled)))
	}
	for x, start := range p.Start {
		if start < 0 || p.Goal[x] < start || p.Goal[x] > MaxRows {
			panic(fmt.Sprintf("search: column %d of a packing goes from height %d to %d", x, start, p.Goal[x]))
		}
	}
}

// cells returns how many cells the pieces of p fill.
func (p *Packing) cells() int {
	n := 0
	for x := range p.Start {
		n += p.Goal[x] - p.Start[x]
	}
	return n
}

// filled reports whether the sprite row is filled in column x.
func (p *Packing) filled(x int) bool { return p.Filled != nil && p.Filled[x] }

// String draws the start of p, the top row first: '#' for filled cells, '.' for
// those to fill, ' ' for those that stay empty. The last line is the sprite row.
func (p *Packing) String() string {
	var b strings.Builder
	for y := slices.Max(p.Goal); y >= 0; y-- {
		for x := range p.Start {
			switch {
			case y == 0 && p.filled(x), y > 0 && y <= p.Start[x]:
				b.WriteByte('#')
			case y > 0 && y <= p.Goal[x]:
				b.WriteByte('.')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// verify replays the pieces by the rules alone and returns an error unless they
// lead from the start of p to its goal.
func (p *Packing) verify(pieces []tetris.Piece) error {
	f, err := p.field(p.Start)
	if err != nil {
		return err
	}
	want, err := p.field(p.Goal)
	if err != nil {
		return err
	}
	lines := slices.Min(p.Start)
	for i, piece := range pieces {
		placed, err := f.Drop(piece.Drop)
		if err != nil {
			return fmt.Errorf("piece %d: %w", i, err)
		}
		if placed.Row != piece.Row-lines {
			return fmt.Errorf("piece %d, %v, landed in row %d instead of %d:\n%v", i, piece.Drop, placed.Row, piece.Row-lines, f)
		}
		lines += placed.Lines()
	}
	if !sameFilled(f, want) {
		return fmt.Errorf("got\n%vwant\n%v", f, want)
	}
	return nil
}

// field draws the sprite row and columns of the given heights without the rows
// that are complete. Its height is p.Room above the sprite row, or ample.
func (p *Packing) field(heights []int) (*tetris.Field, error) {
	const ample = 2 * MaxRows
	height := 1 + ample
	if p.Room > 0 {
		height = max(1+p.Room, tetris.MinSize)
	}
	gone := slices.Min(heights)
	var rows strings.Builder
	for y := slices.Max(heights) - gone; y >= 0; y-- {
		for x, h := range heights {
			if y == 0 && p.filled(x) || y > 0 && y <= h-gone {
				rows.WriteString(tetris.O.String())
			} else {
				rows.WriteByte('.')
			}
		}
		rows.WriteByte('\n')
	}
	return tetris.ParseField(height, rows.String())
}

func sameFilled(f, g *tetris.Field) bool {
	for y := range f.Height() {
		for x := range f.Width() {
			if (f.At(x, y) == tetris.None) != (g.At(x, y) == tetris.None) {
				return false
			}
		}
	}
	return true
}

// finish is the last step of every search: what it returns is replayed before
// anyone sees it.
func finish(p *Packing, pieces []tetris.Piece, nodes int) (Result, error) {
	if err := p.verify(pieces); err != nil {
		return Result{Nodes: nodes}, fmt.Errorf("search: internal error: %w\n%v", err, p)
	}
	return Result{Pieces: pieces, Nodes: nodes}, nil
}
