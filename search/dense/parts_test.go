package dense

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// slowCloses is the twin of voids.closes: it tiles the columns on a grid, cell by
// cell, remembering nothing.
func slowCloses(height, columns int, floor bool, filled [][]bool) bool {
	for x := range columns {
		for y := range height {
			if !filled[x][y] {
				return slowCover(height, columns, floor, filled, x, y)
			}
		}
	}
	return true
}

func slowCover(height, columns int, floor bool, filled [][]bool, x, y int) bool {
	for i := range kinds {
		k := &kinds[i]
		p := tetris.Piece{Drop: tetris.Drop{Tetromino: k.tetromino, Orientation: k.orientation, Column: x}, Row: y - k.anchor}
		if !slowFits(height, columns, floor, filled, p) {
			continue
		}
		for _, c := range p.Cells() {
			filled[c.X][c.Y] = true
		}
		ok := slowCloses(height, columns, floor, filled)
		for _, c := range p.Cells() {
			filled[c.X][c.Y] = false
		}
		if ok {
			return true
		}
	}
	return false
}

func slowFits(height, columns int, floor bool, filled [][]bool, p tetris.Piece) bool {
	for _, c := range p.Cells() {
		if c.X >= columns || c.Y < 0 || c.Y >= height || filled[c.X][c.Y] {
			return false
		}
	}
	carried := floor
	for i := range p.Shape().Width {
		carried = carried || p.Row+p.Shape().Bottom[i] > 0
	}
	return carried
}

func TestVoidsAgainstSlowTwin(t *testing.T) {
	for _, floor := range []bool{false, true} {
		for height := 1; height <= 3; height++ {
			v := newVoids(height, 6, floor)
			for columns := range 7 {
				for p := range 1 << (3 * height) {
					filled := make([][]bool, max(3, columns))
					for x := range filled {
						filled[x] = make([]bool, height)
					}
					for bit := range 3 * height {
						filled[bit/height][bit%height] = p>>bit&1 != 0
					}
					want := p>>(columns*height) == 0 && slowCloses(height, columns, floor, filled)
					if got := v.closes(spread(p, height), columns); got != want {
						t.Errorf("height %d, %d columns, floor %v, profile %b: got %v, want %v", height, columns, floor, p, got, want)
					}
				}
			}
		}
	}
}

func TestSpreadInvertsProfile(t *testing.T) {
	for p := range 1 << 9 {
		if got := profile(spread(p, 3), 3); got != p {
			t.Errorf("profile of spread %b: got %b", p, got)
		}
	}
}

// spread is the inverse of profile.
func spread(p, height int) uint64 {
	rows := uint64(1)<<height - 1
	lanes := uint64(p)
	return lanes&rows<<down | lanes>>height&rows<<(windowRows+down) | lanes>>(2*height)&rows<<(2*windowRows+down)
}

// attempts yields attempts at random sprites that have taken some steps.
func attempts(seed uint64, n int, tn tuning, steps int, do func(r *rand.Rand, a *attempt)) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		width := 8 + r.IntN(8)
		cells := randomCells(r, width, width, 2+r.IntN(6), 2)
		s := newSearcher(&Problem{Width: width, Height: 42, Cells: cells, Carriers: free(2)}, &Options{})
		c := s.canvas(s.newSetting())
		a := newAttempt(c, c.start(), tn, 1, 1, s.tables)
		a.run(context.Background(), steps, noLimit)
		do(r, a)
	}
}

// windows yields the windows of random moves on states that an attempt has met.
func windows(t *testing.T, seed uint64, do func(a *attempt, s *state, m move)) {
	rounds := 60
	if testing.Short() {
		rounds = 20
	}
	attempts(seed, rounds, defaultTuning, 20_000, func(r *rand.Rand, a *attempt) {
		for _, layer := range a.layers {
			for _, st := range layer {
				if m := moveAt(st, r.IntN(numMoves)); mayCarry(st, m) {
					do(a, st, m)
				}
			}
		}
	})
}

// What the completer denies, no beam of any width finds.
func TestCompleterDeniesOnlyTheImpossible(t *testing.T) {
	denied := 0
	windows(t, 1, func(a *attempt, s *state, m move) {
		if m.height == 0 || m.height > 3 {
			return
		}
		w := a.window
		w.set(a.canvas, s, m)
		if !a.oblige(s) {
			return
		}
		a.weigh()
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		if a.complete.possible(0, 0) {
			return
		}
		denied++
		blind := &completer{c: a.canvas}
		wide := newBeam(maxNodes)
		if wide.run(a.canvas, w, blind) >= 0 {
			t.Errorf("%+v on a field %d wide, filled up to %v: denied, but there is a tiling", m, a.canvas.width, s.next)
		}
	})
	if denied == 0 {
		t.Error("nothing was denied")
	}
}

// Of a window that can't lead to anything no tiling makes a state.
func TestMayLead(t *testing.T) {
	denied := 0
	windows(t, 4, func(a *attempt, s *state, m move) {
		w := a.open(s, m)
		if !a.oblige(s) {
			return
		}
		a.weigh()
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		if a.mayLead(s) {
			return
		}
		if last := a.beam.runWide(a.canvas, w, a.complete); last >= 0 {
			denied++
			a.order.set(a.canvas, s, w, a.beam.trails, last)
			if a.child(s) != nil {
				t.Errorf("%+v on a field %d wide, filled up to %v: denied, but there is a structure", m, a.canvas.width, s.next)
			}
		}
	})
	if denied == 0 {
		t.Error("no tiling was denied")
	}
}

// States that differ from those before in the cells left over alone rank lower and lower.
func TestCrowding(t *testing.T) {
	a := &attempt{alike: map[uint64]int{}}
	left := func(x int) *state {
		s := &state{next: []int16{1, 2, 3}, carry: make([]bool, 3)}
		s.carry[x] = true
		return s
	}
	other := left(0)
	other.next = []int16{1, 2, 4}
	cleared := left(0)
	cleared.cleared = 3
	for i, test := range []struct {
		s    *state
		want int
	}{
		{left(0), 0}, {left(1), alikeCost}, {left(2), 2 * alikeCost}, {other, 0}, {cleared, 0},
		{&state{next: []int16{1, 2, 3}}, 0}, {left(0), 3 * alikeCost},
	} {
		if got := a.crowding(test.s); got != test.want {
			t.Errorf("state %d ranks %d lower, want %d", i, got, test.want)
		}
	}
	for range mostAlike {
		a.crowding(left(0))
	}
	if got := a.crowding(left(0)); got != mostAlike*alikeCost {
		t.Errorf("after many a state ranks %d lower, want %d", got, mostAlike*alikeCost)
	}
	a.tuning = idleTuning
	if got := a.crowding(left(0)); got != 0 {
		t.Errorf("with idle tuning a state ranks %d lower", got)
	}
}

// Tilings cover the structure but for what it finds there, the columns of filled pixels
// and of what is left over have no gaps, and every piece has something below it.
func TestBeamTilesTheWindow(t *testing.T) {
	tiled := 0
	windows(t, 2, func(a *attempt, s *state, m move) {
		w := a.window
		w.set(a.canvas, s, m)
		if !a.oblige(s) {
			return
		}
		a.weigh()
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		if last := a.beam.run(a.canvas, w, a.complete); last >= 0 {
			tiled++
			a.order.set(a.canvas, s, w, a.beam.trails, last)
			for i := range a.order.parts {
				if p := &a.order.parts[i]; !a.order.rests(p, 0) {
					t.Fatalf("%+v: %+v rests on nothing", m, *p)
				}
			}
			for x := range a.canvas.width {
				covered := uint16(0)
				for bit, owner := range a.order.owner[x] {
					if owner > 0 {
						covered |= 1 << bit
					}
				}
				filled := covered & w.loose[x]
				missing := w.loose[x] &^ covered
				if w.must[x]&^covered != 0 || covered&^(w.must[x]|w.loose[x]) != 0 || covered&w.kept[x] != 0 || missing != 0 && filled>>bits.TrailingZeros16(missing) != 0 {
					t.Fatalf("%+v: column %d is covered at %b; must %b, pixels and cells left over %b", m, x, covered, w.must[x], w.loose[x])
				}
			}
		}
	})
	if tiled == 0 {
		t.Error("nothing was tiled")
	}
}

// A wide beam tiles what a narrow one tiles and more, and leaves the beam as it was.
func TestRunWide(t *testing.T) {
	more := 0
	windows(t, 5, func(a *attempt, s *state, m move) {
		w := a.window
		w.set(a.canvas, s, m)
		if !a.oblige(s) {
			return
		}
		a.weigh()
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		b := newBeam(2)
		narrow, wide := b.run(a.canvas, w, a.complete) >= 0, b.runWide(a.canvas, w, a.complete) >= 0
		if narrow && !wide {
			t.Errorf("%+v: a beam of 2 tiles it, a wide one doesn't", m)
		}
		if wide && !narrow {
			more++
		}
		if b.width != 2 {
			t.Fatalf("the beam is %d wide now", b.width)
		}
	})
	if more == 0 {
		t.Error("the wide beam never helped")
	}
}

// What an attempt believes to stand in the field stands there by the rules: pixels, cells
// left over, also such as were added to others, and platforms with their hole, anywhere.
func TestStatesStandByTheRules(t *testing.T) {
	carried, grown, raised, inside := 0, 0, 0, 0
	attempts(8, 40, idleTuning, 30_000, func(_ *rand.Rand, a *attempt) {
		for _, layer := range slices.Clone(a.layers) {
			for _, q := range slices.Clone(layer) {
				standsByTheRules(t, a, q)
				if q.carry != nil {
					carried++
					grown += growsByTheRules(t, a, q)
				}
				if q.floor > 0 {
					raised++
				}
				if q.floor > 0 && q.hole > 0 && q.hole+platformColumns < a.canvas.width {
					inside++
				}
			}
		}
	})
	if carried == 0 || grown == 0 || raised == 0 || inside == 0 {
		t.Errorf("%d states with cells left over, %d grown, %d with platforms, %d with the hole inside: want some of each", carried, grown, raised, inside)
	}
}

// growsByTheRules adds to the cells left over at s and returns how many states that gives.
func growsByTheRules(t *testing.T, a *attempt, s *state) (n int) {
	t.Helper()
	m := move{cut: s.height + 1, height: carryHeight}
	if s.cleared+m.height >= a.limit || a.try(s, m) < good {
		return 0
	}
	for _, q := range a.layers[s.cleared+m.height] {
		if q.parent == s && q.filled == s.filled && q.carry != nil && q.height == s.height && keeps(s, q) && q.left() > s.left() {
			standsByTheRules(t, a, q)
			n++
		}
	}
	if n == 0 {
		t.Errorf("nothing was added to %v", s.carry)
	}
	return n
}

// keeps reports whether all cells left over at p are at q.
func keeps(p, q *state) bool {
	for x, cell := range p.carry {
		if cell && !q.carry[x] {
			return false
		}
	}
	return true
}

// standsByTheRules replays the drops that have led to q.
func standsByTheRules(t *testing.T, a *attempt, q *state) {
	t.Helper()
	f, err := tetris.NewField(a.canvas.width, a.canvas.height)
	if err != nil {
		t.Fatal(err)
	}
	standsAfter(t, f, a, q)
}

// standsAfter is standsByTheRules for an attempt that began with the cells of f.
func standsAfter(t *testing.T, f *tetris.Field, a *attempt, q *state) {
	t.Helper()
	c := a.canvas
	a.best = q
	r := (&searcher{problem: &Problem{Width: c.width}, best: &trial{attempt: a}}).result()
	a.best = nil
	for _, structure := range r.Structures {
		for _, piece := range structure {
			if _, err := f.Drop(piece.Drop); err != nil {
				t.Fatal(err)
			}
		}
	}
	for y := range c.height {
		for x := range c.width {
			if got := f.At(x, y) != tetris.None; got != stands(c, q, x, y) {
				t.Fatalf("column %d, row %d: filled is %v; the state has next %v, height %d, floor %d, hole %d, left over %v, the field is\n%s", x, y, got, q.next, q.height, q.floor, q.hole, q.carry, f)
			}
		}
	}
}

// stands reports whether q has a cell at column x and row y of the field.
func stands(c *canvas, q *state, x, y int) bool {
	if q.floor > 0 && y >= q.floor {
		if y -= platformRows - 1; y < q.floor {
			return !q.hollow(x) || x > q.hole && y < q.floor-1
		}
	}
	if y == q.height && q.carry != nil {
		return q.carry[x]
	}
	return y < c.rows && c.cells[y][x] > 0 && y < int(q.next[x])
}

// slowReach is the twin of reach.good, cell by cell as the definition says.
func slowReach(c *canvas, s *state, cut int) bool {
	for x := range c.width {
		for y := int(s.next[x]); y < cut && y < c.rows; y++ {
			if c.cells[y][x] != 0 && !slowReachable(c, s, cut, x, y) {
				return false
			}
		}
	}
	return true
}

func slowReachable(c *canvas, s *state, cut, x, y int) bool {
	for i := range kinds {
		k := &kinds[i]
		for _, at := range k.cells {
			p := tetris.Piece{Drop: tetris.Drop{Tetromino: k.tetromino, Orientation: k.orientation, Column: x - at.X}, Row: y - at.Y}
			if p.Inside(c.width) && c.carries[k.tetromino] == c.cells[y][x] && slowHolds(c, s, cut, p) {
				return true
			}
		}
	}
	return false
}

func slowHolds(c *canvas, s *state, cut int, p tetris.Piece) bool {
	rests := false
	for _, at := range p.Cells() {
		if at.Y < 0 || at.Y < cut && (at.Y >= c.rows || c.cells[at.Y][at.X] != c.carries[p.Tetromino] || at.Y < int(s.next[at.X])) {
			return false
		}
		if at.Y == p.Row+p.Shape().Bottom[at.X-p.Column] {
			under := at.Y - 1
			rests = rests || under < 0 || under >= cut || s.floor > 0 && at.Y == s.floor && !s.hollow(at.X) || under < c.rows && c.cells[under][at.X] != 0
		}
	}
	return rests
}

func TestReachAgainstSlowTwin(t *testing.T) {
	bad := 0
	windows(t, 3, func(a *attempt, s *state, m move) {
		got, want := a.reach.good(a.canvas, s, m.cut), slowReach(a.canvas, s, m.cut)
		if got != want {
			t.Errorf("cut %d of a state filled up to %v: got %v, want %v", m.cut, s.next, got, want)
		}
		if !got {
			bad++
		}
	})
	if bad == 0 {
		t.Error("every cut was good")
	}
}

// match finds a tetromino for each colour exactly when Hall's condition holds: any
// colours have together at least as many tetrominoes.
func TestMatchAgainstHall(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for range 2000 {
		colors := 1 + r.IntN(MaxColors)
		var pairs [MaxColors + 1]types
		var palette []uint8
		for c := 1; c <= colors; c++ {
			pairs[c] = types(r.IntN(128)&r.IntN(128)) << 1
			palette = append(palette, uint8(c))
		}
		want := true
		for set := range 1 << colors {
			var together types
			for c := range colors {
				if set>>c&1 != 0 {
					together |= pairs[c+1]
				}
			}
			want = want && together.size() >= bits.OnesCount(uint(set))
		}
		carries, got := match(pairs, palette, r.IntN)
		if got != want {
			t.Fatalf("%v: got %v, want %v", pairs[1:colors+1], got, want)
		}
		s := &searcher{palette: palette, pairs: pairs}
		if got && !s.carriesAll(carries) {
			t.Fatalf("%v: %v leaves a colour out", pairs[1:colors+1], carries)
		}
	}
}

// The mirror image of a mirror image is the picture.
func TestMirror(t *testing.T) {
	for tm := tetris.I; tm <= tetris.L; tm++ {
		for o := range tm.Orientations() {
			p := tetris.Piece{Drop: tetris.Drop{Tetromino: tm, Orientation: o, Column: 2}, Row: 1}
			m := mirrorPiece(p, 10)
			cells := map[tetris.Cell]bool{}
			for _, c := range m.Cells() {
				cells[c] = true
			}
			for _, c := range p.Cells() {
				if !cells[tetris.Cell{X: 9 - c.X, Y: c.Y}] {
					t.Errorf("%v: its mirror image %v misses %v", p, m, c)
				}
			}
			if back := mirrorPiece(m, 10); back != p {
				t.Errorf("%v: twice mirrored is %v", p, back)
			}
		}
	}
}

// Most plans of a field whose width is a multiple of four leave cells over.
func TestCarry(t *testing.T) {
	p := &Problem{Width: 12, Height: 42, Cells: cellsOf(t, "a..a .a.. a..b .b.. a..b"), Carriers: free(2)}
	s := newSearcher(p, &Options{})
	for s.best == nil && s.round < 10 {
		s.run(context.Background())
	}
	if s.best == nil {
		t.Fatal("no plan")
	}
	carried := 0
	for q := s.best.attempt.best; q != nil; q = q.parent {
		carried += q.left()
	}
	if carried == 0 {
		t.Error("nothing was left over")
	}
	replay(t, p, s.result())
}

// The passes through the layers of a large picture begin near the top, now and then
// further down, and at the lowest layer in the end; with a plan always there.
func TestPasses(t *testing.T) {
	a := &attempt{canvas: &canvas{pixels: largePixels}, limit: noLimit, layers: make([]layer, 100)}
	var got []int
	for range 8 {
		got = append(got, a.first())
	}
	if want := []int{84, 68, 84, 36, 84, 68, 84, 0}; !slices.Equal(got, want) {
		t.Errorf("passes begin at %v, want %v", got, want)
	}
	a.limit = 50
	if got := a.first(); got != 35 {
		t.Errorf("below a limit of 50 a pass begins at %d, want 35", got)
	}
	a.best = &state{}
	if got := a.first(); got != 0 {
		t.Errorf("with a plan a pass begins at %d", got)
	}
}

// Without a plan of a small picture most states expanded are the best of all layers, of equally good ones
// those with most rows cleared.
func TestFurthest(t *testing.T) {
	a := &attempt{layers: []layer{{{rank: 3}}, {{rank: 7}, {rank: 5}}, nil, {{rank: 7}}, {{rank: 6}}}}
	if got := a.furthest(); got != 3 {
		t.Errorf("furthest is layer %d, want 3", got)
	}
}

// Attempts that have hardly begun compare by pixels, others by where they lead, and
// these come first.
func TestProjection(t *testing.T) {
	projected := func(most ...int) int {
		return (&attempt{canvas: &canvas{pixels: 30}, most: most}).projection()
	}
	if got := projected(0, 5, 12); got != 500 {
		t.Errorf("12 of 30 pixels with 2 rows cleared: %d hundredths, want 500", got)
	}
	if a, b, c := projected(0, 5, 12), projected(0, 9), projected(0, 4, 7); a >= b || b >= c {
		t.Errorf("12, 9 and 7 of 30 pixels: %d, %d, %d don't rise", a, b, c)
	}
}

// searcherIn returns a searcher in a round, with so many pixels, and perhaps with a plan.
func searcherIn(round, pixels int, plan bool) *searcher {
	s := &searcher{problem: &Problem{Width: 21}, round: round, pixels: pixels}
	if plan {
		s.best = &trial{}
	}
	return s
}

// Other tunings come where there is no plan after the first rounds, for large pictures
// after many.
func TestTuning(t *testing.T) {
	tests := []struct {
		name          string
		round, pixels int
		plan          bool
		turns         bool
	}{
		{"first rounds", 0, 100, false, false},
		{"no plan", firstRounds, 100, false, true},
		{"a plan", firstRounds, 100, true, false},
		{"a large picture", firstRounds, largePixels, false, false},
		{"a large picture that is hard", largeRounds, largePixels, false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := searcherIn(test.round, test.pixels, test.plan)
			seen := map[tuning]bool{}
			for n := range tunings {
				seen[s.tuning(n)] = true
			}
			if want := map[bool]int{true: len(tunings), false: 1}[test.turns]; len(seen) != want || !seen[defaultTuning] {
				t.Errorf("%d tunings, the default among them: %v; want %d", len(seen), seen[defaultTuning], want)
			}
		})
	}
}

// Cells left over count more against a structure on fields of even width, in the first rounds
// and once there is a plan; nothing else differs.
func TestTuningOfEvenWidths(t *testing.T) {
	for _, plan := range []bool{false, true} {
		odd, even := searcherIn(0, 100, plan), searcherIn(0, 100, plan)
		even.problem.Width = 10
		want, got := odd.tuning(0), even.tuning(0)
		if got.spare >= want.spare || want.spare >= 0 {
			t.Errorf("a cell left over weighs %d on 21 columns, %d on 10", want.spare, got.spare)
		}
		if got.spare = want.spare; got != want {
			t.Errorf("on 10 columns also %+v, want %+v", got, want)
		}
	}
}

// A round has the same number of slices whatever it divides them among, or it would take
// longer at times; and attempts are begun as long as they can come up to the best.
func TestDivide(t *testing.T) {
	tests := []struct {
		name          string
		round, pixels int
		plan          bool
		fresh         bool
	}{
		{"the first round", 0, 100, false, true},
		{"an even round without a plan", firstRounds + 1, 100, false, true},
		{"an odd round without a plan", firstRounds, 100, false, true},
		{"a plan", firstRounds, 100, true, true},
		{"a large picture", firstRounds, largePixels, false, true},
		{"a large picture with a plan", firstRounds, largePixels, true, false},
	}
	for _, test := range tests {
		s := searcherIn(test.round, test.pixels, test.plan)
		fresh, kept := s.divide()
		sum := fresh
		for _, n := range kept {
			sum += n
		}
		if sum != roundSlices || fresh > 0 != test.fresh {
			t.Errorf("%s: %d new slices and %v, want %d in all", test.name, fresh, kept, roundSlices)
		}
	}
}

// More effort goes on for longer after the first plan of a large picture, however late that
// came; small pictures have as many rounds as the effort says.
func TestRoundsAfterPlan(t *testing.T) {
	const first = 30
	for _, test := range []struct{ effort, pixels, want int }{
		{1, largePixels, first},
		{3, largePixels, first * 3 / 2},
		{5, largePixels, first * 2},
		{9, largePixels, 220},
		{5, 100, 12},
	} {
		s := &searcher{opts: &Options{Effort: test.effort}, pixels: test.pixels, best: &trial{}, first: first}
		if got := s.rounds(); got != test.want {
			t.Errorf("effort %d, %d pixels: %d rounds, want %d", test.effort, test.pixels, got, test.want)
		}
		before := s.rounds()
		if s.opts.Effort++; s.opts.Effort <= MaxEffort && s.rounds() <= before {
			t.Errorf("effort %d, %d pixels: %d rounds, no more than with less effort", s.opts.Effort, test.pixels, s.rounds())
		}
	}
}
