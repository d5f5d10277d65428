package sprites

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
)

// ErrRefused is what errors.Is finds in every refusal of this package: the
// picture was there, but it isn't a sprite, or not one within the limits.
// Failing input doesn't match it.
//
// Each refusal is a struct with a method Hint, which says in one line what can
// be done about it. Positions are those of the original file: the top left
// pixel is (0, 0), the top row is row 0.
var ErrRefused = errors.New("sprites: picture refused")

// FormatError reports input that isn't a whole picture in a format that is
// read.
type FormatError struct {
	Name    string // the file
	Problem string // what is wrong with it, such as "is empty"
	Remedy  string // what Hint returns
	Err     error  // what the decoder said; nil if it wasn't asked
}

func (e *FormatError) Error() string {
	if e.Err == nil {
		return e.Name + " " + e.Problem
	}
	return fmt.Sprintf("%s %s: %v", e.Name, e.Problem, e.Err)
}

// Unwrap returns [ErrRefused] and what the decoder said.
func (e *FormatError) Unwrap() []error {
	if e.Err == nil {
		return []error{ErrRefused}
	}
	return []error{ErrRefused, e.Err}
}

// Hint says what can be done.
func (e *FormatError) Hint() string { return e.Remedy }

// indexError describes a paletted image with an index outside its palette.
func indexError(name string, at image.Point, index uint8, colors int) error {
	return &FormatError{
		Name:    name,
		Problem: fmt.Sprintf("has %s in its palette, but the pixel at %s has number %d", count(colors, "colour"), position(at), index),
		Remedy:  "save the picture again, this file is damaged",
	}
}

// SizeError reports a picture of more than 16 megapixels.
type SizeError struct {
	Name          string
	Width, Height int // pixels, as the header states them
}

func (e *SizeError) Error() string {
	// Rounded up to a tenth, so that no refused picture seems to fit.
	const mega, tenth = 1_000_000, 100_000
	pixels := math.Ceil(float64(e.Width)*float64(e.Height)/tenth) / 10
	return fmt.Sprintf("%s is %dx%d pixels, %g megapixels, at most %d are read",
		e.Name, e.Width, e.Height, pixels, maxPixels/mega)
}

// Unwrap returns [ErrRefused].
func (e *SizeError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *SizeError) Hint() string {
	return "a sprite has a few hundred pixels: crop or shrink the picture in a picture editor"
}

// AlphaError reports half-transparent pixels, of which nobody said whether
// they are pixels or empty.
type AlphaError struct {
	Name  string
	At    image.Point // the first one in reading order
	Alpha uint8       // its alpha, 1 to 254
	Count int         // how many there are, at least 1
}

// add counts one more such pixel. They come in reading order.
func (e *AlphaError) add(at image.Point, alpha uint8) {
	if e.Count == 0 {
		e.At, e.Alpha = at, alpha
	}
	e.Count++
}

func (e *AlphaError) Error() string {
	where := "a half-transparent pixel at"
	if e.Count > 1 {
		where = fmt.Sprintf("%d half-transparent pixels, the first at", e.Count)
	}
	return fmt.Sprintf("%s has %s %s: its alpha is %d, only 0 (empty) and 255 (a pixel) are accepted",
		e.Name, where, position(e.At), e.Alpha)
}

// Unwrap returns [ErrRefused].
func (e *AlphaError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *AlphaError) Hint() string {
	return "--alpha-threshold 128 takes alpha 128 and above as pixels and the rest as empty"
}

// EmptyError reports a picture without a pixel.
type EmptyError struct {
	Name          string
	Width, Height int // pixels, all of them transparent
}

func (e *EmptyError) Error() string {
	return fmt.Sprintf("%s has no pixels: all of its %dx%d are transparent, a sprite has at least 1",
		e.Name, e.Width, e.Height)
}

// Unwrap returns [ErrRefused].
func (e *EmptyError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *EmptyError) Hint() string {
	return "opaque pixels are printed: check the layers when saving the picture; of an animation the first frame counts"
}

// LimitError reports a sprite that is too wide or too high.
type LimitError struct {
	Name     string
	Side     string // "width" or "height"
	Measured int    // pixels
	Limit    int    // pixels, the most that is printed
	Field    int    // columns or rows of the field that sets the limit; 0 if none is known
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
		return "this field is too small for any sprite"
	}
	return fmt.Sprintf("crop it, or shrink it without smoothing, to %s %s in a picture editor", count(e.Limit, "pixel"), e.adjective())
}

// BlankRowError reports a row without a pixel between two that have some.
// Pieces rest on something, so no field can hold one.
type BlankRowError struct {
	Name string
	Row  int // counted from the top of the file, from 0
}

func (e *BlankRowError) Error() string {
	return fmt.Sprintf("%s has a blank row between filled ones: row %d from the top has 0 pixels, every row needs at least 1",
		e.Name, e.Row)
}

// Unwrap returns [ErrRefused].
func (e *BlankRowError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *BlankRowError) Hint() string {
	return "nothing could hold up what is above (the top row is row 0): close the gap or put a pixel into it in a picture editor"
}

// ColorsError reports a sprite of too many colours.
type ColorsError struct {
	Name   string
	Format string  // as Sprite.Format returns it
	Colors []Color // all of them, in reading order
	Limit  int
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
	s := fmt.Sprintf("%s %s at %s", hexColor(c.NRGBA), times, position(c.First))
	if t := Twin(e.Colors, i); t >= 0 {
		s += ", near twin of " + hexColor(e.Colors[t].NRGBA)
	}
	return s
}

// Unwrap returns [ErrRefused].
func (e *ColorsError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *ColorsError) Hint() string {
	if e.Format == "JPEG" {
		return "JPEG smears colours: save the picture as PNG from its original"
	}
	for _, i := range e.listed() {
		if Twin(e.Colors, i) >= 0 {
			return "near twins may be meant as one colour: make them the same in a picture editor"
		}
	}
	return fmt.Sprintf("reduce the picture to %s, without dithering, in a picture editor", count(e.Limit, "colour"))
}

// UnknownError reports a name that no built-in sprite has.
type UnknownError struct {
	Name string // as it was asked for, without Prefix
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s%s is none of the %d built-in sprites", Prefix, e.Name, len(Names()))
}

// Unwrap returns [ErrRefused].
func (e *UnknownError) Unwrap() error { return ErrRefused }

// Hint names the sprites there are.
func (e *UnknownError) Hint() string {
	return "choose from " + strings.Join(Names(), ", ")
}

// position returns p as errors say it.
func position(p image.Point) string { return fmt.Sprintf("(%d, %d)", p.X, p.Y) }

// count returns n and the noun, in the plural unless n is 1.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// hexColor returns c without its alpha, such as "#dc2828".
func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
