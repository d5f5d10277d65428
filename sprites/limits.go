package sprites

// Limits bound what is printed. A bound is what it says: zero lets nothing
// through, math.MaxInt everything.
type Limits struct {
	MaxWidth  int // pixels
	MaxHeight int // pixels
	MaxColors int

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

// Check returns nil if s is within the limits and no row without a pixel lies
// between two others, which no field can hold. Otherwise it returns the first
// that applies of [*LimitError] for the width and for the height,
// [*BlankRowError] and [*ColorsError].
func (l Limits) Check(s *Sprite) error {
	if s.Width() > l.MaxWidth {
		return &LimitError{Name: s.name, Side: "width", Measured: s.Width(), Limit: l.MaxWidth, Field: l.FieldWidth}
	}
	if s.Height() > l.MaxHeight {
		return &LimitError{Name: s.name, Side: "height", Measured: s.Height(), Limit: l.MaxHeight, Field: l.FieldHeight}
	}
	for y := range s.Height() {
		if s.rowBlank(y) {
			return &BlankRowError{Name: s.name, Row: s.origin.Y + y}
		}
	}
	colors := s.Colors()
	if len(colors) <= l.MaxColors {
		return nil
	}
	for i := range colors {
		colors[i].First = colors[i].First.Add(s.origin)
	}
	return &ColorsError{Name: s.name, Format: s.format, Colors: colors, Limit: l.MaxColors}
}
