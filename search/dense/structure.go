package dense

import (
	"math/bits"
	"slices"
)

// Here a move becomes structures, and each structure a state.

// outcome says how far a structure or a move leads.
type outcome int

const (
	useless   outcome = iota
	unordered         // the pieces can't be dropped in any order; those of another tiling may be
	good              // leads on, to a new state
	top               // to one of the best of its layer
)

// windowSteps is the work of preparing a window, in steps of the beam for each column. It
// was fitted to the times of 48 sprites, of which those with many windows that lead nowhere
// took longest.
const windowSteps = 4

// try looks for the best structure of a move.
func (a *attempt) try(s *state, m move) (o outcome) {
	room := a.canvas.height - spawnRows - m.cut - m.height - m.carry
	if s.floor > 0 {
		room -= platformRows - 1
	}
	m.up = min(m.up, room)
	if m.up < 0 {
		return useless
	}
	w := a.open(s, m)
	a.beam.steps += windowSteps * a.canvas.width
	if !a.oblige(s) || w.grows && !a.addBeside(s) {
		return useless
	}
	a.weigh()
	w.list(a.canvas, a.tie)
	a.complete.set(w)
	if !a.mayLead(s) || !a.complete.possible(0, 0) {
		a.beam.steps += a.complete.steps()
		return useless
	}
	last := a.beam.run(a.canvas, w, a.complete)
	if last < 0 && a.limit == noLimit {
		last = a.beam.runWide(a.canvas, w, a.complete)
	}
	if last >= 0 {
		o = a.finish(s, last)
	}
	a.beam.steps += a.complete.steps()
	return o
}

// mayLead reports whether a structure in the window of a move on s can be worth anything:
// whether it may fill a pixel or use up what is left over.
func (a *attempt) mayLead(s *state) bool {
	w := a.window
	return w.fills || a.tuning.idle > 0 || s.carry != nil && w.carry == 0
}

// open sets the window for a move on s.
func (a *attempt) open(s *state, m move) *window {
	w := a.window
	w.within = [2]int{0, a.canvas.width}
	if a.tuning.idle > 0 {
		w.within = a.near(s, m)
	}
	w.set(a.canvas, s, m)
	return w
}

// near returns the columns around one that will get a pixel soon. With idle tuning cells
// are left over in these alone: on wide fields that takes a fraction of the time.
func (a *attempt) near(s *state, m move) [2]int {
	const reach = 4
	at, n := a.rand.IntN(a.canvas.width), 0
	for x, row := range s.next {
		if int(row) < m.cut+max(m.up, 1) {
			if n++; a.rand.IntN(n) == 0 {
				at = x
			}
		}
	}
	return [2]int{max(0, at-reach), min(a.canvas.width, at+reach+1)}
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

// spareWeights are those of a cell left over with idle tuning, drawn for each window:
// here many cells lead on, there few. For the same reason half of the pixels count
// against a tiling in every second window.
var spareWeights = [...]int{-50, 0, 30, 120}

// weigh gives each cell of the window its weight.
func (a *attempt) weigh() {
	w := a.window
	spare, against := a.tuning.spare, false
	if a.tuning.idle > 0 {
		spare = spareWeights[a.rand.IntN(len(spareWeights))]
		against = a.rand.IntN(2) == 0
	}
	for x := range a.canvas.width {
		weight := w.weight[x*windowRows : (x+1)*windowRows]
		clear(weight)
		for f := w.spare[x]; f != 0; f &= f - 1 {
			weight[bits.TrailingZeros16(f)] = int32(spare)
		}
		for f := w.free[x]; f != 0; f &= f - 1 {
			bit := bits.TrailingZeros16(f)
			weight[bit] = int32(a.pixelWeight(bit))
			if against && a.rand.IntN(2) == 0 {
				weight[bit] = -weight[bit]
			}
		}
	}
}

// pixelWeight returns the weight of a pixel in a row of the window.
func (a *attempt) pixelWeight(bit int) int {
	weight := 100 + a.rand.IntN(a.tuning.noise)
	if bit < down {
		weight += a.tuning.deep * (down - bit)
	}
	return weight
}

// finish makes a state of a tiling. It is useless if it fills no pixel or ends in a
// dead state.
func (a *attempt) finish(s *state, last int32) outcome {
	a.order.set(a.canvas, s, a.window, a.beam.trails, last)
	child := a.child(s)
	if child == nil {
		return useless
	}
	key := child.key()
	if old, ok := a.seen[key]; ok && old <= child.cleared {
		return useless
	}
	if child.filled < a.canvas.pixels && (a.cuts(child) == 0 || a.hopeless(child)) {
		return useless
	}
	if !a.order.run() {
		return unordered
	}
	child.drops = a.order.drops(a.window)
	a.seen[key] = child.cleared
	child.rank -= a.crowding(child)
	rivals := a.rivals(child)
	a.push(child)
	if rivals {
		return top
	}
	return good
}

// Layers fill with states that differ in the cells left over alone. Each that is found
// ranks lower than the one before.
const (
	alikeCost = 20 // tenths of a pixel
	mostAlike = 10 // that count
)

// crowding returns by how much the rank of s falls since such as it were found before.
// With idle tuning it doesn't: there the cells left over are what changes.
func (a *attempt) crowding(s *state) int {
	if s.carry == nil || a.tuning.idle > 0 {
		return 0
	}
	key := s.pixels() + uint64(s.cleared)
	n := a.alike[key]
	a.alike[key]++
	return alikeCost * min(n, mostAlike)
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
// nil if it isn't worth anything.
func (a *attempt) child(s *state) *state {
	c, w := a.canvas, a.window
	child := &state{next: slices.Clone(s.next), filled: s.filled, height: s.height, cleared: s.cleared + w.height, floor: s.floor, hole: s.hole, parent: s}
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
	if w.carry > 0 && !a.leave(child) || w.grows && !a.leaveGrown(s, child) {
		return nil
	}
	if !a.worth(s, child) {
		return nil
	}
	if child.filled == s.filled {
		child.idle = s.idle + 1
	}
	child.rank = a.score(child)
	if a.outlook != nil {
		child.outlook = a.outlook.of(child)
	}
	return child
}

// worth reports whether child has more pixels than s or has used up what was left
// over there; with idle tuning any structure that may leave cells over is.
func (a *attempt) worth(s, child *state) bool {
	if child.filled > s.filled || s.carry != nil && child.carry == nil {
		return true
	}
	return a.tuning.idle > 0 && (a.window.carry > 0 || a.window.grows)
}
