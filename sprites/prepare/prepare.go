package prepare

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"iter"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// Result is a sprite and what was done to get it.
type Result struct {
	Sprite *sprites.Sprite
	Frame  int // of the picture it comes from, counted from 0
	Tile   int // of the sheet it comes from, counted from 0; -1 if that is none

	Unscaled int         // how many times the picture had been enlarged; 1: not, or not asked
	Before   image.Point // size in pixels before it was scaled, after it was unscaled
	Colors   []Mapping   // what became of each colour, in reading order
}

// First returns the first sprite that the options make of p, with the errors of
// [All].
func First(p *sprites.Picture, opts *Options) (*Result, error) {
	for r, err := range All(p, opts) {
		return r, err
	}
	panic("prepare: neither a sprite nor an error")
}

// All yields the sprites that the options make of p: one, or with
// [Options.All] those of all tiles or frames that have pixels. They are named
// after p, and if they aren't all of it, after their frame and tile.
//
// The first error is yielded instead of a sprite and ends the sequence. It is
// that of [Options.Check], a [*CropError], a [*TileError], an [*UnscaleError],
// a [*VanishedError], or one that [sprites.Picture.Sprite] returns. Nil opts
// are the zero Options.
func All(p *sprites.Picture, opts *Options) iter.Seq2[*Result, error] {
	if opts == nil {
		opts = new(Options)
	}
	return func(yield func(*Result, error) bool) {
		if err := opts.Check(); err != nil {
			yield(nil, err)
			return
		}
		var empty error // the first refusal of a frame or tile without pixels
		found := false
		for v, err := range opts.views(p) {
			var r *Result
			if err == nil {
				r, err = opts.result(v)
			}
			if opts.All && errors.As(err, new(*sprites.EmptyError)) {
				if empty == nil {
					empty = err
				}
				continue
			}
			found = true
			if !yield(r, err) || err != nil {
				return
			}
		}
		if !found {
			yield(nil, empty)
		}
	}
}

// views yields the frames or tiles that the options ask for.
func (o *Options) views(p *sprites.Picture) iter.Seq2[view, error] {
	return func(yield func(view, error) bool) {
		i := 0
		for m, err := range o.frames(p) {
			if err != nil {
				yield(view{}, err)
				return
			}
			v := view{img: m, part: m.Rect, name: p.Name(), format: p.Format(), frame: o.Frame + i, tile: -1, unscaled: 1}
			if p.Frames() > 1 && (o.All || o.Frame > 0) {
				v.name = fmt.Sprintf("%s frame %d", v.name, v.frame)
			}
			v.firstFilled = func() int { return o.firstFilled(p) }
			i++
			if !o.cut(v, yield) {
				return
			}
		}
	}
}

// frames yields the frames that the options ask for. They hold only until the
// next one.
func (o *Options) frames(p *sprites.Picture) iter.Seq2[*image.NRGBA, error] {
	if o.All && o.Tile == (image.Point{}) {
		return p.All()
	}
	return func(yield func(*image.NRGBA, error) bool) { yield(p.Frame(o.Frame)) }
}

// firstFilled returns the first frame that the options find pixels in, -1 if
// there is none.
func (o *Options) firstFilled(p *sprites.Picture) int {
	i := 0
	for m, err := range p.All() {
		if err != nil {
			break
		}
		v := view{img: m, part: m.Rect}
		if o.Crop.Empty() || o.Crop.In(m.Rect) {
			if !o.Crop.Empty() {
				v = v.cut(o.Crop)
			}
			if _, err := o.decided(v); err == nil {
				return i
			}
		}
		i++
	}
	return -1
}

// result makes the sprite of a view.
func (o *Options) result(v view) (*Result, error) {
	s, err := o.decided(v)
	if err != nil {
		return nil, v.explain(err)
	}
	r := &Result{Frame: v.frame, Tile: v.tile, Unscaled: v.unscaled}
	if o.Trim {
		s = trimmed(s)
	}
	if o.Unscale && v.tile < 0 {
		if s, r.Unscaled, err = unscaled(s); err != nil {
			return nil, err
		}
	}
	r.Before = image.Pt(s.Width(), s.Height())
	if s, err = o.scaled(s); err != nil {
		return nil, err
	}
	r.Sprite, r.Colors = o.recolored(s)
	return r, nil
}

// decided makes a sprite of a view: it says of each of its pixels whether it is
// one.
func (o *Options) decided(v view) (*sprites.Sprite, error) {
	opts := &sprites.Options{AlphaThreshold: o.AlphaThreshold, Format: v.format, Part: v.part}
	m := v.img
	if o.Background.A != 0 {
		m = without(m, o.Background)
	}
	s, err := sprites.FromImage(m, v.name, opts)
	if err != nil || !o.InvertBackground {
		return s, err
	}
	return sprites.FromImage(o.inverted(s, m.Rect, v.part), v.name, opts)
}

// without returns a copy of m in which the pixels of colour c are empty.
func without(m *image.NRGBA, c color.NRGBA) *image.NRGBA {
	n := copyOf(m)
	for i := 0; i < len(n.Pix); i += 4 {
		if [4]uint8(n.Pix[i:]) == [4]uint8{c.R, c.G, c.B, c.A} {
			clear(n.Pix[i : i+4])
		}
	}
	return n
}

// inverted returns a picture of size r, of which s shows the pixels, with those
// empty and all others filled. Part is where r lies in the original.
func (o *Options) inverted(s *sprites.Sprite, r, part image.Rectangle) *image.NRGBA {
	c := o.Background
	if c.A == 0 {
		c = commonest(s.Colors())
	}
	// The sprite is cut out of r pixel by pixel, but knows its place in the
	// original alone.
	at := s.Part().Min.Sub(part.Min)
	at = image.Pt(at.X*r.Dx()/part.Dx(), at.Y*r.Dy()/part.Dy())
	m := image.NewNRGBA(r)
	for y := range r.Dy() {
		for x := range r.Dx() {
			if !s.Filled(x-at.X, y-at.Y) {
				m.SetNRGBA(x, y, c)
			}
		}
	}
	return m
}

// commonest returns the colour with the most pixels, of several the first one.
func commonest(colors []sprites.Color) color.NRGBA {
	best := colors[0]
	for _, c := range colors {
		if c.Count > best.Count {
			best = c
		}
	}
	return best.NRGBA
}

// remade returns s with the picture m, which shows part of the original.
func remade(s *sprites.Sprite, m *image.NRGBA, part image.Rectangle, threshold uint8) (*sprites.Sprite, error) {
	return sprites.FromImage(m, s.Name(), &sprites.Options{AlphaThreshold: threshold, Format: s.Format(), Part: part})
}
