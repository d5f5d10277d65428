package dense

import (
	"math/bits"
	"slices"
)

// option is a piece that may cover a cell as its first one, in the order of the beam.
type option struct {
	mask   uint64
	rests  uint64 // cells below it that would carry it and may get filled
	gain   int32
	kind   int8
	row    int8
	steady bool // carried for sure
}

// beyond is how many empty columns the lanes of a window have beyond the right wall.
const beyond = 3

// optionList knows which options a window has. Their weights are drawn when the beam
// asks for those of a cell, which it does for about a third of the cells.
type optionList struct {
	fitting [][windowRows]uint32 // kinds that fit, as bits, by column and first cell
	fills   bool                 // some option fills a pixel
	shadows [][]uint64           // see cast
	options []option             // of the cell asked for last
	tie     func() uint8
}

func newOptionList(columns int) optionList {
	return optionList{fitting: make([][windowRows]uint32, columns), shadows: make([][]uint64, columns*windowRows)}
}

// shadow returns what the options fill of the cells that have to be filled, of those
// options that could cover the given one if all before it were covered; packed from
// column x on.
func (l *optionList) shadow(x, bit int) []uint64 { return l.shadows[x*windowRows+bit] }

// cast enters what an option at column x fills of the cells that have to be filled
// under the first of them.
func (w *window) cast(x int, mask uint64) {
	w.fills = w.fills || mask&w.frees[x] != 0
	m := mask & w.musts[x]
	if m == 0 {
		return
	}
	skip := bits.TrailingZeros64(m) / windowRows
	m >>= skip * windowRows
	list := &w.shadows[(x+skip)*windowRows+bits.TrailingZeros64(m)]
	if !slices.Contains(*list, m) {
		*list = append(*list, m)
	}
}

// list finds the options of all cells. Columns that see no pixel up to three columns
// away have the same.
func (w *window) list(c *canvas, tie func() uint8) {
	w.tie, w.fills = tie, false
	pack(w.supports, w.support)
	pack(w.maybes, w.maybe)
	pack(w.frees, w.free)
	pack(w.looses, w.loose)
	pack(w.musts, w.must)
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
		w.listColumn(c, x)
		if alone {
			blank[wall] = x + 1
		}
	}
}

func (w *window) copyColumn(x, from int) {
	w.fitting[x] = w.fitting[from]
	for i := range w.bits {
		list := &w.shadows[x*windowRows+i]
		*list = append(*list, w.shadows[from*windowRows+i]...)
	}
}

func (w *window) listColumn(c *canvas, x int) {
	fitting := &w.fitting[x]
	clear(fitting[:])
	for i := range kinds {
		k := &kinds[i]
		for rows := w.fits(k, x, c.carries[k.tetromino]); rows != 0; rows &= rows - 1 {
			row := bits.TrailingZeros16(rows)
			fitting[row+k.anchor] |= 1 << i
			w.cast(x, k.mask<<row)
		}
	}
}

// fits returns the rows, as bits, at which a piece at column x may fill all its cells
// and may rest on something.
func (w *window) fits(k *kind, x int, color uint8) uint16 {
	lanes := w.allowed[color][x:]
	fits := lanes[k.cells[0].X] >> k.cells[0].Y & (lanes[k.cells[1].X] >> k.cells[1].Y) &
		(lanes[k.cells[2].X] >> k.cells[2].Y) & (lanes[k.cells[3].X] >> k.cells[3].Y)
	if fits == 0 {
		return 0
	}
	var carried uint16
	for i := range k.width {
		carried |= (w.support[x+i] | w.maybe[x+i]) >> k.bottom[i]
	}
	return fits & carried
}

// at returns the options of a cell, until it is called again.
func (w *window) at(x, bit int) []option {
	w.options = w.options[:0]
	for ks := w.fitting[x][bit]; ks != 0; ks &= ks - 1 {
		i := bits.TrailingZeros32(ks)
		w.options = append(w.options, w.option(i, x, bit-kinds[i].anchor))
	}
	return w.options
}

// option returns a kind at column x and row, with its weight.
func (w *window) option(kind, x, row int) option {
	k := &kinds[kind]
	low := k.low << row
	o := option{
		mask: k.mask << row, rests: low & w.maybes[x] >> 1, steady: low&w.supports[x] != 0,
		gain: int32(w.tie() & 15), kind: int8(kind), row: int8(row),
	}
	for m := o.mask & w.looses[x]; m != 0; m &= m - 1 {
		o.gain += w.weight[x*windowRows+bits.TrailingZeros64(m)] // a column's rows follow those of the one before
	}
	return o
}
