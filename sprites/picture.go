package sprites

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"iter"
	"os"
	"strings"
)

// Picture is what a file holds before a sprite is made of it: in full size,
// upright, in 8 bits a channel, with half-transparent pixels, and of one frame
// or several. It doesn't change once read and may be shared between goroutines.
type Picture struct {
	name   string
	format string
	width  int
	height int
	still  *image.NRGBA // if there is one frame only
	parts  []part       // otherwise
}

// Name returns what errors call the picture: the path it was opened by or the
// name given to ReadPicture.
func (p *Picture) Name() string { return p.name }

// Format returns what was read: "PNG", "GIF", "BMP", "WEBP", "JPEG", or "text"
// for a built-in sprite.
func (p *Picture) Format() string { return p.format }

// Width returns the number of columns, at least 1.
func (p *Picture) Width() int { return p.width }

// Height returns the number of rows, at least 1.
func (p *Picture) Height() int { return p.height }

// Frames returns how many frames there are, at least 1. Only a GIF or a WEBP
// has more.
func (p *Picture) Frames() int { return max(len(p.parts), 1) }

// Frame returns frame i, counted from 0, as a viewer shows it: with what stays
// of the frames before. Its top left corner is (0, 0) and it is the caller's to
// change. It returns a [*FrameError] if there is no such frame and a
// [*FormatError] if it or one before is damaged.
func (p *Picture) Frame(i int) (*image.NRGBA, error) {
	if i < 0 || i >= p.Frames() {
		return nil, &FrameError{Name: p.name, Frame: i, Frames: p.Frames()}
	}
	if p.still != nil {
		return copyOf(p.still), nil
	}
	n := 0
	for m, err := range p.All() {
		if err != nil || n == i {
			return m, err
		}
		n++
	}
	panic("sprites: a picture has fewer frames than it says")
}

// All yields the frames in their order, as Frame returns them. An image holds
// only until the next one, and must not be changed. The first frame that is
// damaged is yielded with a [*FormatError] and ends the sequence.
func (p *Picture) All() iter.Seq2[*image.NRGBA, error] {
	if p.still == nil {
		return p.compose
	}
	return func(yield func(*image.NRGBA, error) bool) { yield(p.still, nil) }
}

// Sprite makes a sprite of frame i, counted from 0, with the errors of [Read]
// and [Picture.Frame]. Nil opts are the zero Options.
func (p *Picture) Sprite(i int, opts *Options) (*Sprite, error) {
	m, err := p.Frame(i)
	if err != nil {
		return nil, err
	}
	var o Options
	if opts != nil {
		o = *opts
	}
	o.Format = p.format
	s, err := FromImage(m, p.name, &o)
	if empty, ok := err.(*EmptyError); ok && empty.MaxAlpha == 0 {
		empty.Filled = p.firstFilled()
	}
	return s, err
}

// firstFilled returns the first frame that isn't wholly transparent, -1 if
// there is none.
func (p *Picture) firstFilled() int {
	i := 0
	for m, err := range p.All() {
		if err != nil {
			break
		}
		for a := 3; a < len(m.Pix); a += 4 {
			if m.Pix[a] != 0 {
				return i
			}
		}
		i++
	}
	return -1
}

// OpenPicture is [Open] without making a sprite: it returns the errors that
// Open has before it looks at the pixels.
func OpenPicture(path string) (*Picture, error) {
	if name, ok := strings.CutPrefix(path, Prefix); ok {
		s, err := Builtin(name)
		if err != nil {
			return nil, err
		}
		return &Picture{name: path, format: s.format, width: s.Width(), height: s.Height(), still: s.Image()}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &FormatError{
			Name:    path,
			Problem: "is a folder, not a picture",
			Remedy:  "name one picture in it",
		}
	}
	return ReadPicture(f, path)
}

// ReadPicture is [Read] without making a sprite: it returns the errors that
// Read has before it looks at the pixels.
func ReadPicture(r io.Reader, name string) (*Picture, error) {
	src := &source{r: r, left: maxBytes}
	p, err := decode(bufio.NewReader(src), name)
	if src.err != nil {
		// The decoders' words for this are of no use, nor is a picture they
		// made of the part that came before.
		return nil, src.refusal(name)
	}
	return p, err
}

// copyOf returns a copy of m that shares nothing with it.
func copyOf(m *image.NRGBA) *image.NRGBA {
	c := *m
	c.Pix = bytes.Clone(m.Pix)
	return &c
}

// part is one frame of an animation: the picture that a file stores for it and
// how it is laid over the frames before.
type part struct {
	decode func() (image.Image, error)
	at     image.Point // where its (0, 0) lies
	over   bool        // transparent pixels show what was there before
	after  disposal
}

// disposal says what becomes of a frame before the next one is drawn.
type disposal uint8

const (
	stays    disposal = iota
	cleared           // its rectangle becomes transparent
	restored          // its rectangle becomes what it was before
)

// compose yields the frames of an animation, drawn one over the other.
func (p *Picture) compose(yield func(*image.NRGBA, error) bool) {
	screen := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for i, f := range p.parts {
		stored, err := f.decode()
		var m *image.NRGBA
		if err == nil {
			m, err = toNRGBA(stored, p.name)
		}
		if err != nil {
			yield(nil, &FormatError{
				Name:    p.name,
				Problem: fmt.Sprintf("has a frame %d that is damaged", i),
				Remedy:  "print another frame with --frame, they are counted from 0",
				Err:     err,
			})
			return
		}
		clearHidden(m)
		m.Rect = m.Rect.Add(f.at)
		place := m.Rect.Intersect(screen.Rect)
		var before *image.NRGBA
		if f.after == restored {
			before = image.NewNRGBA(place)
			draw.Draw(before, place, screen, place.Min, draw.Src)
		}
		lay(screen, m, f.over)
		if !yield(screen, nil) {
			return
		}
		switch f.after {
		case cleared:
			draw.Draw(screen, place, image.Transparent, image.Point{}, draw.Src)
		case restored:
			draw.Draw(screen, place, before, place.Min, draw.Src)
		}
	}
}

// lay draws m on the screen, or over what is there.
func lay(screen, m *image.NRGBA, over bool) {
	place := m.Rect.Intersect(screen.Rect)
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x < place.Max.X; x++ {
			c := m.NRGBAAt(x, y)
			if over && c.A < 255 {
				c = mixed(screen.NRGBAAt(x, y), c)
			}
			screen.SetNRGBA(x, y, c)
		}
	}
}

// mixed returns what is seen where c lies over below.
func mixed(below, c color.NRGBA) color.NRGBA {
	if c.A == 0 {
		return below
	}
	if below.A == 0 {
		return c
	}
	a, b := int(c.A)*255, int(below.A)*(255-int(c.A)) // what each contributes
	channel := func(over, under uint8) uint8 {
		return uint8((int(over)*a + int(under)*b + (a+b)/2) / (a + b))
	}
	return color.NRGBA{channel(c.R, below.R), channel(c.G, below.G), channel(c.B, below.B), uint8((a + b + 127) / 255)}
}
