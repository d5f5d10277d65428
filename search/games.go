package search

import (
	"context"
	"slices"
)

// All games: packings without the rules that no piece leaves a gap and that rows
// clear from the bottom up.
//
// A state is the cells above the sprite row, row by row, and the number of rows
// still to clear. Any drop counts that comes to rest in these rows, which takes
// something to rest on in one of its columns, and rows clear wherever they get
// full. The stack may not be higher than the rows that are left, since each row
// with a cell has to be cleared for itself, and no row below it can be blank. A
// region cut off by columns that are full has to have a multiple of 4 empty cells.
// States left without success are remembered. This is the slow twin of the
// packings: what the article says about least heights is true for every game, if
// this search finds none either.

// AnyGame looks for a game, of whatever drops, that clears the rows of an emitter
// completely. The zero value is ready for use.
type AnyGame struct {
	MaxNodes int // after which it gives up; 0 means 1 << 18, which takes some 100 MB at most
}

// Possible returns nil if there is a game from the start of p that clears as many
// rows as its goal, the same in all columns, is high, and leaves nothing above
// the sprite row. Otherwise it returns [ErrNoSolution], a [*BudgetError] or the
// error of the context. The filled squares of p support pieces; its room is not
// looked at. It also returns how many states it has looked at.
func (a *AnyGame) Possible(ctx context.Context, p *Packing) (nodes int, err error) {
	p.check()
	if slices.Min(p.Goal) != slices.Max(p.Goal) || len(p.Goal) > maxGameWidth {
		panic("search: the goal of a game has at most 32 columns, all equally high")
	}
	g := game{
		ctx:   ctx,
		p:     p,
		full:  1<<len(p.Start) - 1,
		limit: a.MaxNodes,
		left:  make(map[position]struct{}),
	}
	if g.limit == 0 {
		g.limit = defaultNodes
	}
	start := position{rows: p.Goal[0]}
	for x, h := range p.Start {
		for y := range h {
			start.cells[y] |= 1 << x
		}
	}
	start.clear(g.full)
	err = g.visit(start)
	return g.nodes, err
}

const maxGameWidth = 32

// position is a state: the filled cells of each row, one bit a column, and how
// many rows have to be cleared from here on.
type position struct {
	cells [MaxRows]uint32
	rows  int
}

// clear takes full rows out.
func (q *position) clear(full uint32) {
	to := 0
	for _, row := range q.cells[:q.rows] {
		if row != full {
			q.cells[to] = row
			to++
		}
	}
	clear(q.cells[to:q.rows])
	q.rows = to
}

// height returns the height of column x.
func (q *position) height(x int) int {
	y := q.rows
	for y > 0 && q.cells[y-1]>>x&1 == 0 {
		y--
	}
	return y
}

// game is one run of the search.
type game struct {
	ctx   context.Context
	p     *Packing
	full  uint32
	nodes int
	limit int
	left  map[position]struct{} // left without success
}

func (g *game) visit(q position) error {
	if q.rows == 0 {
		return nil
	}
	if _, seen := g.left[q]; seen || g.dead(&q) {
		return ErrNoSolution
	}
	if g.nodes == g.limit {
		return &BudgetError{g.nodes}
	}
	if g.nodes%checkEvery == 0 && g.ctx.Err() != nil {
		return g.ctx.Err()
	}
	g.nodes++
	heights := make([]int, len(g.p.Start))
	for x := range heights {
		heights[x] = q.height(x)
	}
	for i := range forms {
		for x := 0; x+forms[i].width <= len(heights); x++ {
			base, ok := g.landing(heights, &forms[i], x)
			if !ok || base+forms[i].height > q.rows {
				continue
			}
			if err := g.visit(g.dropped(q, &forms[i], x, base)); err != ErrNoSolution {
				return err
			}
		}
	}
	g.left[q] = struct{}{}
	return ErrNoSolution
}

// landing returns the row, counted from the one above the sprite row, in which
// the lowest cells of f come to rest with its leftmost column at x. It returns
// false if that is in the sprite row or nothing is there to rest on.
func (g *game) landing(heights []int, f *form, x int) (base int, ok bool) {
	base = -1
	for i := range f.width {
		if h := heights[x+i]; h > 0 || g.p.filled(x+i) {
			base = max(base, h-f.bottom[i])
		}
	}
	return base, base >= 0
}

func (g *game) dropped(q position, f *form, x, base int) position {
	for i := range f.width {
		for y := range f.cells[i] {
			q.cells[base+f.bottom[i]+y] |= 1 << (x + i)
		}
	}
	q.clear(g.full)
	return q
}

// dead is what [state.dead] is, for columns with gaps.
func (g *game) dead(q *position) bool {
	all := g.full // columns without an empty cell
	for _, row := range q.cells[:q.rows] {
		all &= row
	}
	cells := 0
	for x := range g.p.Start {
		if all>>x&1 != 0 {
			if cells%4 != 0 {
				return true
			}
			continue
		}
		for _, row := range q.cells[:q.rows] {
			cells += int(^row >> x & 1)
		}
	}
	return cells%4 != 0
}
