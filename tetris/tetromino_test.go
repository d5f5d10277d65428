package tetris

import (
	"math"
	"strings"
	"testing"
)

func (s *Shape) draw() string {
	rows := make([][]byte, s.Height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", s.Width))
	}
	for _, c := range s.Cells {
		rows[s.Height-1-c.Y][c.X] = 'X'
	}
	lines := make([]string, s.Height)
	for y := range rows {
		lines[y] = string(rows[y])
	}
	return strings.Join(lines, "/")
}

func TestShapes(t *testing.T) {
	tests := []struct {
		tetromino Tetromino
		want      [4]string // spawn, right, reverse, left
	}{
		{I, [4]string{"XXXX", "X/X/X/X", "XXXX", "X/X/X/X"}},
		{O, [4]string{"XX/XX", "XX/XX", "XX/XX", "XX/XX"}},
		{T, [4]string{".X./XXX", "X./XX/X.", "XXX/.X.", ".X/XX/.X"}},
		{S, [4]string{".XX/XX.", "X./XX/.X", ".XX/XX.", "X./XX/.X"}},
		{Z, [4]string{"XX./.XX", ".X/XX/X.", "XX./.XX", ".X/XX/X."}},
		{J, [4]string{"X../XXX", "XX/X./X.", "XXX/..X", ".X/.X/XX"}},
		{L, [4]string{"..X/XXX", "X./X./XX", "XXX/X..", "XX/.X/.X"}},
	}
	for _, test := range tests {
		for o, want := range test.want {
			if got := test.tetromino.Shape(Orientation(o)).draw(); got != want {
				t.Errorf("%v%v: got %s, want %s", test.tetromino, Orientation(o), got, want)
			}
		}
	}
}

// The packing searches rely on columns without gaps.
func TestShapesAreColumnConvex(t *testing.T) {
	for tm := I; tm <= L; tm++ {
		for o := Spawn; o <= Left; o++ {
			s := tm.Shape(o)
			cells := 0
			for x := range 4 {
				cells += s.Top[x] - s.Bottom[x]
			}
			if cells != 4 {
				t.Errorf("%v%v: columns %v to %v hold %d cells, want 4", tm, o, s.Bottom, s.Top, cells)
			}
		}
	}
}

func TestIdentify(t *testing.T) {
	n := 0
	for tm := I; tm <= L; tm++ {
		for o := range tm.Orientations() {
			n++
			cells := Piece{Drop{tm, o, 5}, 7}.Cells()
			cells[0], cells[3] = cells[3], cells[0]
			if gt, go_, ok := Identify(cells); gt != tm || go_ != o || !ok {
				t.Errorf("cells of %v%v: got %v%v, %v", tm, o, gt, go_, ok)
			}
		}
	}
	if n != 19 {
		t.Errorf("got %d different shapes, want 19", n)
	}
	for _, cells := range [][4]Cell{
		{{0, 0}, {1, 0}, {2, 0}, {4, 0}},
		{{0, 0}, {1, 1}, {2, 2}, {3, 3}},
		{{0, 0}, {0, 0}, {1, 0}, {2, 0}},
	} {
		if tm, o, ok := Identify(cells); ok {
			t.Errorf("%v: got %v%v, want none", cells, tm, o)
		}
	}
}

func TestLetters(t *testing.T) {
	for tm := I; tm <= L; tm++ {
		if got := TetrominoOf(tm.String()[0]); got != tm {
			t.Errorf("TetrominoOf(%q) = %v", tm.String(), got)
		}
	}
	for _, b := range []byte(".iX0\x00\xff") {
		if got := TetrominoOf(b); got != None {
			t.Errorf("TetrominoOf(%q) = %v, want None", b, got)
		}
	}
}

// Drops come from files too: no number may pass for a column of the field.
func TestInside(t *testing.T) {
	tests := []struct {
		drop Drop
		want bool
	}{
		{Drop{I, Spawn, 0}, true},
		{Drop{I, Spawn, 6}, true},
		{Drop{I, Spawn, 7}, false},
		{Drop{I, Right, 9}, true},
		{Drop{I, Spawn, -1}, false},
		{Drop{I, Spawn, math.MaxInt}, false},
		{Drop{I, Spawn, math.MinInt}, false},
		{Drop{None, Spawn, 0}, false},
		{Drop{L + 1, Spawn, 0}, false},
	}
	for _, test := range tests {
		if got := test.drop.Inside(10); got != test.want {
			t.Errorf("%v inside 10 columns: got %v, want %v", test.drop, got, test.want)
		}
	}
}
