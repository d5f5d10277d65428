package sprites

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
)

// LimitError reports a sprite that is too wide or too high.
type LimitError struct {
	Name     string
	Side     string // "width" or "height"
	Measured int    // pixels
	Limit    int    // pixels, the most that is printed
	Field    int    // columns or rows of the field that sets the limit; 0 if none is known

	Enough image.Point // columns and rows of a field that the sprite fits on; zero if none is known
	Scale  int         // as Sprite.Scale returns it; 0 and 1 say nothing
}

func (e *LimitError) Error() string {
	s := fmt.Sprintf("%s is %s %s, ", e.Name, count(e.Measured, "pixel"), e.adjective())
	if e.Field == 0 {
		return s + fmt.Sprintf("at most %d can be printed", e.Limit)
	}
	unit := "column"
	if e.Side == "height" {
		unit = "row"
	}
	return s + fmt.Sprintf("%s %d-%s field prints at most %d", article(e.Field), e.Field, unit, e.Limit)
}

func (e *LimitError) adjective() string {
	if e.Side == "height" {
		return "high"
	}
	return "wide"
}

// article returns the one that is said before n.
func article(n int) string {
	if n == 8 || n == 11 || n == 18 || n/10 == 8 || n/100 == 8 {
		return "an"
	}
	return "a"
}

// Unwrap returns [ErrRefused].
func (e *LimitError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *LimitError) Hint() string {
	if e.Limit < 1 {
		return "this field is too small for any sprite: take a larger one with --field"
	}
	if e.Scale > 1 {
		return fmt.Sprintf("each of its pixels is enlarged to %dx%d: --unscale undoes that", e.Scale, e.Scale)
	}
	if e.Enough == (image.Point{}) {
		return "shrink it with --fit, or cut a part out with --crop x,y,w,h or --tile 16x16"
	}
	return fmt.Sprintf("shrink it with --fit, cut a part out with --crop x,y,w,h or --tile 16x16, or take a larger field with --field %dx%d",
		e.Enough.X, e.Enough.Y)
}

// BlankRowError reports a row without a pixel between two that have some.
// Pieces rest on something, so no field can hold one.
type BlankRowError struct {
	Name string
	Row  int             // in the original picture, counted from its top, from 0
	Band image.Rectangle // the part of the original with the most rows and no gap; empty if it isn't known
}

func (e *BlankRowError) Error() string {
	return fmt.Sprintf("%s has a blank row between filled ones: row %d from the top has 0 pixels, every row needs at least 1",
		e.Name, e.Row)
}

// Unwrap returns [ErrRefused].
func (e *BlankRowError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *BlankRowError) Hint() string {
	const why = "nothing could hold up what is above (the top row is row 0): "
	if e.Band.Empty() {
		return why + "close the gap, or cut out the part on one side of it with --crop x,y,w,h"
	}
	r := e.Band
	return fmt.Sprintf("%s--crop %d,%d,%d,%d cuts out the largest part without a gap", why, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}

// ColorsError reports a sprite of too many colours.
type ColorsError struct {
	Name   string
	Format string  // as Sprite.Format returns it
	Colors []Color // all of them, in reading order, where they lie in the original
	Limit  int
	Fit    int // how many are printed well; 0: Limit
}

// maxListed is how many colours an error lists.
const maxListed = 8

func (e *ColorsError) Error() string {
	listed := e.listed()
	var list []string
	for _, i := range listed {
		list = append(list, e.describe(i))
	}
	if more := len(e.Colors) - len(listed); more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%s has %s, at most %d can be printed: %s",
		e.Name, count(len(e.Colors), "colour"), e.Limit, strings.Join(list, "; "))
}

// listed returns the indexes of the colours that Error lists, the commonest
// first.
func (e *ColorsError) listed() []int {
	indexes := make([]int, len(e.Colors))
	for i := range indexes {
		indexes[i] = i
	}
	slices.SortStableFunc(indexes, func(i, j int) int {
		return e.Colors[j].Count - e.Colors[i].Count
	})
	return indexes[:min(len(indexes), maxListed)]
}

// describe returns colour i in words.
func (e *ColorsError) describe(i int) string {
	c := e.Colors[i]
	times := "once,"
	if c.Count > 1 {
		times = fmt.Sprintf("%d times, first", c.Count)
	}
	s := fmt.Sprintf("%s %s at %s", FormatColor(c.NRGBA), times, position(c.First))
	if t := Twin(e.Colors, i); t >= 0 {
		s += ", near twin of " + FormatColor(e.Colors[t].NRGBA)
	}
	return s
}

// Unwrap returns [ErrRefused].
func (e *ColorsError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *ColorsError) Hint() string {
	reduce := fmt.Sprintf("--colors %d", max(cmp.Or(e.Fit, e.Limit), 1))
	if e.Limit < 1 {
		return "this field prints no colour at all"
	}
	if e.Format == "JPEG" {
		return "JPEG smears colours: " + reduce + " reduces them, or take the picture as PNG from its original"
	}
	for _, i := range e.listed() {
		if Twin(e.Colors, i) >= 0 {
			return fmt.Sprintf("--merge-within %d joins the near twins, %s reduces what is left", TwinDistance, reduce)
		}
	}
	return reduce + " reduces them to the nearest ones, without dithering"
}
