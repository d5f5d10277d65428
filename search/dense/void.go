package dense

import (
	"math/bits"
	"sync"
)

// Beside the sprite a structure crosses columns without any pixel. Nothing there
// tells good tilings from bad ones, so a beam soon holds none that can be
// completed. But what can be is known in advance: it depends on the structure's
// height, the number of columns up to the wall, whether the floor carries, and
// the cells that pieces already fill in the next three columns.

// profile packs the structure's cells of the next three columns, one column's
// rows after the other's, lowest row first.
func profile(occupied uint64, height int) int {
	rows := uint64(1)<<height - 1
	return int(occupied>>down&rows | occupied>>(windowRows+down)&rows<<height | occupied>>(2*windowRows+down)&rows<<(2*height))
}

// voidTables are the tables of one field width, made when first needed. They
// may be shared.
type voidTables struct {
	columns int
	once    [maxHeight + 1][2]sync.Once
	tables  [maxHeight + 1][2]*voids
}

func (t *voidTables) get(height int, floor bool) *voids {
	i := 0
	if floor {
		i = 1
	}
	t.once[height][i].Do(func() { t.tables[height][i] = newVoids(height, t.columns, floor) })
	return t.tables[height][i]
}

// voids tells which profiles can be completed up to the right wall.
type voids struct {
	height int
	floor  bool
	// closable[m] has the bit of a profile set if m columns can be filled.
	closable [][]uint64
}

func newVoids(height, columns int, floor bool) *voids {
	v := &voids{height: height, floor: floor}
	size := (1<<(3*height) + 63) / 64
	last := make([]uint64, size)
	last[0] = 1
	v.closable = append(v.closable, last)
	for m := 1; m <= columns; m++ {
		set := make([]uint64, size)
		for p := range 1 << (3 * height) {
			if v.fill(v.spread(p), m) {
				set[p/64] |= 1 << (p % 64)
			}
		}
		v.closable = append(v.closable, set)
	}
	return v
}

// spread is the inverse of profile.
func (v *voids) spread(p int) uint64 {
	rows := uint64(1)<<v.height - 1
	lanes := uint64(p)
	return lanes&rows<<down | lanes>>v.height&rows<<(windowRows+down) | lanes>>(2*v.height)&rows<<(2*windowRows+down)
}

// closes reports whether the m columns up to the wall can be filled.
func (v *voids) closes(occupied uint64, m int) bool {
	p := profile(occupied, v.height)
	return v.closable[m][p/64]>>(p%64)&1 != 0
}

func (v *voids) fill(occupied uint64, m int) bool {
	structure := uint64(1<<v.height-1) << down
	open := structure &^ occupied
	if open == 0 {
		return v.closes(occupied>>windowRows, m-1)
	}
	bit := bits.TrailingZeros64(open)
	for i := range kinds {
		k := &kinds[i]
		row := bit - k.anchor
		if k.width > m || row < down || row+k.height > down+v.height || k.mask<<row&occupied != 0 {
			continue
		}
		if !v.carried(k.low << row) {
			continue
		}
		if v.fill(occupied|k.mask<<row, m) {
			return true
		}
	}
	return false
}

// carried reports whether one of the lowest cells of a piece rests on the floor or,
// being in an upper row, on the structure.
func (v *voids) carried(low uint64) bool {
	const bottom = 0x0001000100010001 << down
	return v.floor || low&^bottom != 0
}
