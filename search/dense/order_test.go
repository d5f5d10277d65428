package dense

import (
	"math/rand/v2"
	"testing"
)

// slowOrder tries all orders of the parts in which what lies below comes first, on a
// field cell by cell: rows are lists, and full ones of the structure leave it.
type slowOrder struct {
	o      *orderer
	w      *window
	known  map[uint32]bool // by dropped parts: whether the others can follow
	target uint32
}

func (s *slowOrder) possible(dropped uint32) bool {
	if dropped == s.target {
		return true
	}
	if known, ok := s.known[dropped]; ok {
		return known
	}
	possible := false
	for i := range s.o.parts {
		if dropped>>i&1 == 0 && s.lands(dropped, i) && s.possible(dropped|1<<i) {
			possible = true
			break
		}
	}
	s.known[dropped] = possible
	return possible
}

// there reports whether a cell of the window, row -1 being the one below it, is filled.
func (s *slowOrder) there(dropped uint32, x, row int) bool {
	if row >= 0 && s.o.owner[x][row] > 0 && dropped>>(s.o.owner[x][row]-1)&1 != 0 {
		return true
	}
	return s.o.filled[x]>>(row+1)&1 != 0
}

// standing lists the rows that have not cleared, from below.
func (s *slowOrder) standing(dropped uint32) (rows []int) {
	for row := -1; row < windowRows; row++ {
		full := row >= down && row < down+s.w.height
		for x := range s.o.owner {
			full = full && s.there(dropped, x, row)
		}
		if !full {
			rows = append(rows, row)
		}
	}
	return rows
}

// lands reports whether part i falls to its place past nothing and stops there.
func (s *slowOrder) lands(dropped uint32, i int) bool {
	rests := false
	rows := s.standing(dropped)
	for at, row := range rows {
		if row < 0 {
			continue
		}
		for x := range s.o.owner {
			if int(s.o.owner[x][row]) != i+1 {
				continue
			}
			for above := row; above < windowRows; above++ { // cleared ones too
				if s.there(dropped, x, above) {
					return false
				}
			}
			rests = rests || s.there(dropped, x, rows[at-1])
		}
	}
	return rests
}

// The orderer finds an order wherever there is one, and what it finds is one.
func TestOrderAgainstSlowTwin(t *testing.T) {
	ordered, stuck := 0, 0
	check := func(a *attempt, s *state, m move) {
		if m.height > 3 {
			return
		}
		w := a.window
		w.set(a.canvas, s, m)
		if !a.oblige(s) || w.grows && !a.addBeside(s) {
			return
		}
		a.weigh()
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		last := a.beam.run(a.canvas, w, a.complete)
		if last < 0 {
			return
		}
		o := a.order
		o.set(a.canvas, s, w, a.beam.trails, last)
		if len(o.parts) > 18 {
			return
		}
		slow := &slowOrder{o: o, w: w, known: map[uint32]bool{}, target: 1<<len(o.parts) - 1}
		want := slow.possible(0)
		if got := o.run(); got != want {
			t.Fatalf("ordered is %v, want %v, for %+v on %+v", got, want, m, s)
		}
		if !want {
			stuck++
			return
		}
		ordered++
		dropped := uint32(0)
		for _, i := range o.order {
			if !slow.lands(dropped, int(i)) {
				t.Fatalf("part %d of %v does not land, for %+v on %+v", i, o.order, m, s)
			}
			dropped |= 1 << i
		}
	}
	attempts(11, 150, idleTuning, 30_000, func(r *rand.Rand, a *attempt) {
		for _, layer := range a.layers {
			for _, st := range layer {
				for range 20 {
					if m := moveAt(st, r.IntN(numMoves)); mayCarry(st, m) {
						check(a, st, m)
					}
				}
			}
		}
	})
	if ordered < 100 || stuck < 10 {
		t.Errorf("%d tilings ordered, %d stuck: want 100 and 10", ordered, stuck)
	}
}
