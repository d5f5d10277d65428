package search

import (
	"slices"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// form is one of the 19 orientations, as the searchers look at it.
type form struct {
	tetromino   tetris.Tetromino
	orientation tetris.Orientation
	width       int
	height      int
	bottom      [4]int // lowest cell of each column, 0 in the lowest row
	cells       [4]int // cells of each column
	high        int    // greatest bottom; 0: the form lies flat
	route       int    // rows that it needs to appear and to turn
	rank        int    // index in forms
}

// forms are the 19 orientations, those first that fill a low row without
// growing high: the order in which deterministic searches try them.
var forms = buildForms()

func buildForms() (list []form) {
	for t := tetris.I; t <= tetris.L; t++ {
		for o := range t.Orientations() {
			list = append(list, newForm(t, o))
		}
	}
	slices.SortStableFunc(list, func(a, b form) int { return a.reach() - b.reach() })
	for i := range list {
		list[i].rank = i
	}
	return list
}

func newForm(t tetris.Tetromino, o tetris.Orientation) form {
	s := t.Shape(o)
	f := form{
		tetromino:   t,
		orientation: o,
		width:       s.Width,
		height:      s.Height,
		bottom:      s.Bottom,
		route:       patterns.RouteRows(tetris.Drop{Tetromino: t, Orientation: o}),
	}
	for x := range s.Width {
		f.cells[x] = s.Top[x] - s.Bottom[x]
		f.high = max(f.high, s.Bottom[x])
	}
	return f
}

// reach returns how high above the completed rows the form stands at least: a
// flat one has a filled cell under it, which is not in a completed row.
func (f *form) reach() int {
	if f.high == 0 {
		return f.height + 1
	}
	return f.height
}

// room returns how many rows above the completed ones the form needs at least.
func (f *form) room() int { return max(f.reach(), max(f.high, 1)+f.route) }

// steps are the differences of the heights of up to four columns, each to the one
// before, as far as they matter: no form spans greater ones.
type steps [3]int

const (
	greatest = 2            // step between two columns of a form
	wall     = greatest + 1 // stands for any greater one, and for the wall
)

func newSteps(heights []int) steps {
	s := steps{wall, wall, wall}
	for i := range min(len(heights)-1, len(s)) {
		if d := heights[i+1] - heights[i]; d >= -greatest && d <= greatest {
			s[i] = d
		}
	}
	return s
}

// index returns a different number for all steps that differ, below stepsCount.
func (s steps) index() int {
	const n = greatest + wall + 1
	return ((s[0]+greatest)*n+s[1]+greatest)*n + s[2] + greatest
}

const stepsCount = (greatest + wall + 1) * (greatest + wall + 1) * (greatest + wall + 1)

// matching lists, for the steps from a column to those right of it, the forms
// that lie on them without a gap.
var matching = func() (lists [stepsCount][]*form) {
	for a := -greatest; a <= wall; a++ {
		for b := -greatest; b <= wall; b++ {
			for c := -greatest; c <= wall; c++ {
				s := steps{a, b, c}
				for i := range forms {
					if f := &forms[i]; f.matches(s) {
						lists[s.index()] = append(lists[s.index()], f)
					}
				}
			}
		}
	}
	return lists
}()

func (f *form) matches(s steps) bool {
	for i := range f.width - 1 {
		if s[i] != f.bottom[i+1]-f.bottom[i] {
			return false
		}
	}
	return true
}

// move is a form put in a place: base is the row of its lowest cells, counted
// like heights, so the lowest row is 0.
type move struct {
	form   *form
	column int
	base   int
}

func (m move) top() int { return m.base + m.form.height }

// piece returns m as a piece whose row counts from the sprite row.
func (m move) piece() tetris.Piece {
	return tetris.Piece{
		Drop: tetris.Drop{Tetromino: m.form.tetromino, Orientation: m.form.orientation, Column: m.column},
		Row:  m.base + 1,
	}
}

func pieces(moves []move) []tetris.Piece {
	list := make([]tetris.Piece, len(moves))
	for i, m := range moves {
		list[i] = m.piece()
	}
	return list
}

// state is where a search stands: the heights, and what follows from them.
type state struct {
	*Packing
	heights []int
	done    int // completed rows: the least height
	stack   int // the greatest height
}

func newState(p *Packing) *state {
	s := &state{Packing: p, heights: slices.Clone(p.Start)}
	s.measure()
	return s
}

func (s *state) measure() {
	s.done, s.stack = s.heights[0], s.heights[0]
	for _, h := range s.heights[1:] {
		s.done, s.stack = min(s.done, h), max(s.stack, h)
	}
}

// appendMoves appends the moves that can be made to list: those without a gap
// under the piece, supported, below the goal and with room to appear.
func (s *state) appendMoves(list []move) []move {
	for x, h := range s.heights {
		for _, f := range matching[newSteps(s.heights[x:min(x+4, len(s.heights))]).index()] {
			if m := (move{f, x, h - f.bottom[0]}); s.allows(m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// allows reports whether m, which has no gap under it, can be made.
func (s *state) allows(m move) bool {
	if m.base < 0 || !s.supported(m) || !s.hasRoom(m) {
		return false
	}
	for i := range m.form.width {
		if x := m.column + i; s.heights[x]+m.form.cells[i] > s.Goal[x] {
			return false
		}
	}
	return true
}

// touches reports whether m lies on the heights without a gap.
func (s *state) touches(m move) bool {
	for i := range m.form.width {
		if s.heights[m.column+i] != m.base+m.form.bottom[i] {
			return false
		}
	}
	return true
}

// supported reports whether m comes to rest in its row. Its highest bottom
// decides: if that is above the completed rows, there is a cell below it.
func (s *state) supported(m move) bool {
	if m.base+m.form.high > s.done {
		return true
	}
	for i := range m.form.width {
		if s.filled(m.column + i) {
			return true
		}
	}
	return false
}

func (s *state) hasRoom(m move) bool {
	return s.Room == 0 || s.stack-s.done+m.form.route <= s.Room && m.top()-s.done <= s.Room
}

func (s *state) place(m move) {
	for i := range m.form.width {
		s.heights[m.column+i] += m.form.cells[i]
	}
	s.measure()
}

func (s *state) remove(m move) {
	for i := range m.form.width {
		s.heights[m.column+i] -= m.form.cells[i]
	}
	s.measure()
}

// dead reports whether columns that have reached their goal cut off a region
// that isn't a multiple of 4 cells. Then no pieces fill it.
func (s *state) dead() bool {
	cells := 0
	for x, h := range s.heights {
		if d := s.Goal[x] - h; d > 0 {
			cells += d
		} else if cells%4 != 0 {
			return true
		}
	}
	return cells%4 != 0
}

func (s *state) finished() bool { return slices.Equal(s.heights, s.Goal) }
