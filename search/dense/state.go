package dense

// state is a field in which nothing stands but filled pixels and cells left over for
// the next structure. Pieces fall
// straight down, so the filled pixels of a column are always its lowest ones,
// and a state is one row number a column.
type state struct {
	next    []int16          // row of the lowest unfilled pixel of each column, or done
	filled  int              // pixels
	height  int              // one above the highest filled pixel
	cleared int              // rows cleared so far, and those of the platform
	floor   int              // row that a platform carries, 0: none but the floor
	hole    int              // left column of its hole
	carry   []bool           // columns with a cell left over in row height, nil: none
	idle    int              // structures without a pixel that have led here since the last one with
	outlook int              // rows that a plan from here clears at least, see outlook.go
	after   [maxRise + 1]int // of that, rows after a structure with each cut from height up
	rank    int              // score less what visits have cost
	visits  int
	bad     moveSet // moves that lead nowhere
	parent  *state
	drops   []drop // since parent
}

// moveSet is a set of moves by number.
type moveSet [(numMoves + 63) / 64]uint64

func (m *moveSet) add(i int)      { m[i/64] |= 1 << (i % 64) }
func (m *moveSet) has(i int) bool { return m[i/64]>>(i%64)&1 != 0 }

// drop is a piece in little space: there are many states.
type drop struct {
	column, row int16
	kind        int8
}

func (c *canvas) start() *state {
	s := &state{next: c.first}
	s.rank = c.score(s)
	return s
}

// key identifies the cells of s among the states of one canvas.
func (s *state) key() uint64 {
	h := s.pixels()
	for x, cell := range s.carry {
		if cell {
			h = mix(h, uint64(x+s.height<<16))
		}
	}
	return h
}

// pixels identifies the cells of s that are not left over.
func (s *state) pixels() uint64 {
	h := uint64(0x9e3779b97f4a7c15) + uint64(s.floor) + uint64(s.hole)<<32
	for _, n := range s.next {
		h = mix(h, uint64(n))
	}
	return h
}

func mix(h, n uint64) uint64 {
	h = (h ^ n) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// score estimates how far s has come, in tenths of a pixel. An unfilled pixel
// below the height has to be reached by pieces that stick down into the stack,
// the deeper the harder.
func (c *canvas) score(s *state) int {
	score := 10 * s.filled
	for x := range c.width {
		for y := int(s.next[x]); y < s.height; y = int(c.after[x][y+1]) {
			depth := s.height - y
			score -= depth
			if depth > down {
				score -= 30
			}
		}
	}
	return score
}
