package dense

// down is how many rows below its cut a structure may reach into.
const down = 3

// move says what a structure does: fill rows cut to cut+height-1, stick down
// into the three rows below and up into the up rows above. Height 0 fills
// pixels alone, in 16 rows from cut-3 up.
type move struct {
	cut, height, up int
	carry           int // rows above in which cells may be left over: 0 or 1
}

// window is a move on a state, as seen by the beam: one lane of 16 rows for
// each column, row 0 being cut-3. Rows above the structure are numbered as they
// are before it clears.
type window struct {
	move
	within  [2]int     // columns in which cells may be left over: from the first, up to before the second
	base    int        // sprite row of bit 0
	bits    int        // rows in use
	must    []uint16   // cells that have to be filled
	free    []uint16   // unfilled pixels
	spare   []uint16   // cells that may be left over, see carry.go
	loose   []uint16   // free and spare
	kept    []uint16   // cells of the structure that the one before has left over
	support []uint16   // cells whose lower neighbour carries a piece for sure
	maybe   []uint16   // cells whose lower neighbour may get filled
	allowed [][]uint16 // by colour: cells that a tetromino of that colour may fill
	weight  []int32    // by column and row
	pixels  []bool     // columns with a pixel in the window, filled or not
	// support, maybe, free, loose and must, packed by list
	supports, maybes, frees, looses, musts []uint64

	grows   bool // see carry.go
	carried bool // the lowest row of the structure rests on the floor or a platform
	optionList
}

func newWindow(c *canvas) *window {
	w := &window{
		within: [2]int{0, c.width},
		must:   make([]uint16, c.width), free: make([]uint16, c.width),
		spare: make([]uint16, c.width), loose: make([]uint16, c.width), kept: make([]uint16, c.width),
		support: make([]uint16, c.width+beyond), maybe: make([]uint16, c.width+beyond),
		weight: make([]int32, c.width*windowRows), supports: make([]uint64, c.width),
		maybes: make([]uint64, c.width), frees: make([]uint64, c.width), looses: make([]uint64, c.width), musts: make([]uint64, c.width),
		allowed:    make([][]uint16, c.colors+1),
		pixels:     make([]bool, c.width),
		optionList: newOptionList(c.width),
	}
	for i := range w.allowed {
		w.allowed[i] = make([]uint16, c.width+beyond)
	}
	return w
}

// lane maps rows of the sprite, as bits from row base up, to rows of the window.
func (w *window) lane(span uint16) uint16 {
	const low = 1<<down - 1
	upper := span >> down & (1<<w.up - 1)
	return span&low | upper<<(down+w.height)
}

// set prepares w for a move on s.
func (w *window) set(c *canvas, s *state, m move) {
	w.move, w.base, w.grows = m, m.cut-down, grows(s, m)
	w.bits = down + m.height + m.up + m.carry
	spare := uint16(1<<m.carry-1) << (down + m.height + m.up)
	structure := uint16(1<<m.height-1) << down
	w.carried = m.cut == 0 || s.floor == m.cut
	kept := uint16(1) << down
	if w.grows {
		kept >>= 1
	}
	all := c.span(0, w.base)
	narrow := w.within[1]-w.within[0] < c.width
	for x := range c.width {
		filled := all[x] & below(w.base, int(s.next[x]))
		buried := int(s.next[x]) < w.base // what is filled here would bury a pixel
		w.free[x], w.spare[x], w.kept[x] = 0, 0, 0
		if !buried && !w.grows && !s.hollow(x) {
			w.free[x] = w.lane(all[x] &^ filled)
		}
		if !buried && x >= w.within[0] && x < w.within[1] {
			w.spare[x] = spare
		}
		if s.carry != nil && s.carry[x] {
			w.kept[x] = kept
		}
		if s.hollow(x) { // open down to far below
			filled = 0
		}
		w.loose[x] = w.free[x] | w.spare[x]
		w.must[x] = structure &^ w.kept[x]
		w.pixels[x] = w.lane(all[x]) != 0 || w.kept[x] != 0 || s.hollow(x) || narrow && w.spare[x] != 0
		solid := filled
		if m.height > 0 {
			solid = (filled|w.kept[x])&(1<<down-1) | structure
		}
		w.support[x] = solid << 1
		if w.base <= 0 && w.base > -windowRows {
			w.support[x] |= 1 << -w.base // the floor
		}
		if at := s.floor - w.base; s.floor > 0 && at >= 0 && at <= down && !s.hollow(x) {
			w.support[x] |= 1 << at
		}
		w.maybe[x] = w.loose[x] << 1
	}
	for color := range w.allowed {
		w.allow(c, color, structure)
	}
}

func (w *window) allow(c *canvas, color int, structure uint16) {
	lanes := w.allowed[color]
	span := c.span(color, w.base)
	for x := range c.width {
		lanes[x] = structure&^w.kept[x] | w.spare[x]
		if color > 0 {
			lanes[x] |= w.lane(span[x]) & w.free[x]
		}
	}
}

// pack makes packed windows of the lanes; columns beyond the wall are empty.
func pack(packed []uint64, lanes []uint16) {
	var p uint64
	for x := len(packed) - 1; x >= 0; x-- {
		p = p<<windowRows | uint64(lanes[x])
		packed[x] = p
	}
}

// spriteRow returns the row that the window's row has in the sprite; the row
// must not be one of the structure's.
func (w *window) spriteRow(bit int) int {
	if bit >= down {
		bit -= w.height
	}
	return w.base + bit
}

// bit is the inverse of spriteRow.
func (w *window) bit(row int) int {
	bit := row - w.base
	if bit >= down {
		bit += w.height
	}
	return bit
}
