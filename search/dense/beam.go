package dense

// The beam goes over the window cell by cell, columns from the left, rows from
// below, and decides which piece covers each cell. All that matters of the cells
// before is how far their pieces reach into the next columns: a node is one packed
// window and the weight of the pixels filled so far. Of equal windows the heaviest
// few with different pixels are kept, of all nodes the heaviest that the beam is
// wide.

// node is a partial tiling.
type node struct {
	occupied uint64
	filled   uint32 // hash of the filled pixels
	value    int32
	trail    int32 // index in beam.trails of the last piece, -1: none
}

// trail is a piece of a partial tiling and the one before it.
type trail struct {
	parent int32
	column int16
	kind   int8
	row    int8 // of its lowest cells in the window
}

const hashSize = 1 << 11

type beam struct {
	width    int // nodes kept
	variants int // nodes kept with an equal window
	now      []node
	then     []node
	parents  []int32 // option that led to then[i], -1: none
	trails   []trail
	slots    [hashSize]int32
	stamps   [hashSize]uint32
	stamp    uint32
	counts   []int32
	steps    int // work done: nodes looked at
}

func newBeam(width, variants int) *beam {
	return &beam{width: width, variants: variants, counts: make([]int32, 1<<13)}
}

// run tiles w and returns the heaviest complete tilings, at most as many as there
// are variants. The trail of each leads through all its pieces; it is valid until
// the next run.
func (b *beam) run(c *canvas, w *window, q *completer) []node {
	return b.runFrom(c, w, q, 0)
}

// runFrom is run with some cells of the first four columns filled.
func (b *beam) runFrom(c *canvas, w *window, q *completer, occupied uint64) []node {
	b.now = append(b.now[:0], node{occupied: occupied, trail: -1})
	b.trails = b.trails[:0]
	for x := range c.width {
		for bit := range w.bits {
			cell := uint16(1) << bit
			if (w.must[x]|w.loose[x])&cell == 0 {
				continue
			}
			b.cover(w, x, bit)
			if len(b.now) == 0 {
				return nil
			}
		}
		kept := b.now[:0]
		for _, n := range b.now {
			n.occupied >>= windowRows
			if q.possible(x+1, n.occupied) {
				kept = append(kept, n)
			}
		}
		b.now = kept
	}
	return b.now
}

// cover moves all nodes over one cell.
func (b *beam) cover(w *window, x, bit int) {
	cell := uint64(1) << bit
	free := uint64(w.loose[x])
	upTo := free & (cell<<1 - 1)
	optional := w.must[x]&uint16(cell) == 0
	options := w.at(x, bit)
	if len(options) == 0 {
		b.pass(cell, free, optional)
		return
	}
	undecided := ^uint64(0) << (bit + 1) // cells of later columns or higher rows
	b.then, b.parents = b.then[:0], b.parents[:0]
	b.stamp++
	for i := range b.now {
		n := &b.now[i]
		b.steps++
		if n.occupied&cell != 0 {
			b.add(*n, -1)
			continue
		}
		missing := upTo &^ n.occupied
		if optional && missing&-missing > n.occupied&free {
			b.add(*n, -1)
		}
		for j := range options {
			o := &options[j]
			if n.occupied&o.mask != 0 {
				continue
			}
			if !o.steady && o.rests&(n.occupied|undecided) == 0 {
				continue
			}
			occupied := n.occupied | o.mask
			// Neither a pixel nor a cell left over may lie above an unfilled pixel.
			if m := upTo &^ occupied; m != 0 && m&-m <= occupied&free {
				continue
			}
			b.add(node{occupied, n.filled + o.filled, n.value + o.gain, n.trail}, int32(j))
		}
	}
	b.keep(x, options)
}

// pass moves all nodes over a cell that no piece can begin at.
func (b *beam) pass(cell, free uint64, optional bool) {
	b.steps += len(b.now)
	upTo := free & (cell<<1 - 1)
	kept := b.now[:0]
	for _, n := range b.now {
		missing := upTo &^ n.occupied
		if n.occupied&cell != 0 || optional && missing&-missing > n.occupied&free {
			kept = append(kept, n)
		}
	}
	b.now = kept
}

// add puts n among the next nodes, unless it holds enough nodes as heavy with an
// equal window.
func (b *beam) add(n node, option int32) {
	h := n.occupied * 0x9e3779b97f4a7c15 >> (64 - 11)
	same, worst := 0, int32(-1)
	for ; b.stamps[h] == b.stamp; h = (h + 1) & (hashSize - 1) {
		at := b.slots[h]
		old := &b.then[at]
		if old.occupied != n.occupied {
			continue
		}
		if old.filled == n.filled {
			if n.value > old.value {
				*old, b.parents[at] = n, option
			}
			return
		}
		same++
		if worst < 0 || old.value < b.then[worst].value {
			worst = at
		}
	}
	if same >= b.variants {
		if n.value > b.then[worst].value {
			b.then[worst], b.parents[worst] = n, option
		}
		return
	}
	if len(b.then) >= hashSize/2 { // a fuller table is slow; the beam is far narrower
		return
	}
	b.stamps[h], b.slots[h] = b.stamp, int32(len(b.then))
	b.then, b.parents = append(b.then, n), append(b.parents, option)
}

// keep makes the heaviest of the next nodes the current ones and writes the
// trails of their new pieces.
func (b *beam) keep(x int, options []option) {
	least, quota := b.threshold()
	b.now = b.now[:0]
	for i := range b.then {
		n := b.then[i]
		if n.value <= least {
			if n.value < least || quota == 0 {
				continue
			}
			quota--
		}
		if j := b.parents[i]; j >= 0 {
			o := &options[j]
			b.trails = append(b.trails, trail{n.trail, int16(x), o.kind, o.row})
			n.trail = int32(len(b.trails) - 1)
		}
		b.now = append(b.now, n)
	}
}

// threshold returns the least value that stays in the beam, and how many nodes
// of exactly that value do.
func (b *beam) threshold() (least int32, quota int) {
	if len(b.then) <= b.width {
		return -1 << 31, 0
	}
	low, high := b.then[0].value, b.then[0].value
	for i := range b.then {
		low, high = min(low, b.then[i].value), max(high, b.then[i].value)
	}
	if int(high-low) >= len(b.counts) {
		b.counts = make([]int32, high-low+1)
	}
	counts := b.counts[:high-low+1]
	clear(counts)
	for i := range b.then {
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
