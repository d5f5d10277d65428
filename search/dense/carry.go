package dense

import "slices"

// A structure may leave cells over: cells in the row that the next structure will
// begin with, floating once the rows below them have cleared. The next structure,
// whose cut is then given, finds them in its first row. So the cells of a structure
// and its pixels need not be a multiple of four, which opens fields of even width,
// and what floats beside the sprite carries pieces over the empty columns there, so
// that structures of one or two rows stand where otherwise three are needed.
//
// Cells are left over only on columns without unfilled pixels below: they would be in
// the way.
//
// A lone cell left over on a lone pixel is a dead end: what fills its row must begin at
// its left and at its right, and only one piece can lean on it. As long as there is no
// plan a structure may also stand above the cells left over and add some beside them.

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

// addBeside has the window of a structure that adds to the cells left over fill some beside
// one of them: as many as make whole pieces. It returns false if there is no room.
func (a *attempt) addBeside(s *state) bool {
	w := a.window
	n := 4 - w.height*a.canvas.width%4 + 4*a.rand.IntN(2)
	from := a.rand.IntN(a.canvas.width)
	for !s.carry[from] {
		from = (from + 1) % a.canvas.width
	}
	left := a.rand.IntN(n + 1)
	for x := from - 1; left > 0; x-- {
		if x < 0 || int(s.next[x]) < s.height {
			return false
		}
		if !s.carry[x] {
			w.add(x)
			left, n = left-1, n-1
		}
	}
	for x := from + 1; n > 0; x++ {
		if x == a.canvas.width || int(s.next[x]) < s.height {
			return false
		}
		if !s.carry[x] {
			w.add(x)
			n--
		}
	}
	return true
}

// add has the window fill the cell of column x in the row of those left over.
func (w *window) add(x int) {
	const cell = 1 << (down - 1)
	w.must[x] |= cell
	w.support[x] |= cell << 1
	w.pixels[x] = true
	for _, lanes := range w.allowed {
		lanes[x] |= cell
	}
}

// leaveGrown is leave for a structure that adds to the cells left over at s.
func (a *attempt) leaveGrown(s, child *state) bool {
	child.carry = slices.Clone(s.carry)
	for x := range child.carry {
		child.carry[x] = child.carry[x] || a.order.owner[x][down-1] != 0
	}
	return child.left() < a.canvas.width
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

// grows reports whether m adds to the cells left over at s: the structure stands above
// them.
func grows(s *state, m move) bool { return s.carry != nil && m.cut > s.height }

// mayGrow reports whether that is possible.
func mayGrow(s *state, m move) bool {
	return grows(s, m) && m.cut == s.height+1 && m.height > 0 && m.height <= carryHeight && m.up == 0 && m.carry == 0
}

// mayCarry reports whether the use that m makes of cells left over is possible at s.
func mayCarry(s *state, m move) bool {
	if m.carry > 0 && (m.height == 0 || m.height > carryHeight) {
		return false
	}
	return s.carry == nil || mayGrow(s, m) || m.cut == s.height && m.height > 0 && m.height <= carryHeight+1
}
