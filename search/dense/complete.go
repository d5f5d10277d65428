package dense

import "math/bits"

// Most partial tilings can't be completed: of the 512 ways in which pieces may
// reach into three rows of the next columns only 5 to 31 can be closed up to a wall
// where there is no pixel. A beam that doesn't know soon holds none of them. So
// before a node goes on to the next column, the completer asks whether the structure's
// own cells and the pixels that no later structure reaches can be filled from there,
// not minding conflicts between other pixels. What it denies is impossible; what it
// allows nearly always works.

// maxHeight is the greatest number of rows of a structure; on fields wider than
// wideField one less, since the tables grow with the width and eightfold with each
// row.
const (
	maxHeight = 5
	wideField = 64
)

// fillsPerStep is how many calls of fill count as one step of the beam, so that
// slices of wide and of high structures take no longer than others.
const fillsPerStep = 8

type completer struct {
	c      *canvas
	w      *window
	tables *voidTables
	void   *voids
	from   int      // columns from here to the wall have no pixel in the window, filled or not
	known  []answer // by hash of the question; a later one takes the place of an earlier one
	stamp  uint32
	fills  int // cells looked at since steps was called
	left   int // cells that it may still look at
}

// answer says whether the columns from one on can be completed.
type answer struct {
	question uint64 // the cells filled already of those that have to be, and the column
	stamp    uint32 // of the window, the lowest bit being the answer
}

const answerBits = 11

// maxFills is how many cells the completer looks at for one window. After that it allows
// everything: with many pixels to fill, a few windows would take seconds.
const maxFills = 1000

func newCompleter(c *canvas, tables *voidTables) *completer {
	return &completer{c: c, tables: tables, known: make([]answer, 1<<answerBits)}
}

// set prepares q for the options of w.
func (q *completer) set(w *window) {
	q.w, q.left = w, maxFills
	if q.stamp += 2; q.stamp == 0 {
		clear(q.known)
		q.stamp = 2
	}
	q.from = q.c.width
	for q.from > 0 && !w.pixels[q.from-1] && w.spare[q.from-1] == 0 {
		q.from--
	}
	q.void = q.tables.get(w.height, w.carried)
}

// possible reports whether the cells from column x on that have to be filled can be. A
// completer without a window allows everything.
func (q *completer) possible(x int, occupied uint64) bool {
	if q.w == nil || x == q.c.width || q.left <= 0 {
		return true
	}
	if x >= q.from {
		return q.void.closes(occupied, q.c.width-x)
	}
	question := occupied&q.w.musts[x] | uint64(x)<<(3*windowRows)
	at := &q.known[question*0x9e3779b97f4a7c15>>(64-answerBits)]
	if at.question == question && at.stamp|1 == q.stamp|1 {
		return at.stamp&1 != 0
	}
	a := answer{question, q.stamp}
	if q.fill(x, occupied) {
		a.stamp |= 1
	}
	*at = a
	return a.stamp&1 != 0
}

// steps returns the work done since it was last called, in steps of the beam.
func (q *completer) steps() int {
	n := q.fills / fillsPerStep
	q.fills = 0
	return n
}

// fill reports whether the cells of column x and those after it that have to be filled
// can be.
func (q *completer) fill(x int, occupied uint64) bool {
	q.fills++
	q.left--
	open := uint64(q.w.must[x]) &^ occupied
	if open == 0 {
		return q.possible(x+1, occupied>>windowRows)
	}
	for _, m := range q.w.shadow(x, bits.TrailingZeros64(open)) {
		if occupied&m == 0 && q.fill(x, occupied|m) {
			return true
		}
	}
	return false
}
