package dense

import (
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A platform is four rows on a state without unfilled pixels below its height: the
// lowest row clears on the way, three stay and carry whatever comes next in all
// columns but two, where a hole in the shape of a J is left and nothing is printed.
// The J is dropped later; the three rows clear and what was printed on them comes
// down. A platform may use up cells left over and leave some over itself. It costs four
// rows, so it is the way out where nothing else leads on.

const (
	platformRows    = 4 // that it clears in all
	platformColumns = 2 // of the hole
)

// platformHole are the cells of the J in a window whose cut the platform stands on, by
// column.
var platformHole = [platformColumns]uint16{0b111 << (down + 1), 0b100 << (down + 1)}

var platformKey = kindOf(tetris.J, tetris.Right)

func kindOf(t tetris.Tetromino, o tetris.Orientation) int8 {
	for i, k := range kinds {
		if k.tetromino == t && k.orientation == o {
			return int8(i)
		}
	}
	panic("dense: no such kind")
}

// mayRaise reports whether a platform can stand on s.
func (a *attempt) mayRaise(s *state) bool {
	if s.floor > 0 || s.height == 0 || s.height+platformRows >= a.canvas.height-spawnRows || s.cleared+platformRows > a.limit {
		return false
	}
	for _, n := range s.next {
		if int(n) < s.height {
			return false
		}
	}
	return a.mayHole(s) != nil
}

// mayHole returns the left columns at which a platform on s may have its hole: where
// no pixel will come any more if there are such, else where the row that the platform
// carries has none.
func (a *attempt) mayHole(s *state) []int {
	if never := s.holes(done - 1); never != nil {
		return never
	}
	return s.holes(s.height)
}

// holes returns the left columns of holes in which no pixel will come up to a row.
func (s *state) holes(row int) (columns []int) {
	for x := range len(s.next) - platformColumns + 1 {
		if int(slices.Min(s.next[x:x+platformColumns])) > row {
			columns = append(columns, x)
		}
	}
	return columns
}

// hollow reports whether column x is one of those of the hole of the platform.
func (s *state) hollow(x int) bool {
	return s.floor > 0 && x >= s.hole && x < s.hole+platformColumns
}

// platformTries is how many tilings are tried for a platform: not each can be brought
// into an order. Of 282 platforms none took more than eight.
const platformTries = 8

// raise builds a platform on s. It reports whether there is one.
func (a *attempt) raise(s *state) bool {
	holes := a.mayHole(s)
	return a.raiseWith(s, holes[a.rand.IntN(len(holes))], 1)
}

// raiseWith builds a platform with the given hole, with cells left over if carry is 1.
func (a *attempt) raiseWith(s *state, hole, carry int) bool {
	w := a.open(s, move{cut: s.height, height: platformRows, carry: carry})
	w.leaveHole(hole)
	a.weigh()
	for range platformTries {
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		last := a.beam.run(a.canvas, w, a.complete)
		if last < 0 {
			return false
		}
		a.order.set(a.canvas, s, w, a.beam.trails, last)
		child := &state{next: s.next, filled: s.filled, height: s.height, cleared: s.cleared + platformRows, floor: s.height, hole: hole, parent: s}
		if !a.leave(child) {
			continue
		}
		key := child.key()
		if old, known := a.seen[key]; known && old <= child.cleared {
			return true
		}
		if a.order.run() {
			child.drops = a.order.drops(w)
			child.rank = a.score(child)
			a.seen[key] = child.cleared
			a.push(child)
			return true
		}
	}
	return false
}

// leaveHole takes the cells of a platform's hole out of the window.
func (w *window) leaveHole(column int) {
	for i, hole := range platformHole {
		x := column + i
		w.must[x] &^= hole
		w.support[x] &^= hole << 1
		w.pixels[x] = true // no column like others
		for _, lanes := range w.allowed {
			lanes[x] &^= hole
		}
	}
}

// lower returns the state after the platform of s has gone.
func (a *attempt) lower(s *state) *state {
	child := *s
	child.floor, child.hole, child.parent, child.visits, child.bad = 0, 0, s, 0, moveSet{}
	child.drops = []drop{{column: int16(s.hole), row: int16(s.floor), kind: platformKey}}
	child.rank = a.score(&child)
	return &child
}
