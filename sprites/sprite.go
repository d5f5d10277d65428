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
	origin image.Point
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

// Origin returns where the sprite's top left corner lies in the original
// picture. Adding it to a position in the sprite gives the one in the file.
func (s *Sprite) Origin() image.Point { return s.origin }

// At returns the colour in column x and row y, counted from the top left: with
// alpha 255 for a pixel, color.NRGBA{} for an empty one or outside the sprite.
func (s *Sprite) At(x, y int) color.NRGBA { return s.img.NRGBAAt(x, y) }

// Filled reports whether there is a pixel in column x and row y, counted from
// the top left. Outside the sprite there is none.
func (s *Sprite) Filled(x, y int) bool { return s.At(x, y).A != 0 }

// Image returns a copy of the sprite, one pixel for a pixel, with its top left
// corner at (0, 0).
func (s *Sprite) Image() *image.NRGBA {
	m := *s.img
	m.Pix = append([]uint8(nil), s.img.Pix...)
	return &m
}

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

// FromImage makes a sprite of m, which it neither keeps nor changes. Positions
// are counted in the coordinates of m. The name is what errors call it; nil
// opts are the zero Options.
//
// It returns an [*AlphaError] for a half-transparent pixel that the options
// don't decide, an [*EmptyError] if there is no pixel, and a [*FormatError] if
// m is a paletted image with an index outside its palette.
func FromImage(m image.Image, name string, opts *Options) (*Sprite, error) {
	return fromImage(m, name, "", opts)
}

func fromImage(m image.Image, name, format string, opts *Options) (*Sprite, error) {
	if err := checkIndexes(m, name); err != nil {
		return nil, err
	}
	full, box, err := normalize(m, name, opts)
	if err != nil {
		return nil, err
	}
	if box.Empty() {
		return nil, &EmptyError{Name: name, Width: m.Bounds().Dx(), Height: m.Bounds().Dy()}
	}
	s := &Sprite{
		name:   name,
		format: format,
		origin: box.Min,
		img:    image.NewNRGBA(image.Rect(0, 0, box.Dx(), box.Dy())),
	}
	for y := range box.Dy() {
		i := full.PixOffset(box.Min.X, box.Min.Y+y)
		copy(s.img.Pix[y*s.img.Stride:(y+1)*s.img.Stride], full.Pix[i:])
	}
	return s, nil
}

// normalize returns a copy of m in which every pixel has alpha 255 or is
// color.NRGBA{}, and the box of the pixels with alpha 255.
func normalize(m image.Image, name string, opts *Options) (full *image.NRGBA, box image.Rectangle, err error) {
	b := m.Bounds()
	full = image.NewNRGBA(b)
	half := &AlphaError{Name: name}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		first, end := b.Max.X, b.Min.X // of the pixels of this row
		for x := b.Min.X; x < b.Max.X; x++ {
			c := nrgba(m.At(x, y))
			filled, sure := opts.decide(c.A)
			if !sure {
				half.add(image.Pt(x, y), c.A)
			}
			if filled {
				c.A = 255
				full.SetNRGBA(x, y, c)
				first, end = min(first, x), x+1
			}
		}
		if first < end {
			box = box.Union(image.Rect(first, y, end, y+1))
		}
	}
	if half.Count > 0 {
		return nil, image.Rectangle{}, half
	}
	return full, box, nil
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
