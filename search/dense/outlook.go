package dense

import "slices"

// An outlook tells how many rows a plan that goes on from a state will clear at least, so
// that the search leaves states that can't better the best plan.
//
// Unfilled pixels of one colour that hang together are a patch. If four doesn't divide
// their number, or none of them lies on the floor, a platform or another pixel, some piece
// of the patch has cells of a structure too or lies on one. That structure's cut is not
// below the patch's lowest row and at most one above its highest. And where the row below
// a cut leaves wide gaps, a structure there has two rows or three: see bridgeRows. The
// outlook is the fewest rows of structures whose cuts serve all patches.
//
// With cells left over at its walls a structure may be lower than that now and then, and
// a good state lost. Over five seeds 51 sprites took no more pieces. They take a fifth less
// time on average: attempts at small ones end where nothing better can follow. Those that
// take longest gain nothing.

// outlook measures states of one canvas.
type outlook struct {
	canvas  *canvas
	pixels  []spot
	rows    []int32 // index of each row's first pixel, and of one more row's
	least   []int   // rows of a structure, by cut
	patches []patch // by pixel; one of a patch holds it
	starts  []int   // by cut: the greatest lowest row of the patches that none above it serves, or none
	costs   []int   // by cut: rows of the structures up to the one there
}

// spot is a pixel of the sprite.
type spot struct {
	x, y        int16
	left, below int32 // pixels of its colour there, or none
	stands      bool  // on the floor or a pixel of another colour
}

// none is less than any number of a pixel or a row.
const none = -1

// patch is a set of unfilled pixels, or part of one.
type patch struct {
	of     int32 // the pixel that holds it, or one on the way there; filled
	size   int
	lowest int // row
	stands bool
	noted  bool
}

// filled is what a filled pixel is part of.
const filled = -1

// unending is the outlook of a state from which a pixel can't be filled any more.
const unending = 1 << 20

func newOutlook(c *canvas) *outlook {
	o := &outlook{canvas: c}
	last := make([]int32, c.width) // the latest pixel of each column
	for y, row := range c.cells {
		o.rows = append(o.rows, int32(len(o.pixels)))
		for x, color := range row {
			if color == 0 {
				continue
			}
			p := spot{x: int16(x), y: int16(y), left: none, below: none}
			if x > 0 && row[x-1] == color {
				p.left = last[x-1]
			}
			switch under := c.under(x, y); under {
			case color:
				p.below = last[x]
			default:
				p.stands = under != 0 || y == 0
			}
			last[x] = int32(len(o.pixels))
			o.pixels = append(o.pixels, p)
		}
	}
	o.rows = append(o.rows, int32(len(o.pixels)))
	o.patches = make([]patch, len(o.pixels))
	o.starts, o.costs = make([]int, c.rows+1), make([]int, c.rows+1)
	for cut := range c.rows + 1 {
		o.least = append(o.least, c.bridgeRows(cut))
	}
	return o
}

// bridgeRows returns how many rows a structure with a cut has at least. A piece that rests
// on a pixel of the row below reaches three columns further, and nothing in the lowest row
// rests on the structure itself. So one row bridges three columns up to a wall and six
// between pixels. Two rows go on for ever, but close at a wall only after four.
func (c *canvas) bridgeRows(cut int) int {
	if cut == 0 {
		return 1
	}
	last, wall, gap := -1, 0, 0
	for x, color := range c.cells[cut-1] {
		if color == 0 {
			continue
		}
		if last < 0 {
			wall = x
		} else {
			gap = max(gap, x-last-1)
		}
		last = x
	}
	switch wall = max(wall, c.width-1-last); {
	case wall <= 3 && gap <= 6:
		return 1
	case wall <= 4:
		return 2
	default:
		return 3
	}
}

// of returns the outlook of s.
func (o *outlook) of(s *state) int {
	for i := range o.starts {
		o.starts[i] = none
	}
	if !o.gather(s) {
		return unending
	}
	return o.serve(s, none)
}

// look notes the outlook of s, and what it is after a structure with each of its cuts.
func (o *outlook) look(s *state) {
	s.outlook = o.of(s)
	for rise := range s.after {
		s.after[rise] = unending
		if cut := s.height + rise; s.outlook < unending && cut <= o.canvas.rows {
			s.after[rise] = o.serve(s, cut)
		}
	}
}

// gather notes where the patches of s begin and end that need a structure. It returns false
// if none can serve one of them any more.
func (o *outlook) gather(s *state) bool {
	first := o.rows[min(int(slices.Min(s.next)), len(o.rows)-1)]
	for i := first; i < int32(len(o.pixels)); i++ {
		p := &o.pixels[i]
		if p.y < s.next[p.x] {
			o.patches[i].of = filled
			continue
		}
		o.patches[i] = patch{of: i, size: 1, lowest: int(p.y), stands: p.stands || o.standsAt(s, p)}
		o.join(first, p.left, i)
		o.join(first, p.below, i)
	}
	for i := int32(len(o.pixels)) - 1; i >= first; i-- {
		if o.patches[i].of == filled {
			continue
		}
		q := &o.patches[o.holder(i)]
		if q.noted {
			continue
		}
		q.noted = true // and this is one of its highest pixels
		if q.size%4 == 0 && q.stands {
			continue
		}
		end := int(o.pixels[i].y) + 1
		if end < s.height {
			return false
		}
		o.starts[end] = max(o.starts[end], q.lowest)
	}
	return true
}

// standsAt reports whether a pixel lies on one of its colour or on a platform that is there.
func (o *outlook) standsAt(s *state, p *spot) bool {
	if p.below >= 0 && p.y == s.next[p.x] {
		return true
	}
	return s.floor > 0 && int(p.y) == s.floor && !s.hollow(int(p.x))
}

// join makes one patch of those of two pixels, unless the first is filled or there is none.
func (o *outlook) join(first, i, j int32) {
	if i < first || o.patches[i].of == filled {
		return
	}
	i, j = o.holder(i), o.holder(j)
	if i == j {
		return
	}
	p, q := &o.patches[i], &o.patches[j]
	p.size, p.lowest, p.stands = p.size+q.size, min(p.lowest, q.lowest), p.stands || q.stands
	q.of = i
}

// holder returns the pixel that holds the patch of another.
func (o *outlook) holder(i int32) int32 {
	for o.patches[i].of != i {
		o.patches[i].of = o.patches[o.patches[i].of].of
		i = o.patches[i].of
	}
	return i
}

// serve returns the fewest rows of structures on s that serve the patches noted, but those
// that one more with the given cut serves.
func (o *outlook) serve(s *state, served int) int {
	rows, from, needed := 0, s.height, false // of the cuts so far one from there up is needed
	for cut := s.height; cut <= o.canvas.rows; cut++ {
		o.costs[cut] = rows + o.leastAt(s, cut)
		if start := o.starts[cut]; start != none && (start > served || cut < served) {
			from, needed = max(from, start), true
		}
		if needed {
			rows = slices.Min(o.costs[from : cut+1])
		}
	}
	return rows
}

// leastAt returns how many rows a structure on s with a cut has at least.
func (o *outlook) leastAt(s *state, cut int) int {
	if cut == s.height && (s.carry != nil || s.floor == cut) {
		return 1
	}
	return o.least[cut]
}
