package dense

// A structure may leave cells over: cells in the row that the next structure will
// begin with, floating once the rows below them have cleared. The next structure,
// whose cut is then given, finds them in its first row. So the cells of a structure
// and its pixels need not be a multiple of four, which opens fields of even width,
// and what floats beside the sprite carries pieces over the empty columns there, so
// that structures of one or two rows stand where otherwise three are needed.
//
// Cells are left over only on columns without unfilled pixels in the window: they
// would be in the way.

// carryHeight is the greatest height of a structure that leaves cells over; one that
// finds some may be a row higher. In higher ones the search has been slower and no
// better, and so it has been with more than one row left over.
const carryHeight = 3

// leave notes the cells that the orderer's tiling leaves over. It returns false if
// they fill a row, which would clear.
func (a *attempt) leave(child *state) bool {
	w := a.window
	above := down + w.height + w.up
	carry := make([]bool, a.canvas.width)
	n := 0
	for x := range carry {
		if a.order.owner[x][above] != 0 {
			carry[x] = true
			n++
		}
	}
	if n > 0 {
		child.carry, child.height = carry, w.cut+w.up
	}
	return n < a.canvas.width
}

// left counts the cells left over at s.
func (s *state) left() (n int) {
	for _, cell := range s.carry {
		if cell {
			n++
		}
	}
	return n
}

// mayCarry reports whether the use that m makes of cells left over is possible at s.
func mayCarry(s *state, m move) bool {
	if m.carry > 0 && (m.height == 0 || m.height > carryHeight) {
		return false
	}
	return s.carry == nil || m.cut == s.height && m.height > 0 && m.height <= carryHeight+1
}
