package prepare

import (
	"fmt"
	"image"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// OptionError reports options that make no sense. It is a fault of the caller,
// not of a picture, so it doesn't match [sprites.ErrRefused].
type OptionError struct {
	Flag    string // of the command, such as "--fit"
	Problem string
	Remedy  string // what Hint returns
}

func (e *OptionError) Error() string { return e.Flag + ": " + e.Problem }

// Hint says what can be done.
func (e *OptionError) Hint() string { return e.Remedy }

// CropError reports a crop that isn't wholly inside its picture.
type CropError struct {
	Name          string
	Crop          image.Rectangle
	Width, Height int // of the picture, in pixels
}

func (e *CropError) Error() string {
	return fmt.Sprintf("%s is %dx%d pixels, the crop %s reaches outside", e.Name, e.Width, e.Height, crop(e.Crop))
}

// Unwrap returns [sprites.ErrRefused].
func (e *CropError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *CropError) Hint() string {
	inside := e.Crop.Intersect(image.Rect(0, 0, e.Width, e.Height))
	if inside.Empty() {
		return "--crop wants the left column, the top row, the width and the height, counted from 0"
	}
	return fmt.Sprintf("--crop %s is the part of it that is there", crop(inside))
}

// crop returns r as the flag takes it.
func crop(r image.Rectangle) string {
	return fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Dx(), r.Dy())
}

// TileError reports a sheet that doesn't consist of whole tiles, or a tile that
// it doesn't have.
type TileError struct {
	Name          string
	Tile          image.Point     // size in pixels
	Index         int             // of the tile that isn't there; -1 if the sheet is the fault
	Width, Height int             // of the sheet, in pixels
	Sheet         image.Rectangle // the part of the original picture that the sheet is
	Scale         int             // how many pixels of the original are one of the sheet, on either side
}

// count returns how many whole tiles there are across and down.
func (e *TileError) count() image.Point { return image.Pt(e.Width/e.Tile.X, e.Height/e.Tile.Y) }

func (e *TileError) Error() string {
	if e.Index < 0 {
		return fmt.Sprintf("%s is %dx%d pixels, which is no whole number of %dx%d tiles",
			e.Name, e.Width, e.Height, e.Tile.X, e.Tile.Y)
	}
	n := e.count()
	return fmt.Sprintf("%s has %d tiles of %dx%d pixels, there is no tile %d", e.Name, n.X*n.Y, e.Tile.X, e.Tile.Y, e.Index)
}

// Unwrap returns [sprites.ErrRefused].
func (e *TileError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *TileError) Hint() string {
	n := e.count()
	switch {
	case e.Index >= 0:
		return fmt.Sprintf("tiles are counted from 0, row by row: --index %d is the last one", n.X*n.Y-1)
	case n.X == 0 || n.Y == 0:
		return fmt.Sprintf("tiles are at most as large as the picture: --tile %dx%d", min(e.Tile.X, e.Width), min(e.Tile.Y, e.Height))
	}
	whole := image.Rectangle{Max: image.Pt(n.X*e.Tile.X, n.Y*e.Tile.Y).Mul(e.Scale)}.Add(e.Sheet.Min)
	return fmt.Sprintf("--crop %s leaves the whole tiles", crop(whole))
}

// UnscaleError reports a picture that isn't a clean enlargement.
type UnscaleError struct {
	Name          string
	Width, Height int // in pixels

	// StepX and StepY are the greatest widths and heights of blocks that fit all
	// of it: equal and above 1 if it can be undone, which they aren't. 0: the
	// whole side has no change of colour, any would do.
	StepX, StepY int

	// ThinX and ThinY are the thinnest stripes without a change of colour
	// between two columns or rows, in pixels.
	ThinX, ThinY int

	// Likely is the size that it seems to have been enlarged from, zero if it
	// doesn't.
	Likely image.Point

	// Inside is the part of the original picture that is a clean enlargement if
	// only the edges aren't; empty if there is none.
	Inside image.Rectangle
}

func (e *UnscaleError) Error() string {
	s := fmt.Sprintf("%s, %dx%d pixels, can't be unscaled: ", e.Name, e.Width, e.Height)
	switch {
	case e.StepX == 0 && e.StepY == 0:
		return s + "it is of one colour"
	case e.StepX > 1 && e.StepY > 1:
		return s + fmt.Sprintf("its blocks are %d wide and %d high, not square", e.StepX, e.StepY)
	case e.ThinX == 1 && e.ThinY == 1:
		return s + "it has details of 1x1 pixel, so it isn't enlarged, or smoothed"
	}
	return s + fmt.Sprintf("its blocks aren't all of one size, the thinnest are %d wide and %d high", e.ThinX, e.ThinY)
}

// Unwrap returns [sprites.ErrRefused].
func (e *UnscaleError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *UnscaleError) Hint() string {
	switch {
	case !e.Inside.Empty():
		return fmt.Sprintf("--crop %s leaves out the edges, inside it is a clean enlargement", crop(e.Inside))
	case e.Likely != image.Point{}:
		return fmt.Sprintf("without --unscale, --width %d --height %d takes one pixel of each block", e.Likely.X, e.Likely.Y)
	}
	return "without --unscale, --fit shrinks it"
}

// VanishedError reports that nothing is left of a picture that was shrunk: its
// lines are thinner than what the pixels are taken from.
type VanishedError struct {
	Name          string
	Width, Height int // shrunk, in pixels
}

func (e *VanishedError) Error() string {
	return fmt.Sprintf("%s has no pixels when shrunk to %dx%d", e.Name, e.Width, e.Height)
}

// Unwrap returns [sprites.ErrRefused].
func (e *VanishedError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *VanishedError) Hint() string {
	return "--filter box --alpha-threshold 1 keeps every pixel that anything falls into"
}

// PaletteError reports a palette that can't be read.
type PaletteError struct {
	Name    string
	Line    int // from 1; 0: the file as a whole
	Problem string
}

func (e *PaletteError) Error() string {
	if e.Line == 0 {
		return e.Name + " " + e.Problem
	}
	return fmt.Sprintf("%s line %d: %s", e.Name, e.Line, e.Problem)
}

// Unwrap returns [sprites.ErrRefused].
func (e *PaletteError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *PaletteError) Hint() string {
	return "a palette is guideline, nes, gameboy, or a file with one #rrggbb a line, or a GIMP palette (.gpl)"
}
