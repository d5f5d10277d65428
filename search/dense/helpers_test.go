package dense

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// cellsOf reads a drawing: one line a row, the top row first, 'a' for colour 1.
func cellsOf(t testing.TB, drawing string) [][]uint8 {
	t.Helper()
	lines := strings.Fields(drawing)
	cells := make([][]uint8, len(lines))
	for i, line := range lines {
		row := make([]uint8, len(line))
		for x, ch := range line {
			if ch != '.' {
				row[x] = uint8(ch-'a') + 1
			}
		}
		cells[len(lines)-1-i] = row
	}
	return cells
}

// drawing is the inverse of cellsOf.
func drawing(cells [][]uint8) string {
	var b strings.Builder
	for y := len(cells) - 1; y >= 0; y-- {
		for _, c := range cells[y] {
			b.WriteByte(".abcdefg"[c])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// free lets every tetromino carry the first n colours.
func free(n int) (carriers [tetris.Tetrominoes + 1][]uint8) {
	for k := tetris.I; k <= tetris.L; k++ {
		for c := range n {
			carriers[k] = append(carriers[k], uint8(c+1))
		}
	}
	return carriers
}

// classic puts up to three colours on J, T and L.
func classic(n int) (carriers [tetris.Tetrominoes + 1][]uint8) {
	for i, k := range []tetris.Tetromino{tetris.J, tetris.T, tetris.L} {
		if i < n {
			carriers[k] = []uint8{uint8(i + 1)}
		}
	}
	return carriers
}

// replay checks a result by the rules alone: an empty field and the plan give the
// sprite, with the pieces and the cleared rows that the result names.
func replay(t testing.TB, p *Problem, r *Result) {
	t.Helper()
	f, err := tetris.NewField(p.Width, p.Height)
	if err != nil {
		t.Fatal(err)
	}
	pieces, lines := 0, 0
	for _, structure := range r.Structures {
		for _, piece := range structure {
			placement, err := f.Drop(piece.Drop)
			if err != nil {
				t.Fatalf("%v\non the field\n%s\nfor\n%s", err, f, drawing(p.Cells))
			}
			pieces, lines = pieces+1, lines+placement.Lines()
		}
	}
	if pieces != r.Pieces || lines != r.Cleared {
		t.Errorf("replay counts %d pieces and %d rows, the result %d and %d, for\n%s", pieces, lines, r.Pieces, r.Cleared, drawing(p.Cells))
	}
	for y := range p.Height {
		for x := range p.Width {
			want := uint8(0)
			if at := x - r.Column; y < len(p.Cells) && at >= 0 && at < len(p.Cells[0]) {
				want = p.Cells[y][at]
			}
			got := f.At(x, y)
			if (got == tetris.None) != (want == 0) || want != 0 && r.Carries[got] != want {
				t.Fatalf("column %d, row %d is %v, want colour %d on %v; the field is\n%sfor\n%s", x, y, got, want, r.Carries, f, drawing(p.Cells))
			}
		}
	}
}

// first stops a search at its first plan.
func first(p Progress) bool { return p.Pieces == 0 }

func mustSearch(t testing.TB, p *Problem, opts *Options) *Result {
	t.Helper()
	r, err := Search(context.Background(), p, opts)
	if err != nil {
		t.Fatalf("%v on a field %d wide for\n%s", err, p.Width, drawing(p.Cells))
	}
	replay(t, p, r)
	return r
}

// randomCells draws a sprite of at most the given columns that the arithmetic of the
// width allows: no blank row, no full one, and a number of pixels that whole pieces
// and rows can make.
func randomCells(r *rand.Rand, width, columns, rows, colors int) [][]uint8 {
	for {
		cells := make([][]uint8, rows)
		n := 1 + r.IntN(columns)
		density, clump := 0.2+0.8*r.Float64(), r.Float64()
		count, bad := 0, false
		for y := range cells {
			cells[y] = make([]uint8, n)
			filled := 0
			for x := range n {
				if r.Float64() < density {
					cells[y][x] = randomColor(r, cells, x, y, colors, clump)
					filled++
				}
			}
			bad = bad || filled == 0 || filled == width
			count += filled
		}
		if !bad && printable(width, count) {
			return cells
		}
	}
}

// randomColor is often that of the pixel to the left or below.
func randomColor(r *rand.Rand, cells [][]uint8, x, y, colors int, clump float64) uint8 {
	if x > 0 && cells[y][x-1] > 0 && r.Float64() < clump {
		return cells[y][x-1]
	}
	if y > 0 && cells[y-1][x] > 0 && r.Float64() < clump {
		return cells[y-1][x]
	}
	return uint8(1 + r.IntN(colors))
}

// printable reports whether 4·pieces = pixels + width·rows has a solution.
func printable(width, pixels int) bool {
	for rows := range 4 {
		if (pixels+width*rows)%4 == 0 {
			return true
		}
	}
	return false
}
