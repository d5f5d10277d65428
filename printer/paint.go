package printer

import (
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A painter draws screens. It draws each tile once and then copies it.
type painter struct {
	cell  int
	skin  string
	inks  color.Palette
	tiles map[tile]*image.Paletted
	goal  *image.Paletted // what tiles of kind goal show; may be nil
	zoom  *image.Paletted // what tiles of kind zoom show; may be nil
}

func newPainter(p *plan.Palette, skin string, cell int) *painter {
	return &painter{cell: cell, skin: skin, inks: newInks(p), tiles: map[tile]*image.Paletted{}}
}

// bounds returns the bounds of a picture of so many tiles. Its sides are even:
// other programs refuse to make videos from pictures with odd ones.
func (p *painter) bounds(cols, rows int) image.Rectangle {
	return image.Rect(0, 0, even(cols*p.cell), even(rows*p.cell))
}

func even(n int) int { return n + n%2 }

// canvas returns a picture of so many tiles. It can hold every ink but inkNone.
func (p *painter) canvas(cols, rows int) *image.Paletted {
	return image.NewPaletted(p.bounds(cols, rows), p.inks[:inkNone])
}

// paint draws on m what differs in s from the screen before. A nil before draws
// everything. m may be a part of the whole picture, if all that differs lies in
// it.
func (p *painter) paint(m *image.Paletted, before, s *screen) {
	for i, t := range s.tiles {
		if before == nil || before.tiles[i] != t {
			p.put(m, t, image.Pt(i%s.cols, i/s.cols))
		}
	}
}

// put draws a tile at column at.X, row at.Y of the tiles.
func (p *painter) put(m *image.Paletted, t tile, at image.Point) {
	src := p.tile(t)
	for y := range p.cell {
		copy(m.Pix[m.PixOffset(at.X*p.cell, at.Y*p.cell+y):], src.Pix[y*src.Stride:][:p.cell])
	}
}

// changed returns the smallest rectangle of pixels in which all lies that
// differs between the screens. With a nil before it is everything.
func (p *painter) changed(before, s *screen) (r image.Rectangle) {
	for i, t := range s.tiles {
		if before == nil || before.tiles[i] != t {
			x, y := i%s.cols, i/s.cols
			r = r.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return image.Rectangle{r.Min.Mul(p.cell), r.Max.Mul(p.cell)}
}

// patch returns a picture of what differs between the screens, in its place and
// no larger than that. In it inkNone is where nothing differs. With a nil before
// it is the whole picture.
func (p *painter) patch(before, s *screen) *image.Paletted {
	if before == nil {
		m := p.canvas(s.cols, s.rows)
		p.paint(m, nil, s)
		return m
	}
	m := image.NewPaletted(p.changed(before, s), p.inks)
	for i := range m.Pix {
		m.Pix[i] = inkNone
	}
	p.paint(m, before, s)
	return m
}

// nothing returns a patch of one pixel that changes nothing.
func (p *painter) nothing() *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, 1, 1), p.inks)
	m.Pix[0] = inkNone
	return m
}

// tile returns the picture of t.
func (p *painter) tile(t tile) *image.Paletted {
	m := p.tiles[t]
	if m == nil {
		m = image.NewPaletted(image.Rect(0, 0, p.cell, p.cell), p.inks)
		p.draw(m, t)
		p.tiles[t] = m
	}
	return m
}

func (p *painter) draw(m *image.Paletted, t tile) {
	switch t.kind {
	case empty:
		fillRect(m, m.Rect, inkField) // lines here would double a video's size
	case block:
		drawBlock(m, p.skin, tetris.Tetromino(t.a))
	case part:
		drawPart(m, p.skin, tetris.Tetromino(t.a), int(t.b))
	case flash:
		fillRect(m, m.Rect, inkFlash)
	case outside:
		fillRect(m, m.Rect, inkOutside)
	case wall:
		drawWall(m, p.skin, int(t.a), int(t.b))
	case text:
		drawText(m, string([]byte{byte(t.a), byte(t.b)}))
	case goal:
		cut(m, p.goal, t)
	case zoom:
		cut(m, p.zoom, t)
	}
}

// cut copies that part of the picture from that the tile shows.
func cut(m, from *image.Paletted, t tile) {
	side := m.Rect.Dx()
	at := image.Pt(int(t.a), int(t.b)).Mul(side)
	for y := range side {
		copy(m.Pix[y*m.Stride:][:side], from.Pix[from.PixOffset(at.X, at.Y+y):])
	}
}

// drawText draws two letters and scales them to the tile. In tiles whose side is
// a multiple of glyphSide all edges stay sharp.
func drawText(m *image.Paletted, letters string) {
	glyphs := image.NewAlpha(image.Rect(0, 0, glyphSide, glyphSide))
	face := inconsolata.Bold8x16
	d := font.Drawer{Dst: glyphs, Src: image.Opaque, Face: face, Dot: fixed.P(0, face.Ascent)}
	d.DrawString(letters)
	for i := range m.Pix {
		m.Pix[i] = inkText + textLevel(glyphs, i%m.Stride, i/m.Stride, m.Stride)
	}
}

// textLevel returns how much of pixel x, y the letters cover when they are scaled
// to that side, up to textLevels-1. It takes the mean of points that hit each
// pixel of the letters exactly as often as it overlaps the scaled one. Whole
// numbers give the same picture on every machine.
func textLevel(glyphs *image.Alpha, x, y, side int) uint8 {
	common := min(side&-side, glyphSide) // the greatest common divisor, glyphSide being a power of two
	points := glyphSide / common         // along one axis
	side /= common
	sum := 0
	for i := range points {
		for j := range points {
			sum += int(glyphs.AlphaAt((x*points+i)/side, (y*points+j)/side).A)
		}
	}
	return uint8(sum * (textLevels - 1) / (0xff * points * points))
}
