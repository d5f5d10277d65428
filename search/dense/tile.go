package dense

import (
	"context"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A picture that can be tiled needs no cleared row: a quarter of a piece for each
// pixel, which nothing can beat. Pieces have one colour, so the colours are tiled
// on their own. The tiler covers cells row by row from below and remembers the
// sets of covered cells that led nowhere; a piece must rest on a pixel, of any
// colour, or on the floor. It gives up after tileNodes pieces a colour and set of
// tetrominoes, so what it doesn't find may still exist.

const tileNodes = 20_000

// tile returns a plan without cleared rows, or nil if none is found.
func (s *searcher) tile(ctx context.Context) *Result {
	counts := make([]int, s.colors+1)
	for _, row := range s.problem.Cells {
		for _, c := range row {
			counts[c]++
		}
	}
	for _, n := range counts[1:] {
		if n%4 != 0 {
			return nil
		}
	}
	t := &tiler{cells: s.problem.Cells, known: map[tileKey][]tetris.Piece{}, ctx: ctx}
	r := &Result{Column: (s.columns() - 1) / 2, Pieces: s.pixels / 4}
	pieces, ok := t.assign(s.problem, 1, s.colors, 0, &r.Carries)
	if !ok {
		return nil
	}
	for k := range r.Carries {
		if choices := s.problem.Carriers[k]; r.Carries[k] == 0 && len(choices) > 0 {
			r.Carries[k] = choices[0]
		}
	}
	for i := range pieces {
		pieces[i].Column += r.Column
	}
	r.Structures = [][]tetris.Piece{stackOrder(pieces, s.problem.Width)}
	return r
}

type tileKey struct {
	color uint8
	types types
}

type tiler struct {
	cells [][]uint8
	known map[tileKey][]tetris.Piece // nil: none found
	ctx   context.Context
}

// assign gives each colour from c up tetrominoes that are not used and tile it.
func (t *tiler) assign(p *Problem, c, colors int, used types, carries *[tetris.Tetrominoes + 1]uint8) ([]tetris.Piece, bool) {
	if c > colors {
		return nil, true
	}
	for _, set := range choices(p, uint8(c), colors, used) {
		pieces := t.region(uint8(c), set)
		if pieces == nil {
			continue
		}
		rest, ok := t.assign(p, c+1, colors, used|set, carries)
		if !ok {
			continue
		}
		for k := tetris.I; k <= tetris.L; k++ {
			if set.has(k) {
				carries[k] = uint8(c)
			}
		}
		return slices.Concat(pieces, rest), true
	}
	return nil, false
}

// choices returns the sets of unused tetrominoes that may carry colour c, small ones
// first; all at once if there is no other colour.
func choices(p *Problem, c uint8, colors int, used types) (sets []types) {
	all := p.carriers(c) &^ used
	if colors == 1 {
		return []types{all}
	}
	for set := all; set != 0; set = (set - 1) & all {
		sets = append(sets, set)
	}
	slices.SortStableFunc(sets, func(a, b types) int { return a.size() - b.size() })
	return sets
}

// region tiles the pixels of one colour with some tetrominoes, or returns nil.
func (t *tiler) region(color uint8, set types) []tetris.Piece {
	key := tileKey{color, set}
	if pieces, ok := t.known[key]; ok || t.ctx.Err() != nil {
		return pieces
	}
	r := newRegion(t.cells, color, set)
	var pieces []tetris.Piece
	if r.cover(0) {
		pieces = r.pieces
	}
	t.known[key] = pieces
	return pieces
}

// region is the tiling of one colour.
type region struct {
	cells   [][]uint8
	color   uint8
	types   types
	order   []tetris.Cell // row by row from below
	covered [][]bool
	hash    uint64
	failed  map[uint64]bool
	pieces  []tetris.Piece
	nodes   int
}

func newRegion(cells [][]uint8, color uint8, set types) *region {
	r := &region{cells: cells, color: color, types: set, failed: map[uint64]bool{}}
	for y, row := range cells {
		r.covered = append(r.covered, make([]bool, len(row)))
		for x, c := range row {
			if c == color {
				r.order = append(r.order, tetris.Cell{X: x, Y: y})
			}
		}
	}
	return r
}

// cover covers the cells from the i-th on and reports whether that was possible.
func (r *region) cover(i int) bool {
	for i < len(r.order) && r.covered[r.order[i].Y][r.order[i].X] {
		i++
	}
	if i == len(r.order) {
		return true
	}
	if r.failed[r.hash] {
		return false
	}
	at := r.order[i]
	for n := range kinds {
		k := &kinds[n]
		p := tetris.Piece{
			Drop: tetris.Drop{Tetromino: k.tetromino, Orientation: k.orientation, Column: at.X - k.cells[0].X},
			Row:  at.Y,
		}
		if !r.types.has(k.tetromino) || !r.fits(p) {
			continue
		}
		if r.nodes++; r.nodes > tileNodes {
			return false
		}
		r.toggle(p)
		r.pieces = append(r.pieces, p)
		if r.cover(i + 1) {
			return true
		}
		r.pieces = r.pieces[:len(r.pieces)-1]
		r.toggle(p)
	}
	r.failed[r.hash] = true
	return false
}

// fits reports whether p covers uncovered cells of the colour alone and rests on a
// pixel or the floor.
func (r *region) fits(p tetris.Piece) bool {
	rests := false
	for _, c := range p.Cells() {
		if c.X < 0 || c.Y >= len(r.cells) || c.X >= len(r.cells[c.Y]) || r.cells[c.Y][c.X] != r.color || r.covered[c.Y][c.X] {
			return false
		}
		lowest := c.Y == p.Row+p.Shape().Bottom[c.X-p.Column]
		rests = rests || lowest && (c.Y == 0 || r.cells[c.Y-1][c.X] != 0)
	}
	return rests
}

func (r *region) toggle(p tetris.Piece) {
	for _, c := range p.Cells() {
		r.covered[c.Y][c.X] = !r.covered[c.Y][c.X]
		h := uint64(c.Y)<<32 | uint64(c.X) + 1
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 29
		r.hash ^= h * 0xbf58476d1ce4e5b9
	}
}

// stackOrder orders the pieces of a tiling so that each comes after those below it.
func stackOrder(pieces []tetris.Piece, width int) []tetris.Piece {
	columns := make([][]int, width) // pieces by column
	for i, p := range pieces {
		for x := range p.Shape().Width {
			columns[p.Column+x] = append(columns[p.Column+x], i)
		}
	}
	waits := make([]int, len(pieces))
	above := make([][]int, len(pieces))
	for x, column := range columns {
		slices.SortFunc(column, func(a, b int) int { return bottomAt(pieces[a], x) - bottomAt(pieces[b], x) })
		for i := 1; i < len(column); i++ {
			above[column[i-1]] = append(above[column[i-1]], column[i])
			waits[column[i]]++
		}
	}
	var ready []int
	for i := range pieces {
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	ordered := make([]tetris.Piece, 0, len(pieces))
	for ; len(ready) > 0; ready = ready[1:] {
		ordered = append(ordered, pieces[ready[0]])
		for _, a := range above[ready[0]] {
			if waits[a]--; waits[a] == 0 {
				ready = append(ready, a)
			}
		}
	}
	return ordered
}

func bottomAt(p tetris.Piece, x int) int { return p.Row + p.Shape().Bottom[x-p.Column] }
