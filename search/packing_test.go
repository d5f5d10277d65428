package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// randomPacking makes a small packing of whole tetrominoes: of a few columns and
// rows, some already filled, sometimes with squares in the sprite row and little
// room.
func randomPacking(rng *rand.Rand, width, rows int) *Packing {
	for {
		p := &Packing{Start: make([]int, width), Goal: make([]int, width)}
		for x := range width {
			p.Start[x] = rng.IntN(2)
			p.Goal[x] = rows
		}
		if rng.IntN(3) == 0 { // like a platform
			p.Goal[0], p.Goal[1] = max(rows-3, p.Start[0]), max(rows-1, p.Start[1])
		}
		if rng.IntN(2) == 0 {
			p.Filled = make([]bool, width)
			for x := range width - 1 { // a full row would clear
				p.Filled[x] = rng.IntN(3) == 0
			}
		}
		if rng.IntN(3) == 0 {
			p.Room = 4 + rng.IntN(4)
		}
		if p.cells()%4 == 0 {
			return p
		}
	}
}

// allDrops lists every drop that stays inside the walls.
func allDrops(width int) (list []tetris.Drop) {
	for t := tetris.I; t <= tetris.L; t++ {
		for o := range t.Orientations() {
			for x := 0; x+t.Shape(o).Width <= width; x++ {
				list = append(list, tetris.Drop{Tetromino: t, Orientation: o, Column: x})
			}
		}
	}
	return list
}

// slowMoves drops every piece on the heights by the rules and keeps those that
// come to rest above the sprite row without a gap and below the goal.
func slowMoves(t *testing.T, p *Packing, heights []int) (list []tetris.Piece) {
	t.Helper()
	roomy := *p
	roomy.Room = 0
	f, err := roomy.field(heights)
	if err != nil {
		t.Fatal(err)
	}
	done := slices.Min(heights)
	stack := slices.Max(heights) - done
drops:
	for _, d := range allDrops(len(heights)) {
		row := f.Landing(d)
		s := d.Shape()
		for i := range s.Width {
			x, h := d.Column+i, heights[d.Column+i]-done
			if row+s.Bottom[i] != h+1 || row+s.Top[i]-1+done > p.Goal[x] {
				continue drops
			}
		}
		route := 0
		for q := range d.Route(f.Width(), f.Height()) {
			route = max(route, q.Shape().Height)
		}
		if p.Room > 0 && max(stack+route, row+s.Height-1) > p.Room {
			continue
		}
		list = append(list, tetris.Piece{Drop: d, Row: row + done})
	}
	return list
}

// sorted puts pieces into an order to compare them in.
func sorted(list []tetris.Piece) []tetris.Piece {
	slices.SortFunc(list, func(a, b tetris.Piece) int {
		for _, d := range []int{int(a.Tetromino) - int(b.Tetromino), int(a.Orientation) - int(b.Orientation), a.Column - b.Column} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
	return list
}

// The moves of a state are the drops that the rules allow, along random games.
func TestMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		p := randomPacking(rng, 4+rng.IntN(7), 1+rng.IntN(6))
		s := newState(p)
		for {
			moves := s.appendMoves(nil)
			got, want := sorted(pieces(moves)), sorted(slowMoves(t, p, s.heights))
			if !slices.Equal(got, want) {
				t.Fatalf("%vheights %v: moves %v, want %v", p, s.heights, got, want)
			}
			if len(moves) == 0 {
				break
			}
			s.place(moves[rng.IntN(len(moves))])
		}
	}
}

// solvable tries all sequences of drops, played by the rules alone.
func solvable(t *testing.T, p *Packing) bool {
	t.Helper()
	seen := make(map[string]bool)
	var visit func(heights []int) bool
	visit = func(heights []int) bool {
		if slices.Equal(heights, p.Goal) {
			return true
		}
		key := string(fieldKey(heights))
		if seen[key] {
			return false
		}
		seen[key] = true
		for _, piece := range slowMoves(t, p, heights) {
			next := slices.Clone(heights)
			for _, c := range piece.Cells() {
				next[c.X]++
			}
			if visit(next) {
				return true
			}
		}
		return false
	}
	return visit(slices.Clone(p.Start))
}

func fieldKey(heights []int) (key []byte) {
	for _, h := range heights {
		key = append(key, byte(h))
	}
	return key
}

// All searchers agree with trying everything about what can be packed, and what
// they find is replayed by Search itself.
func TestSearchersAgree(t *testing.T) {
	searchers := map[string]Searcher{
		"exact":      &Exact{},
		"exhaustive": &Exhaustive{},
		"random":     &Random{Attempts: 1 << 20},
	}
	rng := rand.New(rand.NewPCG(2, 2))
	n := 600
	if testing.Short() {
		n = 100
	}
	yes := 0
	for range n {
		p := randomPacking(rng, 4+rng.IntN(4), 1+rng.IntN(5))
		want := solvable(t, p)
		if want {
			yes++
		}
		for name, s := range searchers {
			_, err := s.Search(context.Background(), p)
			if want && err != nil || !want && err != ErrNoSolution {
				t.Errorf("%s: %v, solvable: %v, room %d\n%v", name, err, want, p.Room, p)
			}
		}
	}
	if yes < n/20 || yes > n*19/20 {
		t.Errorf("%d of %d packings are solvable: this proves little", yes, n)
	}
}

// On the packings of real tables, too wide for trying everything, the tilings
// agree with the exhaustive search.
func TestTilingsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	none := 0
	for range 300 {
		width, n := 9+rng.IntN(8), 1+rng.IntN(3)
		var at []int
		for x := rng.IntN(3); x+3 <= width && len(at) < n; x += 3 + rng.IntN(4) {
			at = append(at, x)
		}
		p := emitterPacking(width, at, 1+rng.IntN(4))
		if p.cells()%4 != 0 {
			continue
		}
		_, tiled := newTiler(t.Context(), p, 1<<20).next()
		_, err := (&Exhaustive{}).Search(t.Context(), p)
		if tiled == ErrNoSolution {
			none++
		}
		if tiled == ErrNoSolution && err == nil {
			t.Errorf("tilings: %v, exhaustive: %v\n%v", tiled, err, p)
		}
	}
	if none < 20 {
		t.Errorf("%d packings without a tiling: this proves little", none)
	}
}

// On real packings, the exact searcher finds what the randomised one finds, and
// rules out what that rules out.
func TestExactAgainstRandom(t *testing.T) {
	found, none := 0, 0
	for _, n := range []int{1, 2, 4, 5, 6} {
		table := patterns.Embedded(n)
		for i := 0; i < len(table.Patterns); i += 1 + len(table.Patterns)/20 {
			least, step, _ := patterns.Rows(21, n)
			for rows := least; rows <= 6; rows += step {
				p := emitterPacking(21, table.Patterns[i].At, rows)
				_, random := (&Random{Seed: 1, Rounds: 20}).Search(t.Context(), p)
				_, exact := (&Exact{}).Search(t.Context(), p)
				if random == nil && exact != nil || random == ErrNoSolution && exact != random || exact != nil && exact != ErrNoSolution {
					t.Errorf("random: %v, exact: %v\n%v", random, exact, p)
				}
				if random == nil {
					found++
				} else if random == ErrNoSolution {
					none++
				}
			}
		}
	}
	if found < 50 || none < 20 {
		t.Errorf("%d packings found and %d ruled out at random: this proves little", found, none)
	}
}

// deadline is a context that ends after Err was asked a number of times.
type deadline struct {
	context.Context
	asks int
}

func (d *deadline) Err() error {
	if d.asks--; d.asks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// None exists, gave up and cancelled are three errors.
func TestErrors(t *testing.T) {
	wide := emitterPacking(21, []int{9}, 7)
	tests := []struct {
		name string
		s    Searcher
		p    *Packing
		want string
	}{
		{"exact, none", &Exact{}, emitterPacking(21, []int{1, 4}, 2), "none"},
		{"random, none", &Random{Seed: 1}, emitterPacking(21, []int{1, 4}, 2), "none"},
		{"exact, gave up", &Exact{MaxNodes: 10}, wide, "gave up"},
		{"exhaustive, gave up", &Exhaustive{MaxNodes: 1000}, wide, "gave up"},
		{"random, gave up", &Random{Rounds: 3, Attempts: 20, Workers: 2}, wide, "gave up"},
	}
	for _, test := range tests {
		r, err := test.s.Search(t.Context(), test.p)
		var budget *BudgetError
		switch {
		case test.want == "none" && err != ErrNoSolution,
			test.want == "gave up" && (!errors.As(err, &budget) || budget.Nodes != r.Nodes || r.Nodes == 0):
			t.Errorf("%s: got %v after %d nodes", test.name, err, r.Nodes)
		}
	}
}

// A search ends at the next look at the context, which is never far.
func TestCancel(t *testing.T) {
	p := emitterPacking(21, []int{9}, 7)
	for name, s := range map[string]Searcher{
		"exact":      &Exact{},
		"exhaustive": &Exhaustive{},
		"random":     &Random{Rounds: 1 << 40, Workers: 1},
	} {
		for _, asks := range []int{0, 1, 3} {
			r, err := s.Search(&deadline{context.Background(), asks}, p)
			if asks == 3 && name == "exact" && err == nil {
				continue // it was faster
			}
			if !errors.Is(err, context.DeadlineExceeded) || r.Nodes > asks*checkEvery {
				t.Errorf("%s, %d looks at the context: %v after %d nodes", name, asks, err, r.Nodes)
			}
		}
	}
}

// The result of the randomised search depends on the seed alone.
func TestRandomIsDeterministic(t *testing.T) {
	for _, p := range []*Packing{
		emitterPacking(21, []int{3, 9}, 6), // takes several rounds
		emitterPacking(21, []int{0, 4, 10, 15}, 4),
		emitterPacking(21, []int{1}, 3), // is given up
	} {
		want, wantErr := (&Random{Seed: 5, Rounds: 40, Workers: 1}).Search(t.Context(), p)
		for workers := range 9 {
			got, err := (&Random{Seed: 5, Rounds: 40, Workers: workers}).Search(t.Context(), p)
			if !slices.Equal(got.Pieces, want.Pieces) || got.Nodes != want.Nodes || (err == nil) != (wantErr == nil) {
				t.Errorf("%d workers: %d pieces, %d nodes, %v; 1 worker: %d pieces, %d nodes, %v",
					workers, len(got.Pieces), got.Nodes, err, len(want.Pieces), want.Nodes, wantErr)
			}
		}
		if other, err := (&Random{Seed: 6, Rounds: 40}).Search(t.Context(), p); err == nil && slices.Equal(other.Pieces, want.Pieces) {
			t.Errorf("seeds 5 and 6 give the same pieces")
		}
	}
}

func TestVerify(t *testing.T) {
	p := emitterPacking(10, []int{0, 4}, 3)
	r, err := (&Exact{}).Search(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]tetris.Piece{
		"a piece too few": r.Pieces[:len(r.Pieces)-1],
		"other order":     append(slices.Clone(r.Pieces[1:]), r.Pieces[0]),
		"another row":     append([]tetris.Piece{{Drop: r.Pieces[0].Drop, Row: r.Pieces[0].Row + 1}}, r.Pieces[1:]...),
	} {
		if err := p.verify(list); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := finish(p, nil, 0); err == nil {
		t.Error("finish lets a wrong result pass")
	}
}

func TestCheckPanics(t *testing.T) {
	for name, p := range map[string]*Packing{
		"too narrow":    {Start: make([]int, 3), Goal: make([]int, 3)},
		"unequal":       {Start: make([]int, 5), Goal: make([]int, 4)},
		"filled":        {Start: make([]int, 5), Goal: make([]int, 5), Filled: make([]bool, 4)},
		"sinking":       {Start: []int{1, 1, 1, 1}, Goal: []int{1, 1, 1, 0}},
		"too high":      {Start: make([]int, 4), Goal: []int{16, 16, 16, 16}},
		"below nothing": {Start: []int{0, 0, 0, -1}, Goal: make([]int, 4)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			p.check()
		}()
	}
}
