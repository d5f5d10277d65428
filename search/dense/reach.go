package dense

// The decisive rule of the search: never walk into a dead end. A pixel below a
// cut is reachable there if some placement of a tetromino of its colour holds it,
// has nothing but unfilled pixels of that colour below the cut, and may come to
// rest on something. A cut at which some pixel is unreachable loses that pixel
// for ever; a state without a good cut is dead.

// maxRise is how far above the height a cut may be: a structure that rests on
// pieces sticking down reaches no further.
const maxRise = 3

// reachRows is how far below a cut the check looks.
const reachRows = pad

type reach struct {
	allowed  [][]uint64 // by colour
	lanes    [][]uint16
	supports []uint16
	packed   []uint64
}

func newReach(c *canvas) *reach {
	r := &reach{supports: make([]uint16, c.width), packed: make([]uint64, c.width)}
	for range c.colors + 1 {
		r.allowed = append(r.allowed, make([]uint64, c.width))
		r.lanes = append(r.lanes, make([]uint16, c.width))
	}
	return r
}

// good reports whether all unfilled pixels of s below the cut are reachable there.
func (r *reach) good(c *canvas, s *state, cut int) bool {
	base := cut - reachRows
	deep := false
	for x := range c.width {
		n := int(s.next[x])
		if n < base {
			return false
		}
		deep = deep || n < cut
	}
	if !deep {
		return true
	}
	r.set(c, s, base)
	for x := range c.width {
		for y := int(s.next[x]); y < cut; y = int(c.after[x][y+1]) {
			if !r.reachable(c, x, y-base, int(c.cells[y][x])) {
				return false
			}
		}
	}
	return true
}

func (r *reach) set(c *canvas, s *state, base int) {
	const structure uint16 = (1<<(windowRows-reachRows) - 1) << reachRows
	all := c.span(0, base)
	for x := range c.width {
		r.supports[x] = (all[x]&^structure | structure) << 1
		if base > 0 {
			r.supports[x] |= c.span(0, base-1)[x] & 1
		} else if base > -windowRows {
			r.supports[x] |= 1 << -base
		}
		if at := s.floor - base; s.floor > 0 && at >= 0 && at < windowRows && !s.hollow(x) {
			r.supports[x] |= 1 << at
		}
	}
	pack(r.packed, r.supports)
	for color := 1; color <= c.colors; color++ {
		span := c.span(color, base)
		for x := range c.width {
			r.lanes[color][x] = span[x]&^below(base, int(s.next[x]))&^structure | structure
		}
		pack(r.allowed[color], r.lanes[color])
	}
}

func (r *reach) reachable(c *canvas, x, row, color int) bool {
	allowed := r.allowed[color]
	for i := range kinds {
		k := &kinds[i]
		if int(c.carries[k.tetromino]) != color {
			continue
		}
		for _, cell := range k.cells {
			left, low := x-cell.X, row-cell.Y
			if left < 0 || left+k.width > c.width || low < 0 {
				continue
			}
			if k.mask<<low&^allowed[left] == 0 && k.low<<low&r.packed[left] != 0 {
				return true
			}
		}
	}
	return false
}

// cuts returns the cuts from the height up at which a structure may stand on s,
// as bits from s.height up; 0 for a dead state. A state without unfilled pixels
// below its height is never dead.
func (r *reach) cuts(c *canvas, s *state) (good uint8) {
	for rise := range maxRise + 1 {
		if r.good(c, s, s.height+rise) {
			good |= 1 << rise
		}
	}
	return good
}
