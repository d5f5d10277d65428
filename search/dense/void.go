package dense

import (
	"math/bits"
	"sync"
	"sync/atomic"
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

// voidTables are the tables of one field width. They may be shared.
type voidTables struct{ tables [maxHeight + 1][2]*voids }

func newVoidTables(columns int) *voidTables {
	t := &voidTables{}
	for height := range t.tables {
		t.tables[height] = [2]*voids{newVoids(height, columns, false), newVoids(height, columns, true)}
	}
	return t
}

func (t *voidTables) get(height int, floor bool) *voids {
	if floor {
		return t.tables[height][1]
	}
	return t.tables[height][0]
}

// voids tells which profiles can be completed up to the right wall. Answers are
// found when first asked for: of the many profiles of high structures few occur.
type voids struct {
	height  int
	floor   bool
	answers [][]atomic.Uint32 // by columns up to the wall: two bits a profile
	once    []sync.Once
}

const (
	voidKnown  = 1
	voidCloses = 2
)

func newVoids(height, columns int, floor bool) *voids {
	return &voids{height: height, floor: floor, answers: make([][]atomic.Uint32, columns+1), once: make([]sync.Once, columns+1)}
}

// closes reports whether the m columns up to the wall can be filled.
func (v *voids) closes(occupied uint64, m int) bool {
	p := profile(occupied, v.height)
	if m == 0 {
		return p == 0
	}
	v.once[m].Do(func() { v.answers[m] = make([]atomic.Uint32, (1<<(3*v.height)+15)/16) })
	at, shift := &v.answers[m][p/16], p%16*2
	if a := at.Load() >> shift; a&voidKnown != 0 {
		return a&voidCloses != 0
	}
	answer := uint32(voidKnown)
	const columns = 0x0000000100010001 // those of a profile: nothing else decides
	if v.fill(occupied&(uint64(1<<v.height-1)<<down*columns), m) {
		answer |= voidCloses
	}
	at.Or(answer << shift)
	return answer&voidCloses != 0
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
