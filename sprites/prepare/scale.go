package prepare

import (
	"errors"
	"image"

	"github.com/disintegration/imaging"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// trimmed returns s without a border of one colour, if all four corners have
// it. What is left is never nothing: a sprite of that colour alone stays.
func trimmed(s *sprites.Sprite) *sprites.Sprite {
	right, bottom := s.Width()-1, s.Height()-1
	border := s.At(0, 0)
	for _, p := range []image.Point{{right, 0}, {0, bottom}, {right, bottom}} {
		if s.At(p.X, p.Y) != border {
			return s
		}
	}
	var box image.Rectangle
	for y := range s.Height() {
		for x := range s.Width() {
			if c := s.At(x, y); c != border && c.A != 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		return s
	}
	inside, err := remade(s, imaging.Crop(s.Image(), box), s.SourceRect(box), 0)
	if err != nil {
		panic("prepare: a box of pixels has none")
	}
	return inside
}

// scaled returns s in the size that the options ask for.
func (o *Options) scaled(s *sprites.Sprite) (*sprites.Sprite, error) {
	size := o.size(s.Width(), s.Height())
	if size == image.Pt(s.Width(), s.Height()) {
		return s, nil
	}
	// What becomes half-transparent on the way is a pixel if it is at least half
	// of one, unless the options know better.
	threshold := o.AlphaThreshold
	if threshold == 0 {
		threshold = 128
	}
	m := imaging.Resize(s.Image(), size.X, size.Y, o.Filter.kernel())
	smaller, err := remade(s, m, s.Part(), threshold)
	if errors.As(err, new(*sprites.EmptyError)) {
		err = &VanishedError{Name: s.Name(), Width: size.X, Height: size.Y}
	}
	return smaller, err
}

func (f Filter) kernel() imaging.ResampleFilter {
	switch f {
	case Lanczos:
		return imaging.Lanczos
	case Box:
		return imaging.Box
	}
	return imaging.NearestNeighbor
}

// size returns what a sprite of w by h pixels is scaled to.
func (o *Options) size(w, h int) image.Point {
	switch {
	case o.Width != 0 && o.Height != 0:
		return image.Pt(o.Width, o.Height)
	case o.Width != 0:
		return image.Pt(o.Width, min(proportion(h, o.Width, w), maxSide))
	case o.Height != 0:
		return image.Pt(min(proportion(w, o.Height, h), maxSide), o.Height)
	case o.Fit != image.Point{}:
		return fitting(w, h, o.Fit)
	}
	return image.Pt(w, h)
}

// fitting returns the greatest whole multiple of w by h pixels that fits into
// the space, or else the largest size of the same proportions.
func fitting(w, h int, space image.Point) image.Point {
	if k := min(space.X/w, space.Y/h); k > 0 {
		return image.Pt(w*k, h*k)
	}
	if w*space.Y > h*space.X {
		return image.Pt(space.X, proportion(h, space.X, w))
	}
	return image.Pt(proportion(w, space.Y, h), space.Y)
}

// proportion returns v*to/from, rounded, at least 1.
func proportion(v, to, from int) int { return max((2*v*to+from)/(2*from), 1) }
