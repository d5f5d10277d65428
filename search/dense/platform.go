package dense

import "github.com/tetrisprinter/tetrisprinter/tetris"

// A platform is four rows on a state without unfilled pixels below its height: the
// lowest row clears on the way, three stay and carry whatever comes next in all
// columns but the outermost two, where a hole in the shape of a J is left. The J is
// dropped later; the three rows clear and what was printed on them comes down. A
// platform may use up cells left over and leave some over itself. It costs four rows,
// so it is the way out where nothing else leads on. (The hole is at the left wall: the
// canvas may be mirrored.)

const (
	platformRows    = 4 // that it clears in all
	platformColumns = 2 // of the hole
)

// platformHole are the cells of the J in a window whose cut the platform stands on.
const platformHole = 0b111<<(down+1) | 0b100<<(down+1)<<windowRows

var platformKey = drop{column: 0, kind: kindOf(tetris.J, tetris.Right)}

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
	for x, n := range s.next {
		if int(n) < s.height || x < platformColumns && n != done {
			return false
		}
	}
	return true
}

// platformTries is how many tilings are tried for a platform. On a lone pixel few can
// be brought into an order.
const platformTries = 160

// raise builds a platform on s. It reports whether there is one.
func (a *attempt) raise(s *state) bool {
	w := a.window
	w.set(a.canvas, s, move{cut: s.height, height: platformRows, carry: 1})
	a.weigh()
	for range platformTries {
		w.list(a.canvas, a.tie)
		a.complete.set(w)
		last := a.beam.runFrom(a.canvas, w, a.complete, platformHole)
		if last < 0 {
			continue
		}
		a.order.set(a.canvas, w, a.beam.trails, last)
		child := &state{next: s.next, filled: s.filled, height: s.height, cleared: s.cleared + platformRows, floor: s.height, parent: s}
		if !a.leave(child) {
			continue
		}
		key := child.key()
		if old, known := a.seen[key]; known && old <= child.cleared {
			return true
		}
		a.order.reset(a.canvas, s, w, a.tie)
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

// lower returns the state after the platform of s has gone.
func (a *attempt) lower(s *state) *state {
	child := *s
	child.floor, child.parent, child.visits, child.bad = 0, s, 0, moveSet{}
	key := platformKey
	key.row = int16(s.floor)
	child.drops = []drop{key}
	child.rank = a.score(&child)
	return &child
}
