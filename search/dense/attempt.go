package dense

import (
	"container/heap"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// layer is a heap of states with the same number of cleared rows, best first.
type layer []*state

func (l layer) Len() int           { return len(l) }
func (l layer) Less(i, j int) bool { return l[i].rank > l[j].rank }
func (l layer) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *layer) Push(x any)        { *l = append(*l, x.(*state)) }
func (l *layer) Pop() any {
	old := *l
	s := old[len(old)-1]
	old[len(old)-1] = nil
	*l = old[:len(old)-1]
	return s
}

// noLimit is the limit of an attempt as long as there is no plan.
const noLimit = 1 << 30

// attempt is a search on one canvas. It can be run in slices: what it finds
// depends only on its seed and on the limits it is given at each of them.
type attempt struct {
	canvas *canvas
	tuning tuning
	rand   *rand.Rand
	ties   uint64 // random bits not used yet

	layers []layer
	at     int            // layer to expand next
	passes uint           // through the layers
	turn   uint           // states expanded and layers passed
	most   []int          // by layer: pixels filled by its best state
	seen   map[uint64]int // rows cleared, by key of the state
	alike  map[uint64]int // states found with cells left over, by their pixels and rows cleared
	limit  int            // plans with more cleared rows are of no use
	best   *state
	stays  bool // platforms are not taken away, not even under the best plan
	rate   [numMoves]rate

	beam     *beam
	window   *window
	order    *orderer
	reach    *reach
	complete *completer
	outlook  *outlook // nil with large pictures, which come to their end too seldom
}

func newAttempt(c *canvas, start *state, t tuning, seed, number uint64, tables *voidTables) *attempt {
	a := &attempt{
		canvas: c, tuning: t, rand: rand.New(rand.NewPCG(seed, number)),
		seen: map[uint64]int{}, alike: map[uint64]int{}, limit: noLimit,
		beam: newBeam(t.beamWidth), window: newWindow(c), order: newOrderer(c),
		reach: newReach(c), complete: newCompleter(c, tables),
	}
	if c.pixels < largePixels {
		a.outlook = newOutlook(c)
	}
	a.push(start)
	return a
}

// tune changes the tuning.
func (a *attempt) tune(t tuning) {
	a.tuning, a.beam.width = t, t.beamWidth
}

// push keeps s for expansion, or as the best plan.
func (a *attempt) push(s *state) {
	if a.hopeless(s) {
		return
	}
	for len(a.layers) <= s.cleared {
		a.layers, a.most = append(a.layers, nil), append(a.most, 0)
	}
	a.most[s.cleared] = max(a.most[s.cleared], s.filled)
	if s.filled == a.canvas.pixels && s.carry == nil {
		if s.floor > 0 && !a.stays {
			s = a.lower(s)
		}
		a.best = s
		a.limit = s.cleared - step(a.canvas.width)
		return
	}
	heap.Push(&a.layers[s.cleared], s)
}

// hopeless reports whether by its outlook no plan from s clears few enough rows.
func (a *attempt) hopeless(s *state) bool {
	rows := s.outlook
	if s.carry != nil {
		rows = max(rows, 1)
	}
	return s.cleared+rows > a.limit
}

// tooHigh reports the same of those plans that go on with m.
func (a *attempt) tooHigh(s *state, m move) bool {
	rows := m.height
	if m.height > 0 {
		rows += max(m.carry, s.after[m.cut-s.height])
	}
	return s.cleared+rows > a.limit
}

// run expands the best state of each layer in turn, going on where it stopped,
// until the beam has taken so many more steps. As long as there is no plan of a small
// picture, three states of four are the best of all layers instead. It returns false
// once there is nothing left to expand.
func (a *attempt) run(ctx context.Context, steps, limit int) bool {
	a.limit = min(a.limit, limit)
	end := a.beam.steps + steps
	for idle := 0; a.beam.steps < end && ctx.Err() == nil; a.turn++ {
		if a.limit == noLimit && a.canvas.pixels < largePixels && a.turn%4 != 0 {
			a.expandAt(a.furthest())
			continue
		}
		if a.at > a.limit || a.at >= len(a.layers) {
			a.at = a.first()
		}
		if a.limit >= 0 && a.expandAt(a.at) {
			idle = 0
		} else if idle++; idle > len(a.layers) {
			if a.spent() {
				return false
			}
			idle = 0
		}
		a.at++
	}
	return true
}

// dive is how many layers a short pass through the layers of a large picture takes.
const dive = 16

// first returns the layer that the next pass through the layers begins with: the
// lowest one, but for large pictures without a plan. There the way through all the
// layers is long, and most passes take only the uppermost ones: every second pass
// is the shortest, every fourth twice as long, and so on.
func (a *attempt) first() int {
	a.passes++
	if a.best != nil || a.canvas.pixels < largePixels {
		return 0
	}
	return max(0, min(len(a.layers), a.limit+1)-dive<<bits.TrailingZeros(a.passes))
}

// furthest returns the layer of the best state, of equally good ones the last.
func (a *attempt) furthest() (at int) {
	best := math.MinInt
	for i, l := range a.layers {
		if len(l) > 0 && l[0].rank >= best {
			at, best = i, l[0].rank
		}
	}
	return at
}

// expandAt expands the best state of a layer. It returns false if there is none.
func (a *attempt) expandAt(layer int) bool {
	if len(a.layers[layer]) == 0 {
		return false
	}
	if s := heap.Pop(&a.layers[layer]).(*state); !a.hopeless(s) {
		a.expand(s)
	}
	return true
}

// spent reports whether no layer that may lead to a better plan has a state left.
func (a *attempt) spent() bool {
	for cleared, l := range a.layers {
		if cleared <= a.limit && len(l) > 0 {
			return false
		}
	}
	return true
}

// projection estimates the cleared rows of a plan that goes on as the best states
// have come, in hundredths. Attempts are compared by it, those that have not filled a
// third of the pixels by how many they have.
func (a *attempt) projection() int {
	best := 1<<40 - slices.Max(a.most)
	for cleared, filled := range a.most {
		if filled*3 >= a.canvas.pixels {
			best = min(best, 100*cleared*a.canvas.pixels/filled)
		}
	}
	return best
}

// expand tries some moves at s.
func (a *attempt) expand(s *state) {
	if s.visits == 0 {
		a.rule(s)
		if s.floor > 0 && s.carry == nil && !a.stays {
			a.push(a.lower(s))
		}
	}
	if s.visits++; a.rand.IntN(a.tuning.platform) == 0 && a.mayRaise(s) {
		a.raise(s)
	}
	for range a.tuning.moves {
		i := a.pick(s)
		if i < 0 {
			if a.mayRaise(s) {
				a.raise(s)
			}
			return
		}
		m := moveAt(s, i)
		if m.height == 0 { // pixels alone, in a window of any height
			m.up = 3*m.up + a.rand.IntN(4)
		}
		r := &a.rate[i]
		if a.tooHigh(s, m) {
			s.bad.add(i)
			continue
		}
		r.tried++
		switch a.try(s, m) {
		case useless:
			s.bad.add(i)
		case unordered: // other weights may do, but not for ever
			if a.rand.IntN(3) == 0 {
				s.bad.add(i)
			}
		case top:
			r.top++
			fallthrough
		case good:
			r.good++
		}
	}
	s.rank -= a.tuning.revisit
	a.push(s)
}

// score is that of the canvas, and what cells left over and a platform are worth to the
// attempt.
func (a *attempt) score(s *state) int {
	score := a.canvas.score(s) + a.tuning.left*s.left()
	if s.floor > 0 {
		score += a.tuning.raised
	}
	score -= a.tuning.idle * s.idle
	return score
}

// tie returns a random number.
func (a *attempt) tie() uint8 {
	if a.ties == 0 {
		a.ties = a.rand.Uint64() | 1<<63
	}
	t := uint8(a.ties)
	a.ties >>= 8
	return t
}
