package dense

import (
	"container/heap"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// tuning holds the numbers of an attempt that only experiments can find: pieces
// counted as cmd/benchpieces does, on sprites by other people.
type tuning struct {
	beamWidth int  // nodes of the beam
	variants  int  // structures that one run of the beam may give
	moves     int  // moves tried at a state in one visit
	noise     int  // random share of a pixel's weight, of 100
	deep      int  // extra weight of a pixel below the cut, for each row of depth
	orders    int  // ties tried to bring a structure's pieces into an order
	upMost    int  // moves that fill more rows above are tried one time in eight
	platform  int  // one in so many visits tries a platform
	spare     int  // weight of a cell left over; that of a pixel is 100
	revisit   int  // tenths of a pixel by which a state's score falls with each visit
	idle      bool // structures may fill no pixel and only change what is left over
}

var defaultTuning = tuning{beamWidth: 60, variants: 4, moves: 4, noise: 30, deep: 10, orders: 3, spare: 5, revisit: 20, upMost: down, platform: 10}

// tunings are for sprites that the default finds no plan for: some are found by looking
// wider, some by structures that only change what is left over, some by going on.
var tunings = [...]tuning{defaultTuning, idleTuning, wideTuning}

var idleTuning = tuning{beamWidth: 60, variants: 4, moves: 4, noise: 60, deep: 10, orders: 3, spare: 0, revisit: 20, upMost: down, platform: 3, idle: true}

var wideTuning = tuning{beamWidth: 200, variants: 12, moves: 4, noise: 100, deep: 10, orders: 3, spare: 5, revisit: 20, upMost: 1, platform: 3, idle: true}

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

// rate counts how often a move was tried in an attempt, how often it led on, and how
// often to a state about as good as the best one waiting with as many cleared rows.
type rate struct{ tried, good, top int }

// topMargin is how much less, in tenths of a pixel, such a state may score.
const topMargin = 20

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
	most   []int          // by layer: pixels filled by its best state
	seen   map[uint64]int // rows cleared, by key of the state
	limit  int            // plans with more cleared rows are of no use
	best   *state
	rate   [numMoves]rate

	beam     *beam
	window   *window
	order    *orderer
	reach    *reach
	complete *completer
}

func newAttempt(c *canvas, t tuning, seed, number uint64, tables *voidTables) *attempt {
	a := &attempt{
		canvas: c, tuning: t, rand: rand.New(rand.NewPCG(seed, number)),
		seen: map[uint64]int{}, limit: 1 << 30,
		beam: newBeam(t.beamWidth, t.variants), window: newWindow(c), order: newOrderer(c),
		reach: newReach(c), complete: newCompleter(c, tables),
	}
	a.push(c.start())
	return a
}

// push keeps s for expansion, or as the best plan.
func (a *attempt) push(s *state) {
	if s.cleared > a.limit || s.carry != nil && s.cleared == a.limit {
		return
	}
	for len(a.layers) <= s.cleared {
		a.layers, a.most = append(a.layers, nil), append(a.most, 0)
	}
	a.most[s.cleared] = max(a.most[s.cleared], s.filled)
	if s.filled == a.canvas.pixels && s.carry == nil {
		if s.floor > 0 {
			s = a.lower(s)
		}
		a.best = s
		a.limit = s.cleared - step(a.canvas.width)
		return
	}
	heap.Push(&a.layers[s.cleared], s)
}

// run expands the best state of each layer in turn, going on where it stopped,
// until the beam has taken so many more steps. It returns false once there is
// nothing left to expand.
func (a *attempt) run(ctx context.Context, steps, limit int) bool {
	a.limit = min(a.limit, limit)
	end := a.beam.steps + steps
	for idle := 0; a.beam.steps < end && ctx.Err() == nil; a.at++ {
		if a.at > a.limit || a.at >= len(a.layers) {
			a.at = a.first()
		}
		if len(a.layers[a.at]) == 0 || a.limit < 0 {
			if idle++; idle > len(a.layers) {
				if a.spent() {
					return false
				}
				idle = 0
			}
			continue
		}
		idle = 0
		a.expand(heap.Pop(&a.layers[a.at]).(*state))
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
// have come, in hundredths. Attempts are compared by it.
func (a *attempt) projection() int {
	best := 1 << 40
	for cleared, filled := range a.most {
		if filled*3 >= a.canvas.pixels {
			best = min(best, 100*cleared*a.canvas.pixels/filled)
		}
	}
	return best
}

// numMoves is the number of moves at a state: rises, heights and ups, without cells
// left over and with them.
const (
	numMoves     = 2 * numFullMoves
	numFullMoves = (maxRise + 1) * (maxHeight + 1) * (down + 1)
)

// moveAt returns the i-th move at s.
func moveAt(s *state, i int) move {
	carry := i / numFullMoves
	i %= numFullMoves
	return move{s.height + i/((maxHeight+1)*(down+1)), i / (down + 1) % (maxHeight + 1), i % (down + 1), carry}
}

// expand tries some moves at s.
func (a *attempt) expand(s *state) {
	if s.visits == 0 {
		a.rule(s)
		if s.floor > 0 {
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
		if s.cleared+m.height > a.limit {
			s.bad.add(i)
			continue
		}
		r.tried++
		switch a.try(s, m) {
		case useless:
			s.bad.add(i)
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

// rule marks the moves that can't be made at s.
func (a *attempt) rule(s *state) {
	cuts := a.cuts(s)
	for i := range numMoves {
		m := moveAt(s, i)
		switch {
		case !mayCarry(s, m),
			m.height > 0 && cuts>>(m.cut-s.height)&1 == 0,
			m.height == 0 && m.cut > s.height,
			m.height == maxHeight && a.canvas.width > wideField:
			s.bad.add(i)
		}
	}
}

// pick chooses a move at s, more often one that has led somewhere in this attempt.
// It returns -1 if there is none left.
func (a *attempt) pick(s *state) int {
	sum := 0
	for i := range numMoves {
		if !s.bad.has(i) {
			sum += a.chance(i)
		}
	}
	if sum == 0 {
		return -1
	}
	at := a.rand.IntN(sum)
	for i := range numMoves {
		if !s.bad.has(i) {
			if at -= a.chance(i); at < 0 {
				return i
			}
		}
	}
	panic("dense: no move picked")
}

func (a *attempt) chance(i int) int {
	r := &a.rate[i]
	c := 1 + (10*(r.good+1)+200*(r.top+1))/(r.tried+2)
	i %= numFullMoves
	if i%(down+1) > a.tuning.upMost {
		c = max(1, c/8)
	}
	switch i / (down + 1) % (maxHeight + 1) {
	case maxHeight - 1:
		c = max(1, c/2)
	case maxHeight:
		c = max(1, c/20)
	}
	return c
}

// outcome says how far a structure or a move leads.
type outcome int

const (
	useless outcome = iota
	good            // leads on, to a state known or new
	top             // to one of the best of its layer
)

// try looks for the best structures of a move.
func (a *attempt) try(s *state, m move) (o outcome) {
	room := a.canvas.height - spawnRows - m.cut - m.height - m.carry
	if s.floor > 0 {
		room -= platformRows - 1
	}
	m.up = min(m.up, room)
	if m.up < 0 {
		return useless
	}
	w := a.window
	w.set(a.canvas, s, m)
	if !a.oblige(s) {
		return useless
	}
	a.weigh()
	w.list(a.canvas, a.tie)
	a.complete.set(w)
	if m.height > 0 && !a.complete.possible(0, 0) {
		a.beam.steps += a.canvas.width + a.complete.steps()
		return useless
	}
	for _, end := range a.beam.run(a.canvas, w, a.complete) {
		if end.trail >= 0 {
			o = max(o, a.finish(s, end))
		}
	}
	a.beam.steps += a.complete.steps()
	return o
}

// oblige adds the pixels that the next cut will not reach any more to the cells
// that have to be filled. It returns false if there are some out of reach.
func (a *attempt) oblige(s *state) bool {
	w, c := a.window, a.canvas
	next := w.cut + w.up
	if w.up == 0 || !slices.ContainsFunc(s.next, func(n int16) bool { return int(n) < next }) {
		return true
	}
	base := next - reachRows
	a.reach.set(c, s, base)
	for x := range c.width {
		for y := int(s.next[x]); y < next; y = int(c.after[x][y+1]) {
			if y >= base && a.reach.reachable(c, x, y-base, int(c.cells[y][x])) {
				continue
			}
			if y < w.base {
				return false
			}
			w.must[x] |= 1 << w.bit(y)
		}
	}
	return true
}

// weigh gives each cell of the window its weight.
func (a *attempt) weigh() {
	w := a.window
	for x := range a.canvas.width {
		clear(w.weight[x][:])
		for f := w.spare[x]; f != 0; f &= f - 1 {
			w.weight[x][bits.TrailingZeros16(f)] = int32(a.tuning.spare)
		}
		for f := w.free[x]; f != 0; f &= f - 1 {
			bit := bits.TrailingZeros16(f)
			weight := 100 + a.rand.IntN(a.tuning.noise)
			if bit < down {
				weight += a.tuning.deep * (down - bit)
			}
			w.weight[x][bit] = int32(weight)
		}
	}
}

// finish makes a state of a tiling. It is useless if it fills no pixel or ends in a
// dead state.
func (a *attempt) finish(s *state, end node) outcome {
	a.order.set(a.canvas, a.window, a.beam.trails, end.trail)
	child := a.child(s)
	if child == nil {
		return useless
	}
	key := child.key()
	if old, ok := a.seen[key]; ok && old <= child.cleared {
		return useless
	}
	if child.filled < a.canvas.pixels && a.cuts(child) == 0 {
		return useless
	}
	for range a.tuning.orders {
		a.order.reset(a.canvas, s, a.window, a.tie)
		if a.order.run() {
			child.drops = a.order.drops(a.window)
			a.seen[key] = child.cleared
			rivals := a.rivals(child)
			a.push(child)
			if rivals {
				return top
			}
			break
		}
	}
	return good
}

// rivals reports whether s is about as good as the best state waiting with as many
// cleared rows.
func (a *attempt) rivals(s *state) bool {
	if s.cleared >= len(a.layers) || len(a.layers[s.cleared]) == 0 {
		return true
	}
	return s.rank+topMargin >= a.layers[s.cleared][0].rank
}

// cuts returns the cuts at which a structure may stand on s, as [reach.cuts] does:
// with cells left over only the one they stand at.
func (a *attempt) cuts(s *state) uint8 {
	if s.carry != nil {
		if a.reach.good(a.canvas, s, s.height) {
			return 1
		}
		return 0
	}
	return a.reach.cuts(a.canvas, s)
}

// child returns the state after the orderer's tiling, still without its drops, or
// nil if it fills no pixel and doesn't do anything useful with what was left over.
func (a *attempt) child(s *state) *state {
	c, w := a.canvas, a.window
	child := &state{next: slices.Clone(s.next), filled: s.filled, height: s.height, cleared: s.cleared + w.height, floor: s.floor, parent: s}
	for x := range c.width {
		for f := w.free[x]; f != 0; f &= f - 1 {
			bit := bits.TrailingZeros16(f)
			if a.order.owner[x][bit] == 0 {
				break
			}
			row := w.spriteRow(bit)
			child.filled++
			child.next[x] = c.after[x][row+1]
			child.height = max(child.height, row+1)
		}
	}
	if w.carry > 0 && !a.leave(child) {
		return nil
	}
	if child.filled == s.filled && !(s.carry != nil && child.carry == nil) && !(a.tuning.idle && w.carry > 0) {
		return nil
	}
	child.rank = c.score(child)
	return child
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
