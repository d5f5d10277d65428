package search

import (
	"errors"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Emitters searched while printing. First come runs of three equal pixels, each
// printed by one inverted J, T or L that fills three cells of the row and one
// above; then, as far as they don't overlap in the row above, single pixels with
// upright ones. What has been printed in the row supports the pieces on top. The
// least number of rows that gives a multiple of 4 cells is tried, then the next
// one; if neither works, the table prints a pass.

// realTimeRounds is how often the randomised search starts before the exact one
// decides. More rounds change no plan for the better, they only take time; see
// BenchmarkConvert of package converter.
const realTimeRounds = 1

// run is three equal pixels side by side, from a column on.
type run struct {
	column int
	kind   tetris.Tetromino
}

// top returns the column of the cell above the row.
func (r run) top() int {
	switch r.kind {
	case tetris.J:
		return r.column
	case tetris.T:
		return r.column + 1
	}
	return r.column + 2
}

func (r run) piece() tetris.Piece {
	return tetris.Piece{Drop: tetris.Drop{Tetromino: r.kind, Column: r.column}}
}

// realTimePasses prints the pixels with emitters that are searched, if that is
// wanted; otherwise it returns a *PassError, as if the pixels didn't go together.
func (j *rowJob) realTimePasses(pixels []pixel) error {
	if !j.RealTime {
		return j.passError()
	}
	filled := make([]bool, len(j.row.Pixels))
	for len(pixels) > 0 {
		rest, err := j.realTimePass(pixels, filled)
		if err != nil {
			return err
		}
		for _, p := range without(pixels, rest) {
			filled[p.column] = true
		}
		pixels = rest
	}
	return nil
}

// realTimePass prints one pass and returns the pixels that are left.
func (j *rowJob) realTimePass(pixels []pixel, filled []bool) ([]pixel, error) {
	e := j.choose(pixels, filled)
	pieces, err := j.solve(e)
	if errors.Is(err, errNoPass) {
		return j.tablePass(pixels)
	}
	if err != nil {
		return nil, err
	}
	j.printed.Blocks = append(j.printed.Blocks, append(e.pieces, pieces...))
	j.printed.Passes++
	j.printed.Searched++
	return without(pixels, e.pixels), nil
}

// errNoPass reports that no packing was found for a pass.
var errNoPass = errors.New("search: no packing for this pass")

// emission is the first pieces of an emitter, and what they leave to fill.
type emission struct {
	pieces  []tetris.Piece // inverted ones first
	upright int            // how many of them are upright
	pixels  []pixel        // that they print, in the order of the pieces
	heights []int          // above the row
	filled  []bool         // the row itself
}

// choose takes runs from left to right, then single pixels.
func (j *rowJob) choose(pixels []pixel, filled []bool) *emission {
	e := &emission{heights: make([]int, len(filled)), filled: slices.Clone(filled)}
	for i := 0; i+2 < len(pixels); i++ {
		p := pixels[i : i+3]
		if p[2].column == p[0].column+2 && p[1].kind == p[0].kind && p[2].kind == p[0].kind {
			e.addRun(p)
			i += 2
		}
	}
	for _, p := range without(pixels, e.pixels) {
		e.addSingle(p)
	}
	return e
}

func (e *emission) addRun(p []pixel) {
	r := run{p[0].column, p[0].kind}
	e.pieces = append(e.pieces, r.piece())
	e.pixels = append(e.pixels, p...)
	e.heights[r.top()] = 1
	for _, p := range p {
		e.filled[p.column] = true
	}
}

// addSingle adds p unless its triple overlaps what is there.
func (e *emission) addSingle(p pixel) {
	at := p.triple()
	if slices.Max(e.heights[at:at+3]) > 0 {
		return
	}
	e.pieces = append(e.pieces, patterns.Upright(p.kind, at))
	e.upright++
	e.pixels = append(e.pixels, p)
	e.filled[p.column] = true
	e.heights[at], e.heights[at+1], e.heights[at+2] = 1, 1, 1
}

// removeSingle takes back the single pixel added last. It returns false if there
// is none.
func (e *emission) removeSingle() bool {
	if e.upright == 0 {
		return false
	}
	last := len(e.pieces) - 1
	at := e.pieces[last].Column
	e.heights[at], e.heights[at+1], e.heights[at+2] = 0, 0, 0
	e.pieces, e.upright = e.pieces[:last], e.upright-1
	p := e.pixels[len(e.pixels)-1]
	e.filled[p.column] = false
	e.pixels = e.pixels[:len(e.pixels)-1]
	return true
}

// solve finds the pieces that follow those of e, or returns errNoPass. Single
// pixels are taken back until 4 divides the cells that are left to fill.
func (j *rowJob) solve(e *emission) ([]tetris.Piece, error) {
	width := len(e.heights)
	rows, step, ok := patterns.FullRows(width, -sum(e.heights))
	for !ok {
		if !e.removeSingle() {
			return nil, errNoPass
		}
		rows, step, ok = patterns.FullRows(width, -sum(e.heights))
	}
	if len(e.pieces) == 0 {
		return nil, errNoPass
	}
	if emitterRoom(e.pieces) > j.room {
		return nil, errNoPass // the table may do with fewer pieces at a time
	}
	for range 2 {
		p := &Packing{Start: e.heights, Goal: slices.Repeat([]int{rows}, width), Filled: e.filled, Room: j.room}
		r, err := j.search(p)
		if err == nil {
			return r.Pieces, nil
		}
		if !notFound(err) {
			return nil, err
		}
		rows += step
	}
	return nil, errNoPass
}

// search tries the randomised search first and lets the exact one decide.
func (j *rowJob) search(p *Packing) (Result, error) {
	random := Random{Seed: j.Seed, Rounds: realTimeRounds, Workers: 1}
	r, err := random.Search(j.ctx, p)
	j.printed.Nodes += r.Nodes
	var budget *BudgetError
	if !errors.As(err, &budget) {
		return r, err
	}
	exact := Exact{TilingsOnly: true}
	r, err = exact.Search(j.ctx, p)
	j.printed.Nodes += r.Nodes
	return r, err
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}
