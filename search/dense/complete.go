package dense

import "math/bits"

// Most partial tilings can't be completed: of the 512 ways in which pieces may
// reach into three rows of the next columns only 5 to 31 can be closed up to a wall
// where there is no pixel. A beam that doesn't know soon holds none of them. So
// before a node goes on to the next column, the completer asks whether the
// structure's own cells can be filled from there, not minding conflicts between
// pixels. What it denies is impossible; what it allows nearly always works.

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
	from   int                     // columns from here to the wall have no pixel in the window, filled or not
	size   int                     // profiles of a column
	known  [maxHeight + 1][]uint32 // by height, made when first needed
	stamp  uint32
	fills  int // cells looked at since steps was called
}

func newCompleter(c *canvas, tables *voidTables) *completer {
	return &completer{c: c, tables: tables}
}

// set prepares q for the options of w.
func (q *completer) set(w *window) {
	q.w, q.size = w, 1<<(3*w.height)
	if q.stamp += 2; q.stamp == 0 {
		q.known = [maxHeight + 1][]uint32{}
		q.stamp = 2
	}
	if q.known[w.height] == nil {
		q.known[w.height] = make([]uint32, q.c.width*q.size)
	}
	q.from = q.c.width
	for w.carry == 0 && q.from > 0 && !w.pixels[q.from-1] {
		q.from--
	}
	q.void = q.tables.get(w.height, w.carried)
}

// possible reports whether the structure's cells from column x on can be filled. A
// completer without a window allows everything.
func (q *completer) possible(x int, occupied uint64) bool {
	if q.w == nil {
		return true
	}
	if x >= q.from {
		return q.void.closes(occupied, q.c.width-x)
	}
	at := &q.known[q.w.height][x*q.size+profile(occupied, q.w.height)]
	if *at|1 == q.stamp|1 {
		return *at&1 != 0
	}
	*at = q.stamp
	if q.fill(x, occupied) {
		*at = q.stamp | 1
	}
	return *at&1 != 0
}

// steps returns the work done since it was last called, in steps of the beam.
func (q *completer) steps() int {
	n := q.fills / fillsPerStep
	q.fills = 0
	return n
}

// fill reports whether the structure's cells of column x and those after it can be
// filled.
func (q *completer) fill(x int, occupied uint64) bool {
	q.fills++
	open := q.w.structure & uint64(q.w.must[x]) &^ occupied
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
