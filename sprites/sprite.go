package sprites

import (
	"image"
	"image/color"
	"image/png"
	"io"
)

// Sprite is a picture to print. It is cropped to the box of its pixels and has
// at least one. [Open], [Read], [FromImage], [Parse] and [Builtin] make one;
// it doesn't change afterwards and may be shared between goroutines.
type Sprite struct {
	name   string
	format string
	part   image.Rectangle // of the original that img shows
	// img starts at (0, 0). Its pixels have alpha 255 or are color.NRGBA{}.
	img *image.NRGBA
}

// Name returns what errors call the sprite: the path it was opened by, the
// name given to Read, or "sprite:NAME" for a built-in one.
func (s *Sprite) Name() string { return s.name }

// Format returns what the sprite was read from: "PNG", "GIF", "BMP", "WEBP",
// "JPEG", "text", or "" if it was made from an image.
func (s *Sprite) Format() string { return s.format }

// Width returns the number of columns, at least 1.
func (s *Sprite) Width() int { return s.img.Rect.Dx() }

// Height returns the number of rows, at least 1.
func (s *Sprite) Height() int { return s.img.Rect.Dy() }

// Origin returns where the sprite's top left pixel lies in the original
// picture. If that wasn't scaled, adding it to a position in the sprite gives
// the one in the original.
func (s *Sprite) Origin() image.Point { return s.part.Min }

// Part returns the part of the original picture that the sprite shows. It is
// of the same size, unless the picture was scaled.
func (s *Sprite) Part() image.Rectangle { return s.part }

// Source returns where in the original picture the pixel in column x and row y
// of the sprite lies; of the pixels that a shrunk picture shows as one, the top
// left one.
func (s *Sprite) Source(x, y int) image.Point { return s.SourceRect(image.Rect(x, y, x+1, y+1)).Min }

// SourceRect returns the part of the original picture that the pixels of the
// sprite in r show. It has at least one pixel.
func (s *Sprite) SourceRect(r image.Rectangle) image.Rectangle {
	return scaledRect(r, s.img.Rect, s.part)
}

// scaledRect returns where r, a part of from, lies in to, which shows the same
// in another size. It has at least one pixel.
func scaledRect(r, from, to image.Rectangle) image.Rectangle {
	scale := func(v, from, to int) int { return int(int64(v) * int64(to) / int64(from)) }
	r = r.Sub(from.Min)
	x0, x1 := scale(r.Min.X, from.Dx(), to.Dx()), scale(r.Max.X, from.Dx(), to.Dx())
	y0, y1 := scale(r.Min.Y, from.Dy(), to.Dy()), scale(r.Max.Y, from.Dy(), to.Dy())
	return image.Rect(x0, y0, max(x1, x0+1), max(y1, y0+1)).Add(to.Min)
}

// At returns the colour in column x and row y, counted from the top left: with
// alpha 255 for a pixel, color.NRGBA{} for an empty one or outside the sprite.
func (s *Sprite) At(x, y int) color.NRGBA { return s.img.NRGBAAt(x, y) }

// Filled reports whether there is a pixel in column x and row y, counted from
// the top left. Outside the sprite there is none.
func (s *Sprite) Filled(x, y int) bool { return s.At(x, y).A != 0 }

// Image returns a copy of the sprite, one pixel for a pixel, with its top left
// corner at (0, 0).
func (s *Sprite) Image() *image.NRGBA { return copyOf(s.img) }

// WritePNG writes the sprite as a PNG, one pixel for a pixel.
// It returns the first error of w.
func (s *Sprite) WritePNG(w io.Writer) error { return png.Encode(w, s.img) }

// Pixels returns how many pixels the sprite has, at least 1.
func (s *Sprite) Pixels() int {
	n := 0
	for i := 3; i < len(s.img.Pix); i += 4 {
		if s.img.Pix[i] != 0 {
			n++
		}
	}
	return n
}

// rowBlank reports whether row y, counted from the top, has no pixel.
func (s *Sprite) rowBlank(y int) bool {
	for x := range s.Width() {
		if s.Filled(x, y) {
			return false
		}
	}
	return true
}

// FromImage makes a sprite of m, which it neither keeps nor changes. The name
// is what errors call it; nil opts are the zero Options.
//
// It returns an [*AlphaError] for a half-transparent pixel that the options
// don't decide, an [*EmptyError] if there is no pixel, and a [*FormatError] if
// m is a paletted image with an index outside its palette.
func FromImage(m image.Image, name string, opts *Options) (*Sprite, error) {
	if opts == nil {
		opts = new(Options)
	}
	full, err := toNRGBA(m, name)
	if err != nil {
		return nil, err
	}
	part := opts.Part
	if part.Empty() {
		part = full.Rect
	}
	box, most, err := opts.box(full, name, part)
	if err != nil {
		return nil, err
	}
	if box.Empty() {
		return nil, &EmptyError{Name: name, Width: full.Rect.Dx(), Height: full.Rect.Dy(), MaxAlpha: most, Filled: -1}
	}
	s := &Sprite{
		name:   name,
		format: opts.Format,
		part:   scaledRect(box, full.Rect, part),
		img:    image.NewNRGBA(image.Rect(0, 0, box.Dx(), box.Dy())),
	}
	for y := range box.Dy() {
		for x := range box.Dx() {
			c := full.NRGBAAt(box.Min.X+x, box.Min.Y+y)
			if filled, _ := opts.decide(c.A); filled {
				c.A = 255
				s.img.SetNRGBA(x, y, c)
			}
		}
	}
	return s, nil
}

// box returns the box of what the options take for pixels in m, and the
// greatest alpha in m. Part is what m shows.
func (o *Options) box(m *image.NRGBA, name string, part image.Rectangle) (box image.Rectangle, most uint8, err error) {
	half := &AlphaError{Name: name}
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		first, end := m.Rect.Max.X, m.Rect.Min.X // of the pixels of this row
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			alpha := m.Pix[m.PixOffset(x, y)+3]
			most = max(most, alpha)
			filled, sure := o.decide(alpha)
			if !sure {
				half.add(scaledRect(image.Rect(x, y, x+1, y+1), m.Rect, part).Min, alpha)
			}
			if filled {
				first, end = min(first, x), x+1
			}
		}
		if first < end {
			box = box.Union(image.Rect(first, y, end, y+1))
		}
	}
	if half.Count > 0 {
		return image.Rectangle{}, 0, half
	}
	return box, most, nil
}

// toNRGBA returns m in 8 bits a channel. It may return m itself.
func toNRGBA(m image.Image, name string) (*image.NRGBA, error) {
	if already, ok := m.(*image.NRGBA); ok {
		return already, nil
	}
	if err := checkIndexes(m, name); err != nil {
		return nil, err
	}
	b := m.Bounds()
	n := image.NewNRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			n.SetNRGBA(x, y, nrgba(m.At(x, y)))
		}
	}
	return n, nil
}

// clearHidden takes away the colours that hide under transparent pixels of m.
func clearHidden(m *image.NRGBA) {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if i := m.PixOffset(x, y); m.Pix[i+3] == 0 {
				clear(m.Pix[i : i+4])
			}
		}
	}
}

// nrgba returns c in 8 bits a channel. Where the colour isn't multiplied by its
// alpha to begin with, it isn't on the way either: color.NRGBAModel would
// multiply and divide, and lose the colour of a faint pixel.
func nrgba(c color.Color) color.NRGBA {
	switch c := c.(type) {
	case color.NRGBA:
		return c
	case color.NRGBA64:
		return color.NRGBA{uint8(c.R >> 8), uint8(c.G >> 8), uint8(c.B >> 8), uint8(c.A >> 8)}
	case color.NYCbCrA:
		r, g, b := color.YCbCrToRGB(c.Y, c.Cb, c.Cr)
		return color.NRGBA{r, g, b, c.A}
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}

// checkIndexes refuses a paletted image that names a colour it doesn't have,
// on which At panics.
func checkIndexes(m image.Image, name string) error {
	p, ok := m.(*image.Paletted)
	if !ok {
		return nil
	}
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
			if i := p.ColorIndexAt(x, y); int(i) >= len(p.Palette) {
				return indexError(name, image.Pt(x, y), i, len(p.Palette))
			}
		}
	}
	return nil
}
