package printer

import (
	"image"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// glyphSide is the side of a text tile before it is scaled: two letters of the
// font, 8 by 16 pixels each.
const glyphSide = 16

// edge returns the width of edges in cells of that side. In a cell of 16 pixels
// it is 2, aligned to the pixels of JPEG's colour channels.
func edge(cell int) int { return max(1, cell/8) }

// drawBlock draws a cell of tetromino t, whose middle has the colour itself in
// every skin: all of m, 1 pixel or more.
func drawBlock(m *image.Paletted, skin string, t tetris.Tetromino) {
	r, w := m.Rect, edge(m.Rect.Dx())
	if r.Dx() < MinCell {
		skin = Flat
	}
	base, lit, dark := blockInk(t, shadeBase), blockInk(t, shadeLit), blockInk(t, shadeDark)
	switch skin {
	case Retro:
		fillRect(m, r, dark)
		fillRect(m, image.Rectangle{r.Min, r.Max.Sub(image.Pt(w, w))}, lit)
		fillRect(m, r.Inset(w), base)
		if r.Dx() >= glyphSide/2 {
			fillRect(m, image.Rect(w, w, 2*w, 2*w).Add(r.Min), blockInk(t, shadeGlint))
		}
	case Outline:
		fillRect(m, r, dark)
		fillRect(m, r.Inset(w), base)
	default:
		fillRect(m, r, base)
	}
}

// drawWall draws a tile of the frame around the field: column a, row b of 3 by 3.
// A band along the field is the frame, the rest lies outside.
func drawWall(m *image.Paletted, skin string, a, b int) {
	cell := m.Rect.Dx()
	w, band := edge(cell), cell/2
	// away returns how far pixel i is from the field, the field's side being in
	// that third.
	away := func(i, third int) int { return [3]int{cell - 1 - i, -1, i}[third] }
	for y := range cell {
		for x := range cell {
			ink := uint8(inkWall)
			switch d := max(away(x, a), away(y, b)); {
			case d >= band:
				ink = inkOutside
			case skin == Flat:
			case d < w:
				ink = inkWallDark
			case d >= band-w:
				ink = inkWallLit
			}
			m.SetColorIndex(x, y, ink)
		}
	}
}

func fillRect(m *image.Paletted, r image.Rectangle, ink uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := m.Pix[m.PixOffset(r.Min.X, y):m.PixOffset(r.Max.X, y)]
		for x := range row {
			row[x] = ink
		}
	}
}
