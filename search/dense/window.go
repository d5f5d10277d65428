package dense

import (
	"math/bits"
	"slices"
)

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
	base     int        // sprite row of bit 0
	bits     int        // rows in use
	must     []uint16   // cells that have to be filled
	free     []uint16   // unfilled pixels
	spare    []uint16   // cells that may be left over, see carry.go
	loose    []uint16   // free and spare
	kept     []uint16   // cells of the structure that the one before has left over
	support  []uint16   // cells whose lower neighbour carries a piece for sure
	maybe    []uint16   // cells whose lower neighbour may get filled
	allowed  [][]uint64 // by colour, packed by column: cells that a tetromino of that colour may fill
	weight   [][windowRows]int32
	pixels   []bool   // columns with a pixel in the window, filled or not
	supports []uint64 // support, packed
	maybes   []uint64

	carried   bool       // the lowest row of the structure rests on the floor or a platform
	structure uint64     // the structure's cells in one column
	options   []option   // by cell
	shadows   [][]uint64 // see cast
	cells     []cellRange
}

// cellRange says where the options of a cell are.
type cellRange struct{ from, to int32 }

// option is a piece that may cover a cell as its first one, in the order of the beam.
type option struct {
	mask   uint64
	rests  uint64 // cells below it that would carry it and may get filled
	gain   int32
	filled uint32 // hash of the pixels it fills
	kind   int8
	row    int8
	steady bool // carried for sure
}

func (w *window) at(x, bit int) []option {
	r := &w.cells[x*windowRows+bit]
	return w.options[r.from:r.to]
}

// shadow returns the structure cells of the options that could cover the given cell
// of the structure if all cells before it were covered; packed from column x on.
func (w *window) shadow(x, bit int) []uint64 { return w.shadows[x*maxHeight+bit-down] }

// cast enters the structure cells of an option at column x under the first of them.
func (w *window) cast(x int, mask uint64) {
	m := mask & (w.structure * 0x0001000100010001)
	if m == 0 {
		return
	}
	skip := bits.TrailingZeros64(m) / windowRows
	m >>= skip * windowRows
	list := &w.shadows[(x+skip)*maxHeight+bits.TrailingZeros64(m)-down]
	if !slices.Contains(*list, m) {
		*list = append(*list, m)
	}
}

// list collects the options of all cells. Columns that see no pixel up to three
// columns away have the same.
func (w *window) list(c *canvas, tie func() uint8) {
	w.options = w.options[:0]
	for i := range w.shadows {
		w.shadows[i] = w.shadows[i][:0]
	}
	var blank [5]int // by columns up to the wall, at most 4: such a column, from 1
	near := c.width + 4
	for x := c.width - 1; x >= 0; x-- {
		if w.pixels[x] {
			near = x
		}
		wall := min(4, c.width-x)
		alone := near > x+3 && !slices.Contains(w.pixels[max(0, x-3):x], true)
		if alone && blank[wall] > 0 {
			w.copyColumn(x, blank[wall]-1)
			continue
		}
		w.listColumn(c, x, tie)
		if alone {
			blank[wall] = x + 1
		}
	}
}

func (w *window) copyColumn(x, from int) {
	copy(w.cells[x*windowRows:(x+1)*windowRows], w.cells[from*windowRows:])
	for i := range maxHeight {
		list := &w.shadows[x*maxHeight+i]
		*list = append(*list, w.shadows[from*maxHeight+i]...)
	}
}

func (w *window) listColumn(c *canvas, x int, tie func() uint8) {
	for bit := range w.bits {
		r := &w.cells[x*windowRows+bit]
		r.from = int32(len(w.options))
		if (w.must[x]|w.loose[x])>>bit&1 != 0 {
			w.listCell(c, x, bit, tie)
		}
		r.to = int32(len(w.options))
	}
}

func (w *window) listCell(c *canvas, x, bit int, tie func() uint8) {
	supports, maybes := w.supports[x], w.maybes[x]
	for i := range kinds {
		k := &kinds[i]
		row := bit - k.anchor
		if row < 0 || row+k.height > w.bits {
			continue
		}
		mask := k.mask << row
		if mask&^w.allowed[c.carries[k.tetromino]][x] != 0 {
			continue
		}
		low := k.low << row
		o := option{mask: mask, kind: int8(i), row: int8(row), steady: low&supports != 0, rests: low & maybes >> 1}
		if !o.steady && o.rests == 0 {
			continue
		}
		o.gain = int32(tie() & 15)
		for _, cell := range k.cells {
			at := row + cell.Y
			o.gain += w.weight[x+cell.X][at]
			if w.free[x+cell.X]>>at&1 != 0 {
				o.filled += uint32((x+cell.X)<<4|at+1) * 0x9e3779b1 >> 3 * 0x85ebca6b
			}
		}
		w.options = append(w.options, o)
		w.cast(x, mask)
	}
}

func newWindow(c *canvas) *window {
	w := &window{
		must: make([]uint16, c.width), free: make([]uint16, c.width),
		spare: make([]uint16, c.width), loose: make([]uint16, c.width), kept: make([]uint16, c.width),
		support: make([]uint16, c.width), maybe: make([]uint16, c.width),
		weight:   make([][windowRows]int32, c.width),
		supports: make([]uint64, c.width), maybes: make([]uint64, c.width),
		allowed: make([][]uint64, c.colors+1),
		pixels:  make([]bool, c.width),
		cells:   make([]cellRange, c.width*windowRows),
		shadows: make([][]uint64, c.width*maxHeight),
	}
	for i := range w.allowed {
		w.allowed[i] = make([]uint64, c.width)
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
	w.move, w.base = m, m.cut-down
	w.bits = down + m.height + m.up + m.carry
	spare := uint16(1<<m.carry-1) << (down + m.height + m.up)
	structure := uint16(1<<m.height-1) << down
	w.structure = uint64(structure)
	w.carried = m.cut == 0 || s.floor == m.cut
	all := c.span(0, w.base)
	for x := range c.width {
		filled := all[x] & below(w.base, int(s.next[x]))
		w.free[x] = w.lane(all[x] &^ filled)
		w.kept[x], w.spare[x] = 0, spare
		if s.carry != nil && s.carry[x] {
			w.kept[x] = 1 << down
			w.free[x] &^= 1<<down - 1 // out of reach
		}
		w.loose[x] = w.free[x] | w.spare[x]
		w.must[x] = structure &^ w.kept[x]
		w.pixels[x] = w.lane(all[x]) != 0 || w.kept[x] != 0
		solid := filled
		if m.height > 0 {
			solid = filled&(1<<down-1) | structure
		}
		w.support[x] = solid << 1
		if w.base <= 0 && w.base > -windowRows {
			w.support[x] |= 1 << -w.base // the floor
		}
		if at := s.floor - w.base; s.floor > 0 && at >= 0 && at <= down && x >= platformColumns {
			w.support[x] |= 1 << at
		}
		w.maybe[x] = w.loose[x] << 1
	}
	pack(w.supports, w.support)
	pack(w.maybes, w.maybe)
	for color := range w.allowed {
		w.allow(c, color, structure)
	}
}

func (w *window) allow(c *canvas, color int, structure uint16) {
	lanes := w.allowed[color]
	span := c.span(color, w.base)
	var packed uint64
	for x := c.width - 1; x >= 0; x-- {
		lane := structure&^w.kept[x] | w.spare[x]
		if color > 0 {
			lane |= w.lane(span[x]) & w.free[x]
		}
		packed = packed<<windowRows | uint64(lane)
		lanes[x] = packed
	}
}

// pack makes packed windows of the lanes; columns beyond the wall are empty.
func pack(packed []uint64, lanes []uint16) {
	var p uint64
	for x := len(lanes) - 1; x >= 0; x-- {
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
