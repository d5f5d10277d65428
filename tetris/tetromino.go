package tetris

import "fmt"

// Tetromino is one of the seven pieces. The zero value, [None], is no piece:
// an empty cell of a [Field].
type Tetromino uint8

// The tetrominoes, in the order I O T S Z J L.
const (
	None Tetromino = iota
	I
	O
	T
	S
	Z
	J
	L
)

// Tetrominoes is the number of different tetrominoes; I to L are 1 to Tetrominoes.
const Tetrominoes = 7

const letters = ".IOTSZJL"

// String returns the letter of t, "." for None.
func (t Tetromino) String() string {
	if int(t) >= len(letters) {
		return fmt.Sprintf("Tetromino(%d)", uint8(t))
	}
	return letters[t : t+1]
}

// TetrominoOf returns the tetromino with the given upper-case letter, or None.
func TetrominoOf(letter byte) Tetromino {
	for t := I; t <= L; t++ {
		if letters[t] == letter {
			return t
		}
	}
	return None
}

// Orientation is one of the four SRS states. The zero value is the spawn state.
type Orientation uint8

// The orientations by their SRS names: spawn, a clockwise turn from it, two
// turns, and a counter-clockwise turn.
const (
	Spawn   Orientation = iota // 0
	Right                      // R
	Reverse                    // 2
	Left                       // L
)

// String returns the SRS name of o: "0", "R", "2" or "L".
func (o Orientation) String() string { return "0R2L"[o&3 : o&3+1] }

// Cell is one square: column X, row Y.
type Cell struct{ X, Y int }

// Shape is a tetromino in one orientation, moved so that its leftmost column
// and its lowest row are 0. All 19 shapes are column-convex: each of the first
// Width columns holds the cells from Bottom to Top-1 and no others.
type Shape struct {
	Cells  [4]Cell // by row, then by column
	Width  int     // columns, 1 to 4
	Height int     // rows, 1 to 4
	Bottom [4]int  // lowest cell of each column; 0 beyond Width
	Top    [4]int  // one above the highest cell of each column; 0 beyond Width
}

// spawnShapes draws the spawn orientations, top row first.
var spawnShapes = [Tetrominoes + 1][2]string{
	I: {"....", "XXXX"},
	O: {"XX", "XX"},
	T: {".X.", "XXX"},
	S: {".XX", "XX."},
	Z: {"XX.", ".XX"},
	J: {"X..", "XXX"},
	L: {"..X", "XXX"},
}

var shapes = buildShapes()

func buildShapes() (s [Tetrominoes + 1][4]Shape) {
	for t := I; t <= L; t++ {
		cells := drawn(spawnShapes[t])
		for o := Spawn; o <= Left; o++ {
			s[t][o] = newShape(cells)
			for i, c := range cells { // clockwise: what was up points right
				cells[i] = Cell{c.Y, -c.X}
			}
		}
	}
	return s
}

func drawn(rows [2]string) (cells [4]Cell) {
	n := 0
	for i, row := range rows {
		for x, ch := range row {
			if ch == 'X' {
				cells[n] = Cell{x, 1 - i}
				n++
			}
		}
	}
	return cells
}

func newShape(cells [4]Cell) Shape {
	low := cells[0]
	for _, c := range cells {
		low.X, low.Y = min(low.X, c.X), min(low.Y, c.Y)
	}
	var s Shape
	s.Bottom = [4]int{4, 4, 4, 4}
	n := 0
	for y := range 4 {
		for x := range 4 {
			for _, c := range cells {
				if c.X-low.X != x || c.Y-low.Y != y {
					continue
				}
				s.Cells[n] = Cell{x, y}
				s.Width, s.Height = max(s.Width, x+1), max(s.Height, y+1)
				s.Bottom[x], s.Top[x] = min(s.Bottom[x], y), max(s.Top[x], y+1)
				n++
			}
		}
	}
	for x := s.Width; x < 4; x++ {
		s.Bottom[x] = 0
	}
	return s
}

// Shape returns the shape of t in orientation o. The result is shared: don't
// change it. It panics if t is not one of the seven.
func (t Tetromino) Shape(o Orientation) *Shape {
	if t < I || t > L {
		panic("tetris: Shape of " + t.String())
	}
	return &shapes[t][o&3]
}

// Orientations returns the number of different shapes of t: 1 for O, 2 for I, S
// and Z, 4 for T, J and L. The shapes are those of the orientations below it.
func (t Tetromino) Orientations() Orientation {
	switch t {
	case O:
		return 1
	case I, S, Z:
		return 2
	default:
		return 4
	}
}

// Identify returns the tetromino that the four cells form and the least
// orientation that shows it, wherever the cells lie and in whatever order.
// It returns false if they form none.
func Identify(cells [4]Cell) (Tetromino, Orientation, bool) {
	low := cells[0]
	for _, c := range cells {
		low.X, low.Y = min(low.X, c.X), min(low.Y, c.Y)
	}
	for t := I; t <= L; t++ {
		for o := range t.Orientations() {
			if sameCells(cells, low, shapes[t][o].Cells) {
				return t, o, true
			}
		}
	}
	return None, Spawn, false
}

func sameCells(cells [4]Cell, low Cell, shape [4]Cell) bool {
	for _, want := range shape {
		found := false
		for _, c := range cells {
			found = found || c.X-low.X == want.X && c.Y-low.Y == want.Y
		}
		if !found {
			return false
		}
	}
	return true
}
