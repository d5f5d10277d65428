package dense

import (
	"math/bits"
	"slices"
)

// A tiling says where the pieces of a structure stand; an order says how they get
// there. A piece has to rest on something when its turn comes, and rows clear as soon
// as they are full, so that what comes later must not lean on cleared rows. The orderer
// goes backwards: it takes pieces away that have none above them and would rest on what
// is there without them, where rows are there again from the first piece on that is
// taken from them. Whatever can be taken away can be so later too, as rows only come
// back and what a piece rests on goes after it. So any choice will do, and if the
// orderer gets stuck, there is no order in which what lies below comes first. (There may
// be one in which a row clears before what lies below it comes.)

// part is a piece of a tiling.
type part struct {
	kind   int8
	row    int8 // of its lowest cells in the window
	column int16
	covers int16 // pieces right above that have not been taken away, once for each column
	taken  bool
}

// orderer orders the pieces of one structure.
type orderer struct {
	parts  []part
	under  [][]int16 // by part: the parts right below it, once for each column
	owner  [][windowRows]int16
	filled []uint32 // cells there before, from the row below the window up
	rows   uint32   // of the structure, that clear
	order  []int16
}

func newOrderer(c *canvas) *orderer {
	return &orderer{owner: make([][windowRows]int16, c.width), filled: make([]uint32, c.width)}
}

// set takes over the tiling of w on s that ends with the given trail.
func (o *orderer) set(c *canvas, s *state, w *window, trails []trail, last int32) {
	o.parts = o.parts[:0]
	for i := last; i >= 0; i = trails[i].parent {
		t := trails[i]
		o.parts = append(o.parts, part{kind: t.kind, row: t.row, column: t.column})
	}
	clear(o.owner)
	for i := range o.parts {
		p := &o.parts[i]
		for _, cell := range kinds[p.kind].cells {
			o.owner[int(p.column)+cell.X][int(p.row)+cell.Y] = int16(i + 1)
		}
	}
	o.link(w)
	o.stand(c, s, w)
	o.rows = 0
	for row := down; row < down+w.height; row++ {
		if o.full(w, row) {
			o.rows |= 1 << row
		}
	}
}

// link finds which part lies right below which, over any gap.
func (o *orderer) link(w *window) {
	for len(o.under) < len(o.parts) {
		o.under = append(o.under, nil)
	}
	for i := range o.parts {
		o.under[i] = o.under[i][:0]
	}
	for x := range o.owner {
		under := int16(0)
		for row := range w.bits {
			at := o.owner[x][row]
			if at == 0 || at == under {
				continue
			}
			if under != 0 {
				o.under[at-1] = append(o.under[at-1], under-1)
				o.parts[under-1].covers++
			}
			under = at
		}
	}
}

// stand notes the cells that are there before the structure.
func (o *orderer) stand(c *canvas, s *state, w *window) {
	all := c.span(0, w.base-1)
	for x := range o.filled {
		filled := all[x] & below(w.base-1, int(s.next[x]))
		if s.hollow(x) {
			filled = 0
		}
		o.filled[x] = uint32(filled) | uint32(w.kept[x])<<1
		if floor := -w.base; floor >= 0 {
			o.filled[x] |= 1<<(floor+1) - 1 // the floor and what is under it
		}
		if at := s.floor - w.base; s.floor > 0 && at >= 0 && !s.hollow(x) {
			o.filled[x] |= 1<<(at+1) - 1
		}
	}
}

// full reports whether the structure fills a row: the hole of a platform stays.
func (o *orderer) full(w *window, row int) bool {
	for x := range o.owner {
		if o.owner[x][row] == 0 && w.kept[x]>>row&1 == 0 {
			return false
		}
	}
	return true
}

// run orders the parts and reports whether that is possible. Of those that can be taken
// away the highest go first, so that a structure grows from below.
func (o *orderer) run() bool {
	o.order = o.order[:0]
	for cleared := o.rows; len(o.order) < len(o.parts); {
		best := -1
		for i := range o.parts {
			p := &o.parts[i]
			if !p.taken && p.covers == 0 && (best < 0 || p.row > o.parts[best].row) && o.rests(p, cleared&^p.rows()) {
				best = i
			}
		}
		if best < 0 {
			return false
		}
		cleared &^= o.parts[best].rows()
		o.parts[best].taken = true
		o.order = append(o.order, int16(best))
		for _, under := range o.under[best] {
			o.parts[under].covers--
		}
	}
	slices.Reverse(o.order)
	return true
}

// rows returns the rows of the window that p has cells in, as bits.
func (p *part) rows() uint32 { return (1<<kinds[p.kind].height - 1) << p.row }

// rests reports whether p rests on something while the given rows have cleared.
func (o *orderer) rests(p *part, cleared uint32) bool {
	k := &kinds[p.kind]
	for i := range k.width {
		x, row := int(p.column)+i, int(p.row)+k.bottom[i]-1
		row -= bits.LeadingZeros32(^(cleared << (31 - row)))
		if o.filled[x]>>(row+1)&1 != 0 || row >= 0 && o.owner[x][row] != 0 {
			return true
		}
	}
	return false
}

// drops returns the parts in drop order, with the rows of the sprite as they are
// before the structure clears.
func (o *orderer) drops(w *window) []drop {
	drops := make([]drop, len(o.order))
	for i, n := range o.order {
		p := &o.parts[n]
		drops[i] = drop{column: p.column, row: int16(w.base) + int16(p.row), kind: p.kind}
	}
	return drops
}
