package printer

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/disintegration/imaging"
	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// The colours of everything but the sprite.
var (
	emptyColor = color.NRGBA{22, 24, 34, 255}
	flashColor = color.NRGBA{250, 250, 245, 255}
	textColor  = color.NRGBA{200, 204, 214, 255}
)

// glyphSide is the side of a text tile before it is scaled: two letters of the
// font, 8 by 16 pixels each.
const glyphSide = 16

// A painter draws screens. It draws each tile once and then copies it.
type painter struct {
	cell    int
	palette plan.Palette // with a grey for what carries no colour of the sprite
	tiles   map[tile]*image.RGBA
}

func newPainter(p *plan.Palette, cell int) *painter {
	return &painter{cell: cell, palette: withGreys(p), tiles: map[tile]*image.RGBA{}}
}

// withGreys gives the tetrominoes without a colour greys that differ a little,
// so that neighbours can be told apart.
func withGreys(p *plan.Palette) plan.Palette {
	full := *p
	for t := tetris.I; t <= tetris.L; t++ {
		if full[t].A == 0 {
			v := 74 + 7*uint8(t)
			full[t] = color.NRGBA{v, v, v + 4, 255}
		}
	}
	return full
}

// bounds returns the bounds of a picture of so many tiles. Its sides are even:
// other programs refuse to make videos from pictures with odd ones.
func (p *painter) bounds(cols, rows int) image.Rectangle {
	return image.Rect(0, 0, even(cols*p.cell), even(rows*p.cell))
}

// canvas returns an empty picture for the screen.
func (p *painter) canvas(s *screen) *image.RGBA {
	m := image.NewRGBA(p.bounds(s.cols, s.rows))
	draw.Draw(m, m.Bounds(), image.NewUniform(emptyColor), image.Point{}, draw.Src)
	return m
}

func even(n int) int { return n + n%2 }

// paint draws on m, which shows the screen before, what differs in s. A nil
// before draws everything. It reports whether anything differs.
func (p *painter) paint(m *image.RGBA, before, s *screen) bool {
	changed := false
	for i, t := range s.tiles {
		if before != nil && before.tiles[i] == t {
			continue
		}
		changed = true
		at := image.Pt(i%s.cols*p.cell, i/s.cols*p.cell)
		src := p.tile(t)
		draw.Draw(m, src.Bounds().Add(at), src, image.Point{}, draw.Src)
	}
	return changed
}

// tile returns the picture of t.
func (p *painter) tile(t tile) *image.RGBA {
	m := p.tiles[t]
	if m == nil {
		m = image.NewRGBA(image.Rect(0, 0, p.cell, p.cell))
		p.draw(m, t)
		p.tiles[t] = m
	}
	return m
}

func (p *painter) draw(m *image.RGBA, t tile) {
	switch t.kind {
	case empty:
		p.drawSquare(m, emptyColor, emptyColor) // lines here would double a video's size
	case block:
		c := p.palette[t.a]
		p.drawSquare(m, c, edgeColor(c))
	case flash:
		p.drawSquare(m, flashColor, flashColor)
	case text:
		p.drawText(m, string([]byte{t.a, t.b}))
	}
}

// drawSquare fills the tile and draws its edge at the right and the bottom.
func (p *painter) drawSquare(m *image.RGBA, c, edge color.NRGBA) {
	width := max(1, p.cell/glyphSide)
	draw.Draw(m, m.Bounds(), image.NewUniform(edge), image.Point{}, draw.Src)
	inner := image.Rect(0, 0, p.cell-width, p.cell-width)
	draw.Draw(m, inner, image.NewUniform(c), image.Point{}, draw.Src)
}

// edgePercent is how much darker an edge is. In a video, edges spill into the
// inside: with 15 % the middle of a cell is off by 8 of 255 at most, with 30 %
// by 15 (400 random colours, quality 90).
const edgePercent = 15

// edgeColor is darker than c, or lighter if c is nearly black, which would not
// be seen on the empty field.
func edgeColor(c color.NRGBA) color.NRGBA {
	if int(c.R)+int(c.G)+int(c.B) < 3*40 {
		return mix(c, color.NRGBA{255, 255, 255, 255}, edgePercent)
	}
	return mix(c, color.NRGBA{0, 0, 0, 255}, edgePercent)
}

// mix returns c with so many per cent of d.
func mix(c, d color.NRGBA, percent int) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8((int(a)*(100-percent) + int(b)*percent) / 100) }
	return color.NRGBA{part(c.R, d.R), part(c.G, d.G), part(c.B, d.B), 255}
}

// drawText draws two letters and scales them to the tile.
func (p *painter) drawText(m *image.RGBA, letters string) {
	glyphs := image.NewNRGBA(image.Rect(0, 0, glyphSide, glyphSide))
	draw.Draw(glyphs, glyphs.Bounds(), image.NewUniform(emptyColor), image.Point{}, draw.Src)
	face := inconsolata.Bold8x16
	d := font.Drawer{Dst: glyphs, Src: image.NewUniform(textColor), Face: face, Dot: fixed.P(0, face.Ascent)}
	d.DrawString(letters)
	// Whole multiples stay sharp; a filter evens out the others.
	filter := imaging.CatmullRom
	if p.cell%glyphSide == 0 {
		filter = imaging.NearestNeighbor
	}
	scaled := imaging.Resize(glyphs, p.cell, p.cell, filter)
	draw.Draw(m, m.Bounds(), scaled, image.Point{}, draw.Src)
}
