package dense

import "math/bits"

// The beam goes over the window cell by cell, columns from the left, rows from
// below, and decides which piece covers each cell. All that matters of the cells
// before is how far their pieces reach into the next columns and what has to be filled
// there, since some piece would rest on nothing else: a node is one packed window, such
// promises, and the weight of the pixels filled so far. A node waits at the first cell
// that it has not decided about. Of those that wait at a cell with equal windows the
// heaviest is kept, of all that wait there the heaviest that the beam is wide, and as
// many go on to the next column. Most windows have fewer nodes than that, and the beam
// finds the heaviest tiling there is; in high ones it may lose all that can be completed.

// node is a partial tiling.
type node struct {
	occupied uint64
	promised uint64 // cells that have to be filled, since a piece rests on them alone
	value    int32
	trail    int32 // index in beam.trails of the last piece, -1: none
	kind     int8  // of the last piece if it is not among the trails yet, or -1
	row      int8  // of that piece
	cell     int8  // that it waits at; windowRows: the next column
}

// trail is a piece of a partial tiling and the one before it.
type trail struct {
	parent int32
	column int16
	kind   int8
	row    int8 // of its lowest cells in the window
}

const (
	hashBits = 12
	maxNodes = 1 << hashBits / 2 // of one column: a fuller table is slow, and the beam far narrower
)

type beam struct {
	width   int                     // nodes kept
	now     []node                  // those that enter a column
	then    []node                  // those that wait in it or leave it
	waiting [windowRows + 1][]int32 // indices in then, by cell
	trails  []trail
	slots   [1 << hashBits]slot
	stamp   uint32
	counts  []int32
	steps   int // work done: nodes looked at
}

// slot is a place of the hash table of nodes.
type slot struct {
	stamp uint32
	index int32
}

func newBeam(width int) *beam {
	return &beam{width: width, counts: make([]int32, 1<<13)}
}

// run tiles w and returns the last piece of the heaviest complete tiling, as an index
// in b.trails, valid until the next run; -1 if it finds none or there is no piece.
func (b *beam) run(c *canvas, w *window, q *completer) int32 {
	b.now = append(b.now[:0], node{trail: -1, kind: -1})
	b.trails = b.trails[:0]
	for x := range c.width {
		b.enter(w, x)
		for bit := range w.bits {
			if len(b.waiting[bit]) > 0 {
				b.cover(w, x, bit)
			}
		}
		b.leave(q, x)
		if len(b.now) == 0 {
			return -1
		}
	}
	return b.now[0].trail
}

// runWide is run with a beam that loses next to nothing. It takes several times as long,
// and the plans get no better for it: it is for sprites without a plan.
func (b *beam) runWide(c *canvas, w *window, q *completer) int32 {
	width := b.width
	b.width = maxNodes
	last := b.run(c, w, q)
	b.width = width
	return last
}

// enter puts the nodes at their first open cells in column x.
func (b *beam) enter(w *window, x int) {
	b.then = b.then[:0]
	for i := range b.waiting {
		b.waiting[i] = b.waiting[i][:0]
	}
	b.stamp++
	cells := w.must[x] | w.loose[x]
	for _, n := range b.now {
		b.add(n, cells)
	}
}

// cover decides about one cell for all nodes that wait there.
func (b *beam) cover(w *window, x, bit int) {
	cell := uint64(1) << bit
	free := uint64(w.loose[x])
	upTo := free & (cell<<1 - 1)
	later := (w.must[x] | w.loose[x]) &^ uint16(cell<<1-1)
	optional := w.must[x]&uint16(cell) == 0
	options := w.at(x, bit)
	undecided := ^uint64(0) << (bit + 1) // cells of later columns or higher rows
	kept := b.keep(bit)
	b.steps += len(kept)
	for _, i := range kept {
		n := b.settle(i, x)
		missing := upTo &^ n.occupied
		if optional && n.promised&cell == 0 && missing&-missing > n.occupied&free {
			b.add(n, later)
		}
		for j := range options {
			o := &options[j]
			if n.occupied&o.mask != 0 {
				continue
			}
			occupied, promised := n.occupied|o.mask, n.promised&^o.mask
			rests := uint64(0)
			if !o.steady && o.rests&(n.occupied|promised) == 0 {
				if rests = o.rests & undecided; rests == 0 {
					continue
				}
			}
			// Neither a pixel nor a cell left over may lie above an unfilled pixel.
			if m := upTo &^ occupied; m != 0 && m&-m <= occupied&free {
				continue
			}
			next := node{occupied: occupied, promised: promised, value: n.value + o.gain, trail: n.trail, kind: o.kind, row: o.row}
			for ; rests&(rests-1) != 0; rests &= rests - 1 {
				next.promised = promised | rests&-rests
				b.add(next, later)
			}
			next.promised = promised | rests
			b.add(next, later)
		}
	}
}

// settle writes the last piece of a node in column x to the trails.
func (b *beam) settle(i int32, x int) node {
	n := b.then[i]
	if n.kind >= 0 {
		b.trails = append(b.trails, trail{n.trail, int16(x), n.kind, n.row})
		n.trail, n.kind = int32(len(b.trails)-1), -1
	}
	return n
}

// leave takes the nodes that have decided about column x to the next one.
func (b *beam) leave(q *completer, x int) {
	done := b.waiting[windowRows]
	open := done[:0]
	for _, i := range done {
		if n := &b.then[i]; q.possible(x+1, n.occupied>>windowRows) {
			open = append(open, i)
		}
	}
	b.waiting[windowRows] = open
	b.now = b.now[:0]
	for _, i := range b.keep(windowRows) {
		n := b.settle(i, x)
		n.occupied, n.promised = n.occupied>>windowRows, n.promised>>windowRows
		b.now = append(b.now, n)
	}
}

// add puts n where it waits: at the first of the given cells that is not occupied. It
// doesn't if a node as heavy waits there with an equal window.
func (b *beam) add(n node, cells uint16) {
	n.cell = int8(bits.TrailingZeros16(cells &^ uint16(n.occupied)))
	h := (n.occupied + uint64(n.cell) ^ n.promised*0xff51afd7ed558ccd) * 0x9e3779b97f4a7c15 >> (64 - hashBits)
	for ; b.slots[h].stamp == b.stamp; h = (h + 1) & (1<<hashBits - 1) {
		old := &b.then[b.slots[h].index]
		if old.occupied == n.occupied && old.promised == n.promised && old.cell == n.cell {
			if n.value > old.value {
				*old = n
			}
			return
		}
	}
	if len(b.then) >= maxNodes {
		return
	}
	at := int32(len(b.then))
	b.slots[h] = slot{b.stamp, at}
	b.then = append(b.then, n)
	b.waiting[n.cell] = append(b.waiting[n.cell], at)
}

// keep returns the heaviest of the nodes that wait at a cell.
func (b *beam) keep(cell int) []int32 {
	list := b.waiting[cell]
	if len(list) <= b.width {
		return list
	}
	least, quota := b.threshold(list)
	kept := list[:0]
	for _, i := range list {
		v := b.then[i].value
		if v < least || v == least && quota == 0 {
			continue
		}
		if v == least {
			quota--
		}
		kept = append(kept, i)
	}
	return kept
}

// threshold returns the least value that stays in the beam, and how many nodes
// of exactly that value do.
func (b *beam) threshold(list []int32) (least int32, quota int) {
	low, high := b.then[list[0]].value, b.then[list[0]].value
	for _, i := range list {
		low, high = min(low, b.then[i].value), max(high, b.then[i].value)
	}
	if int(high-low) >= len(b.counts) {
		b.counts = make([]int32, high-low+1)
	}
	counts := b.counts[:high-low+1]
	clear(counts)
	for _, i := range list {
		counts[b.then[i].value-low]++
	}
	left := b.width
	for i := len(counts) - 1; ; i-- {
		if left <= int(counts[i]) {
			return low + int32(i), left
		}
		left -= int(counts[i])
	}
}
