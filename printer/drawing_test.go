package printer

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// drawnBlock returns a plan of one block on 5 columns: the I is drawn at row
// low, two Os on top of it.
func drawnBlock(low int) *plan.Plan {
	p := &plan.Plan{Width: 5, Height: 10, Blocks: []plan.Block{{Pieces: []tetris.Piece{
		{Drop: tetris.Drop{Tetromino: tetris.I, Column: 1}, Row: low},
		{Drop: tetris.Drop{Tetromino: tetris.O, Column: 0}, Row: low + 1},
		{Drop: tetris.Drop{Tetromino: tetris.O, Column: 2}, Row: low + 1},
	}}}}
	p.Palette[tetris.I] = color.NRGBA{40, 200, 220, 255}
	return p
}

// The middle of a cell has the colour of its piece, and between two cells is an
// edge where, and only where, a piece ends. Where rows begin makes no difference.
func TestDrawing(t *testing.T) {
	rows := []string{"BBCC.", "BBCC.", ".AAAA"}
	colors := map[byte]color.NRGBA{'.': fieldColor, 'A': {40, 200, 220, 255}, 'B': grey(tetris.O), 'C': grey(tetris.O)}
	for _, skin := range Skins() {
		for _, cell := range []int{MinCell, 5, 16, 31, MaxCell} {
			name := fmt.Sprintf("%s, cell %d", skin, cell)
			m, err := Drawing(drawnBlock(cell), 0, &Options{Skin: skin, Cell: cell})
			if err != nil {
				t.Fatal(err)
			}
			if m.Rect != image.Rect(0, 0, 5*cell, 3*cell) {
				t.Fatalf("%s: bounds %v", name, m.Rect)
			}
			for y, row := range rows {
				for x := range row {
					at := image.Pt(x*cell+cell/2, y*cell+cell/2)
					if got := m.At(at.X, at.Y); got != colors[row[x]] {
						t.Errorf("%s: column %d, line %d is %v, want %v", name, x, y, got, colors[row[x]])
					}
					if x == 0 {
						continue
					}
					// The last pixel of the cell on the left, at half its height.
					edge := m.At(x*cell-1, at.Y) != colors[row[x-1]]
					if want := row[x-1] != row[x] && row[x-1] != '.'; edge != want {
						t.Errorf("%s: edge before column %d of line %d: %v, want %v", name, x, y, edge, want)
					}
				}
			}
			if m.At(cell/2, cell) != grey(tetris.O) || m.At(cell+cell/2, 2*cell-1) == grey(tetris.O) {
				t.Errorf("%s: an edge within the O, or none below it", name)
			}
		}
	}
}

func TestDrawingErrors(t *testing.T) {
	p := drawnBlock(0)
	if _, err := Drawing(p, 0, &Options{Cell: 1}); !errors.As(err, new(*OptionError)) {
		t.Errorf("cells of 1 pixel: got %v", err)
	}
	p.Width = 4
	if _, err := Drawing(p, 0, nil); err == nil {
		t.Error("no error for a piece beyond the wall")
	}
	p.Blocks[0].Pieces = nil
	if m, err := Drawing(p, 0, nil); err != nil || m.Rect != image.Rect(0, 0, 64, 16) {
		t.Errorf("no pieces: %v, %v", m.Rect, err)
	}
}
