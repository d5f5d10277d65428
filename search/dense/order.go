package dense

import "math/bits"

// A tiling says where the pieces of a structure stand; an order says how they get
// there. All orientations are column-convex, so no pieces lie above each other
// in a circle, and what is below can always come first. But a piece also has to
// rest on something when its turn comes, rows clear as soon as they are full,
// and pieces that come later must not lean on cleared rows. So the orderer
// simulates: pieces that fill no row first, then those with most pieces waiting
// for them. Most tilings succeed at once, some with other ties, a few never.

// part is a piece of a tiling.
type part struct {
	kind    int8
	row     int8 // of its lowest cells in the window
	column  int16
	waits   int16 // pieces right below that have not dropped yet
	blocks  int16 // pieces right above
	tie     uint8 // random
	dropped bool
}

// orderer simulates the drops of one structure. Rows are those of the window,
// moved up by one so that what the lowest row rests on is in sight.
type orderer struct {
	parts   []part
	above   [][]int16 // by part: the parts right above it, once for each column
	owner   [][windowRows]int16
	columns []uint32 // filled rows, as they are now
	missing [windowRows + 2]int
	cleared uint32 // window rows + 1 that have cleared, as numbered before
	order   []int16
}

func newOrderer(c *canvas) *orderer {
	return &orderer{owner: make([][windowRows]int16, c.width), columns: make([]uint32, c.width)}
}

// set takes over the tiling that ends with the given trail.
func (o *orderer) set(c *canvas, w *window, trails []trail, last int32) {
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
}

// link finds which part lies right above which, over any gap.
func (o *orderer) link(w *window) {
	for len(o.above) < len(o.parts) {
		o.above = append(o.above, nil)
	}
	for i := range o.parts {
		o.above[i] = o.above[i][:0]
	}
	for x := range o.owner {
		under := int16(0)
		for row := range w.bits {
			at := o.owner[x][row]
			if at == 0 || at == under {
				continue
			}
			if under != 0 {
				o.above[under-1] = append(o.above[under-1], at-1)
				o.parts[under-1].blocks++
			}
			under = at
		}
	}
}

// reset puts the field back to how it was before the structure.
func (o *orderer) reset(c *canvas, s *state, w *window, ties func() uint8) {
	all := c.span(0, w.base-1)
	for x := range o.columns {
		filled := all[x] & below(w.base-1, int(s.next[x]))
		o.columns[x] = uint32(filled) | uint32(w.kept[x])<<1
		if floor := -w.base; floor >= 0 {
			o.columns[x] |= 1<<(floor+1) - 1 // the floor and what is under it
		}
		if at := s.floor - w.base; s.floor > 0 && at >= 0 && x > 0 {
			if x < platformColumns {
				at-- // beside the hole
			}
			o.columns[x] |= 1<<(at+1) - 1
		}
	}
	clear(o.missing[:])
	for i := range w.height {
		o.missing[down+1+i] = c.width
	}
	o.missing[down+1] -= s.left()
	o.cleared, o.order = 0, o.order[:0]
	for i := range o.parts {
		p := &o.parts[i]
		p.waits, p.dropped, p.tie = 0, false, ties()
	}
	for i := range o.parts {
		for _, a := range o.above[i] {
			o.parts[a].waits++
		}
	}
}

// run drops all parts and reports whether that was possible.
func (o *orderer) run() bool {
	for len(o.order) < len(o.parts) {
		best, bestRank := -1, 0
		for i := range o.parts {
			p := &o.parts[i]
			if p.dropped || p.waits > 0 || !o.lands(p) {
				continue
			}
			if rank := o.rank(p); best < 0 || rank > bestRank {
				best, bestRank = i, rank
			}
		}
		if best < 0 {
			return false
		}
		o.drop(best)
	}
	return true
}

func (o *orderer) rank(p *part) int {
	rank := int(p.blocks)<<8 | int(p.tie)
	k := &kinds[p.kind]
	for row := range k.height {
		if lane := k.mask >> row & 0x0001000100010001; o.missing[int(p.row)+1+row] > 0 && o.missing[int(p.row)+1+row] == bits.OnesCount64(lane) {
			return rank - 1<<16
		}
	}
	return rank
}

// rowNow returns where a row of the window, moved up by one, is after the line clears.
func (o *orderer) rowNow(row int) int { return row - bits.OnesCount32(o.cleared&(1<<row-1)) }

// lands reports whether p would come to rest where the tiling has it.
func (o *orderer) lands(p *part) bool {
	k := &kinds[p.kind]
	want := o.rowNow(int(p.row) + 1)
	row := 0
	for x := range k.width {
		top := bits.Len32(o.columns[int(p.column)+x])
		row = max(row, top-bits.TrailingZeros64(k.low>>(x*windowRows)))
	}
	return row == want
}

func (o *orderer) drop(i int) {
	p := &o.parts[i]
	k := &kinds[p.kind]
	now := o.rowNow(int(p.row) + 1)
	for x := range k.width {
		o.columns[int(p.column)+x] |= uint32(k.mask>>(x*windowRows)&0xffff) << now
	}
	p.dropped = true
	for _, a := range o.above[i] {
		o.parts[a].waits--
	}
	o.order = append(o.order, int16(i))
	for row := k.height - 1; row >= 0; row-- {
		at := int(p.row) + 1 + row
		if o.missing[at] == 0 {
			continue
		}
		o.missing[at] -= bits.OnesCount64(k.mask >> row & 0x0001000100010001)
		if o.missing[at] == 0 {
			o.clearRow(at)
		}
	}
}

func (o *orderer) clearRow(row int) {
	now := o.rowNow(row)
	low := uint32(1)<<now - 1
	for x, column := range o.columns {
		o.columns[x] = column&low | column>>1&^low
	}
	o.cleared |= 1 << row
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
