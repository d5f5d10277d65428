package search

// Ordering a tiling: a piece is dropped after those below it, and a flat piece
// before the row under it is complete. So of the pieces in that row one has to
// wait, and it can be none on which the flat piece rests, directly or not: those
// that can are the waiters of the row. The order takes the lowest piece that is
// ready, unless it is the last waiter of a row for which flat pieces are still
// missing. Where that gets stuck, another tiling is tried.

// orderer arranges one tiling.
type orderer struct {
	p      *Packing
	tiling []move
	owner  [][]int // for each column and height the index of its move, or -1
	below  []set   // for each move, those on which it rests, directly or not
	placed []bool
	rows   [MaxRows]waiting
}

// waiting is what the completion of a row has to wait for.
type waiting struct {
	waiters set // moves in the row on which none of the flat ones rests
	left    int // waiters not placed yet
	flat    int // flat moves on the row that are not placed yet
}

// order returns the moves of a tiling in an order in which they can be dropped,
// or false if it finds none.
func order(p *Packing, tiling []move) ([]move, bool) {
	o := &orderer{p: p, tiling: tiling, placed: make([]bool, len(tiling))}
	o.findOwners()
	o.below = make([]set, len(tiling))
	for i := range tiling {
		o.findBelow(i)
	}
	if !o.findWaiters() {
		return nil, false
	}
	s := newState(p)
	moves := make([]move, 0, len(tiling))
	for range tiling {
		i := o.next(s)
		if i < 0 {
			return nil, false
		}
		o.drop(i)
		s.place(tiling[i])
		moves = append(moves, tiling[i])
	}
	return moves, true
}

func (o *orderer) findOwners() {
	o.owner = make([][]int, len(o.p.Start))
	for x := range o.owner {
		o.owner[x] = make([]int, MaxRows)
		for y := range o.owner[x] {
			o.owner[x][y] = -1
		}
	}
	for i, m := range o.tiling {
		for x := range m.form.width {
			for y := range m.form.cells[x] {
				o.owner[m.column+x][m.base+m.form.bottom[x]+y] = i
			}
		}
	}
}

// findBelow sets o.below[i]. "Rests on" has no cycle, so the recursion ends.
func (o *orderer) findBelow(i int) set {
	if o.below[i] != nil {
		return o.below[i]
	}
	o.below[i] = newSet(len(o.tiling))
	m := o.tiling[i]
	for x := range m.form.width {
		y := m.base + m.form.bottom[x]
		if y == 0 {
			continue
		}
		if j := o.owner[m.column+x][y-1]; j >= 0 {
			o.below[i].add(j)
			o.below[i].union(o.findBelow(j))
		}
	}
	return o.below[i]
}

// findWaiters fills o.rows. It returns false if flat moves lie on a row without
// waiters.
func (o *orderer) findWaiters() bool {
	var resting [MaxRows]set // moves on which flat ones rest
	for i, m := range o.tiling {
		if y := m.base - 1; o.mustPrecede(m) {
			if resting[y] == nil {
				resting[y] = newSet(len(o.tiling))
			}
			resting[y].union(o.below[i])
			o.rows[y].flat++
		}
	}
	for y := range o.rows {
		w := &o.rows[y]
		if w.flat == 0 {
			continue
		}
		w.waiters = newSet(len(o.tiling))
		for x := range o.owner {
			if i := o.owner[x][y]; i >= 0 && !resting[y].has(i) && !w.waiters.has(i) {
				w.waiters.add(i)
				w.left++
			}
		}
		if w.left == 0 {
			return false
		}
	}
	return true
}

// mustPrecede reports whether m has to be dropped before the row under it is
// complete: if it is flat and the sprite row doesn't support it.
func (o *orderer) mustPrecede(m move) bool {
	if m.form.high > 0 {
		return false
	}
	for x := range m.form.width {
		if o.p.filled(m.column + x) {
			return false
		}
	}
	return m.base > 0
}

// next returns the move to drop next, -1 if there is none.
func (o *orderer) next(s *state) int {
	best := -1
	for i, m := range o.tiling {
		if o.placed[i] || best >= 0 && o.tiling[best].top() <= m.top() || !o.mayGo(i) {
			continue
		}
		if s.touches(m) && s.allows(m) {
			best = i
		}
	}
	return best
}

// mayGo reports whether no row needs move i to wait.
func (o *orderer) mayGo(i int) bool {
	m := o.tiling[i]
	for y := m.base; y < m.top(); y++ {
		if w := &o.rows[y]; w.flat > 0 && w.left == 1 && w.waiters.has(i) {
			return false
		}
	}
	return true
}

func (o *orderer) drop(i int) {
	o.placed[i] = true
	m := o.tiling[i]
	if o.mustPrecede(m) {
		o.rows[m.base-1].flat--
	}
	for y := m.base; y < m.top(); y++ {
		if w := &o.rows[y]; w.waiters != nil && w.waiters.has(i) {
			w.left--
		}
	}
}

// set is a set of small numbers.
type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) union(t set) {
	for i := range s {
		s[i] |= t[i]
	}
}
