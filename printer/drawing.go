package printer

import (
	"fmt"
	"image"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Drawing returns a picture of the block of p with this index as the text form
// draws it: every piece in its row, as if no row cleared, with an edge around
// each. The picture is as wide as the field and as high as the block; opts.Cell
// and opts.Skin say how it looks. Where pieces overlap, the later one is seen.
//
// It returns an [*OptionError], or an error that names a piece beyond the walls.
// It panics if there is no such block.
func Drawing(p *plan.Plan, block int, opts *Options) (*image.Paletted, error) {
	o, err := opts.withDefaults(PNG)
	if err != nil {
		return nil, err
	}
	pieces := p.Blocks[block].Pieces
	for i, piece := range pieces {
		if !piece.Inside(p.Width) {
			return nil, fmt.Errorf("block %d: piece %d, %v, is outside the %d columns", block, i, piece.Drop, p.Width)
		}
	}
	cells, low, high := pieceCells(pieces)
	s := newScreen(p.Width, max(1, high-low))
	for c, i := range cells {
		joined := uint16(0)
		for side, d := range sides {
			if j, ok := cells[tetris.Cell{X: c.X + d.X, Y: c.Y + d.Y}]; ok && j == i {
				joined |= 1 << side
			}
		}
		s.set(c.X, high-1-c.Y, tile{part, uint16(pieces[i].Tetromino), joined})
	}
	painter := newPainter(&p.Palette, o.Skin, o.Cell)
	m := painter.canvas(s.cols, s.rows)
	painter.paint(m, nil, s)
	// An odd side was padded.
	return m.SubImage(image.Rect(0, 0, s.cols*o.Cell, s.rows*o.Cell)).(*image.Paletted), nil
}

// pieceCells returns which piece is in which cell, the lowest row of them, and
// the one above the highest.
func pieceCells(pieces []tetris.Piece) (cells map[tetris.Cell]int, low, high int) {
	cells = map[tetris.Cell]int{}
	for i, piece := range pieces {
		for _, c := range piece.Cells() {
			if len(cells) == 0 {
				low, high = c.Y, c.Y+1
			}
			low, high = min(low, c.Y), max(high, c.Y+1)
			cells[c] = i
		}
	}
	return cells, low, high
}

// sides are the ways from a cell to its neighbours; a tile of kind part has bit i
// of b set where the neighbour at sides[i] belongs to the same piece.
var sides = [4]tetris.Cell{{X: -1}, {Y: 1}, {X: 1}, {Y: -1}}

// drawPart draws a cell of tetromino t with an edge on each side that isn't
// joined to the rest of the piece.
func drawPart(m *image.Paletted, skin string, t tetris.Tetromino, joined int) {
	r, w := m.Rect, edge(m.Rect.Dx())
	edges := [4]image.Rectangle{ // in the order of sides
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+w, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+w),
		image.Rect(r.Max.X-w, r.Min.Y, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Max.Y-w, r.Max.X, r.Max.Y),
	}
	fillRect(m, r, blockInk(t, shadeBase))
	for side, e := range edges {
		shade := shadeDark
		if skin == Retro && side < 2 { // the light comes from the upper left
			shade = shadeLit
		}
		if joined>>side&1 == 0 {
			fillRect(m, e, blockInk(t, shade))
		}
	}
}
