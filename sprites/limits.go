package sprites

import (
	"cmp"
	"image"
)

// Limits bound what is printed. A bound is what it says: zero lets nothing
// through, math.MaxInt everything.
type Limits struct {
	MaxWidth  int // pixels
	MaxHeight int // pixels
	MaxColors int

	// FitWidth, FitHeight and FitColors are what is printed well: within the bounds, but
	// beyond these, many a sprite finds no room. Pictures are scaled to them, and
	// errors name fields and numbers of colours by them. Zero means the bound.
	FitWidth, FitHeight int // pixels
	FitColors           int

	// FieldWidth and FieldHeight, in cells, are those of the field that sets
	// the bounds. They are only said in errors; zero leaves them out.
	FieldWidth, FieldHeight int
}

// ClassicLimits returns what the method of 2013 prints on a field of that
// width and height in cells: on 21x42 cells 17x32 pixels, and always 3 colours.
// Two columns on either side stay free for the pieces that fill the rows, and
// ten rows on top for the emitters and for pieces to appear in. The bounds of a
// field without that much room are zero.
func ClassicLimits(fieldWidth, fieldHeight int) Limits {
	const sides, top, colors = 4, 10, 3
	return Limits{
		MaxWidth:    max(fieldWidth-sides, 0),
		MaxHeight:   max(fieldHeight-top, 0),
		MaxColors:   colors,
		FieldWidth:  fieldWidth,
		FieldHeight: fieldHeight,
	}
}

// The greatest field there is, in cells.
const (
	maxFieldWidth  = 320
	maxFieldHeight = 512
)

// Fit returns the width and height of the largest sprite that is printed well.
func (l Limits) Fit() image.Point {
	return image.Pt(cmp.Or(l.FitWidth, l.MaxWidth), cmp.Or(l.FitHeight, l.MaxHeight))
}

// Check returns nil if s is within the limits and no row without a pixel lies
// between two others, which no field can hold. Otherwise it returns the first
// that applies of [*LimitError] for the width and for the height,
// [*BlankRowError] and [*ColorsError].
func (l Limits) Check(s *Sprite) error {
	if s.Width() > l.MaxWidth {
		return l.exceeded(s, "width", s.Width(), l.MaxWidth, l.FieldWidth)
	}
	if s.Height() > l.MaxHeight {
		return l.exceeded(s, "height", s.Height(), l.MaxHeight, l.FieldHeight)
	}
	for y := range s.Height() {
		if s.rowBlank(y) {
			return &BlankRowError{Name: s.name, Row: s.Source(0, y).Y, Band: s.largestBand()}
		}
	}
	colors := s.Colors()
	if len(colors) <= l.MaxColors {
		return nil
	}
	for i, c := range colors {
		colors[i].First = s.Source(c.First.X, c.First.Y)
	}
	return &ColorsError{Name: s.name, Format: s.format, Colors: colors, Limit: l.MaxColors, Fit: l.FitColors}
}

func (l Limits) exceeded(s *Sprite, side string, measured, limit, field int) error {
	return &LimitError{
		Name: s.name, Side: side, Measured: measured, Limit: limit, Field: field,
		Enough: l.enough(s),
		Scale:  s.Scale(),
	}
}

// enough returns the size of a field that leaves s as much room around it as
// this one leaves the largest sprite that is printed well; zero if there is no such
// field or the limits aren't those of one.
func (l Limits) enough(s *Sprite) image.Point {
	if l.MaxWidth < 1 || l.MaxHeight < 1 || l.MaxWidth > l.FieldWidth || l.MaxHeight > l.FieldHeight {
		return image.Point{}
	}
	fit := l.Fit()
	p := image.Pt(
		max(l.FieldWidth, l.FieldWidth-fit.X+s.Width()),
		max(l.FieldHeight, l.FieldHeight-fit.Y+s.Height()),
	)
	if p.X > maxFieldWidth || p.Y > maxFieldHeight {
		return image.Point{}
	}
	return p
}

// largestBand returns the part of the original that the most rows without a
// blank one between them show.
func (s *Sprite) largestBand() image.Rectangle {
	var best image.Rectangle
	top := 0
	for y := range s.Height() + 1 {
		if y < s.Height() && !s.rowBlank(y) {
			continue
		}
		if y-top > best.Dy() {
			best = image.Rect(0, top, s.Width(), y)
		}
		top = y + 1
	}
	return s.SourceRect(best)
}
