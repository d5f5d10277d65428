package sprites

import (
	"errors"
	"fmt"
	"image"
	"math"
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
	return "a sprite has a few hundred or thousand pixels: cut or shrink the picture in a picture editor first"
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
	Width, Height int   // pixels, all of them transparent or taken as empty
	MaxAlpha      uint8 // the greatest alpha, less than the threshold; 0: all is transparent
	Filled        int   // the first frame that has pixels, counted from 0; -1: none is known
}

func (e *EmptyError) Error() string {
	if e.MaxAlpha > 0 {
		return fmt.Sprintf("%s has no pixels: none of its %dx%d reaches the alpha threshold, the greatest alpha is %d",
			e.Name, e.Width, e.Height, e.MaxAlpha)
	}
	return fmt.Sprintf("%s has no pixels: all of its %dx%d are transparent, a sprite has at least 1",
		e.Name, e.Width, e.Height)
}

// Unwrap returns [ErrRefused].
func (e *EmptyError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *EmptyError) Hint() string {
	switch {
	case e.MaxAlpha > 0:
		return fmt.Sprintf("--alpha-threshold %d takes what is least transparent in it as pixels", e.MaxAlpha/2+1)
	case e.Filled >= 0:
		return fmt.Sprintf("--frame %d is the first frame with pixels, they are counted from 0", e.Filled)
	}
	return "opaque pixels are printed: check the layers when saving the picture, or what --bg, --crop or --tile leave of it"
}

// FrameError reports a frame that isn't there.
type FrameError struct {
	Name   string
	Frame  int // as it was asked for
	Frames int // how many there are
}

func (e *FrameError) Error() string {
	return fmt.Sprintf("%s has %s, there is no frame %d", e.Name, count(e.Frames, "frame"), e.Frame)
}

// Unwrap returns [ErrRefused].
func (e *FrameError) Unwrap() error { return ErrRefused }

// Hint says what can be done.
func (e *FrameError) Hint() string {
	if e.Frames == 1 {
		return "it doesn't move: leave --frame out"
	}
	return fmt.Sprintf("frames are counted from 0: --frame %d is the last one", e.Frames-1)
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
