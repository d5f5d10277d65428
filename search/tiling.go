package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// Tilings: packings without the order of the drops.
//
// Whether a piece is supported is, but for the flat ones, a matter of the tiling
// alone. A piece whose bottoms differ leans on the column below its highest
// bottom; the row of that cell can't be complete, since the piece itself fills a
// cell of that row or of one below. A flat piece needs that some cell of the row
// under it is filled later, so it can't lie in the lowest row, unless the sprite
// row supports it there. So every packing is a tiling without flat pieces in the
// lowest row, and most such tilings can be ordered.
//
// All 19 orientations are column-convex: "lies above" has no cycle, and every
// tiling can be built from the bottom up without gaps. Tilings are found column
// by column, the lowest free cell first, from a profile of the next four columns.
// Profiles from which the rest can't be tiled are remembered, so the cost grows
// with the width only linearly. That there is no tiling is a proof that there is
// no packing; it is tested against the exhaustive search.

// profile is what is filled in the next four columns.
//
//	bits 63..48    47..32    31..16    15..0
//	column x+3     x+2       x+1       x
//
// Bit y of a column is the cell of height y; the cells from the goal up count as
// filled.
type profile uint64

const (
	columnBits = 16
	columnMask = 1<<columnBits - 1
)

// profileMask returns the cells of f with its lowest row at bit 0.
func (f *form) profileMask() (m profile) {
	for x := range f.width {
		m |= (1<<f.cells[x] - 1) << (f.bottom[x] + x*columnBits)
	}
	return m
}

// masks are the profile masks of the forms.
var masks = func() (list []profile) {
	for i := range forms {
		list = append(list, forms[i].profileMask())
	}
	return list
}()

// tiler looks for tilings of one packing.
type tiler struct {
	*Packing
	ctx     context.Context
	floor   int // completed rows at the start
	columns []profile
	nodes   int
	limit   int // nodes
	moves   []move
	dead    []map[profile]struct{} // for each column
	order   [][]int                // for each column, the forms in the order in which they are tried
}

func newTiler(ctx context.Context, p *Packing, limit int) *tiler {
	t := &tiler{
		Packing: p,
		ctx:     ctx,
		floor:   newState(p).done,
		columns: make([]profile, len(p.Start)+4),
		limit:   limit,
		dead:    make([]map[profile]struct{}, len(p.Start)),
		order:   make([][]int, len(p.Start)),
	}
	for x := range t.columns {
		t.columns[x] = columnMask // beyond the wall
	}
	for x := range p.Start {
		t.columns[x] = 1<<p.Start[x] - 1 | columnMask&^(1<<p.Goal[x]-1)
		t.dead[x] = make(map[profile]struct{})
		t.order[x] = make([]int, len(forms))
		for i := range forms {
			t.order[x][i] = i
		}
	}
	return t
}

// shuffle makes the next tiling another one.
func (t *tiler) shuffle(rng *rand.Rand) {
	for _, order := range t.order {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
}

// next returns a tiling as moves in no particular order. The error is
// ErrNoSolution if there is none, a *BudgetError or that of the context.
func (t *tiler) next() ([]move, error) {
	var start profile
	for x := range 4 {
		start |= t.columns[x] << (x * columnBits)
	}
	t.moves = t.moves[:0]
	if err := t.fill(0, start); err != nil {
		return nil, err
	}
	return t.moves, nil
}

// fill tiles the columns from x on, of which the next four are filled as p says.
func (t *tiler) fill(x int, p profile) error {
	for p&columnMask == columnMask {
		if x++; x == len(t.Start) {
			return nil
		}
		p = p>>columnBits | t.columns[x+3]<<(3*columnBits)
	}
	if _, dead := t.dead[x][p]; dead {
		return ErrNoSolution
	}
	if t.nodes == t.limit {
		return &BudgetError{t.nodes}
	}
	if t.nodes%checkEvery == 0 && t.ctx.Err() != nil {
		return t.ctx.Err()
	}
	t.nodes++
	y := bits.TrailingZeros64(^uint64(p))
	for _, i := range t.order[x] {
		f := &forms[i]
		m := move{f, x, y - f.bottom[0]}
		if m.base < 0 || m.top() > columnBits || masks[i]<<m.base&p != 0 || !t.possible(m) {
			continue
		}
		t.moves = append(t.moves, m)
		if err := t.fill(x, p|masks[i]<<m.base); err != ErrNoSolution {
			return err
		}
		t.moves = t.moves[:len(t.moves)-1]
	}
	t.dead[x][p] = struct{}{}
	return ErrNoSolution
}

// possible reports whether m can be supported and have room in some order of the
// drops.
func (t *tiler) possible(m move) bool {
	f := m.form
	room := f.room()
	if f.high == 0 {
		lies := false // on the sprite row
		for i := range f.width {
			lies = lies || t.filled(m.column+i)
		}
		if lies {
			room = max(f.height, f.route)
		} else if m.base <= t.floor {
			return false
		}
	}
	return t.Room == 0 || room <= t.Room
}
