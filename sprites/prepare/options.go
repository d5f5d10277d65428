package prepare

import (
	"fmt"
	"image"
	"image/color"
)

const (
	// MaxColors is the greatest number of colours: one for each tetromino.
	MaxColors = 7

	// maxSide is the greatest width or height that a picture is scaled to, in
	// pixels. No field has more columns or rows.
	maxSide = 512
)

// Options say what is done to a picture until it is a sprite. Nil and the zero
// Options do nothing: the sprite has the pixels and colours of the picture. Each
// field has the command's flag of that name.
type Options struct {
	// Frame is the frame of an animation that is taken, counted from 0.
	Frame int

	// All takes every tile of a sheet, or without Tile every frame; those
	// without pixels are left out.
	All bool

	// Crop is the part of the picture that is taken, in pixels. If it is empty,
	// all of it is.
	Crop image.Rectangle

	// Tile is the size in pixels of the tiles that a sprite sheet consists of.
	// They lie edge to edge. Zero means that the picture is no sheet.
	Tile image.Point

	// Index is the tile that is taken, counted from 0, row by row.
	Index int

	// Background is a colour whose pixels are empty. With alpha 0, the zero
	// value, there is none.
	Background color.NRGBA

	// InvertBackground exchanges the pixels and the empty ones: what was empty
	// is printed, in the colour of the Background or, if there is none, in the
	// commonest of the picture.
	InvertBackground bool

	// AlphaThreshold decides about half-transparent pixels as the field of
	// [sprites.Options] does: from this alpha on they are pixels, below they
	// are empty. Zero refuses them.
	AlphaThreshold uint8

	// Trim cuts away a border of one colour, if all four corners have it.
	Trim bool

	// Unscale finds how many times the picture has been enlarged and undoes it.
	Unscale bool

	// Fit is the space in pixels that the sprite has to fit into. It is enlarged
	// by the greatest whole number with which it does, or shrunk as little as
	// needed, keeping its proportions. Zero means that there is no such space;
	// no side is above 512.
	Fit image.Point

	// Width and Height are the size in pixels to scale the sprite to, at most
	// 512. If one is zero, the other sets it by the proportions; if both are,
	// the sprite isn't scaled.
	Width, Height int

	// Filter is how pixels are found when scaling.
	Filter Filter

	// MergeWithin joins near twins: a colour becomes a commoner one if none of
	// its channels, which reach from 0 to 255, is further away than this. Zero
	// joins nothing.
	MergeWithin int

	// Palette are the only colours that the sprite may have. Each colour becomes
	// the nearest one. Nil allows all.
	Palette []color.NRGBA

	// Colors is the greatest number of colours the sprite may have, 1 to
	// [MaxColors]; zero allows any number.
	Colors int

	// Dither mixes colours that are missing out of those that there are. It
	// needs Palette or Colors.
	Dither Dither
}

// Filter is a way to find the pixels of a scaled picture.
type Filter uint8

// The filters.
const (
	// Nearest takes one pixel for each and makes no new colours.
	Nearest Filter = iota
	// Lanczos averages with sharp edges.
	Lanczos
	// Box averages all pixels that become one.
	Box
)

var filterNames = [...]string{"nearest", "lanczos", "box"}

// String returns "nearest", "lanczos" or "box".
func (f Filter) String() string { return filterNames[f] }

// ParseFilter returns the filter of that name, or an [*OptionError].
func ParseFilter(name string) (Filter, error) {
	for i, n := range filterNames {
		if n == name {
			return Filter(i), nil
		}
	}
	return 0, &OptionError{"--filter", fmt.Sprintf("%.20q is no filter", name), "choose nearest, lanczos or box"}
}

// Dither is a way to mix colours.
type Dither uint8

// The ways to mix colours.
const (
	// NoDither gives each pixel the nearest colour.
	NoDither Dither = iota
	// FloydSteinberg passes the error of each pixel on to its neighbours.
	FloydSteinberg
	// Bayer lays a regular pattern of 4 by 4 pixels over the picture.
	Bayer
)

var ditherNames = [...]string{"none", "floyd-steinberg", "bayer"}

// String returns "none", "floyd-steinberg" or "bayer".
func (d Dither) String() string { return ditherNames[d] }

// ParseDither returns the way of that name, or an [*OptionError].
func ParseDither(name string) (Dither, error) {
	for i, n := range ditherNames {
		if n == name {
			return Dither(i), nil
		}
	}
	return 0, &OptionError{"--dither", fmt.Sprintf("%.20q is no way to dither", name), "choose none, floyd-steinberg or bayer"}
}

// Check returns an [*OptionError] if the options make no sense, whatever the
// picture.
func (o *Options) Check() error {
	for _, c := range []struct {
		wrong                 bool
		flag, problem, remedy string
	}{
		{o.Frame < 0, "--frame", "a negative number", "frames are counted from 0"},
		{o.Index < 0, "--index", "a negative number", "tiles are counted from 0"},
		{o.Index > 0 && o.Tile == image.Point{}, "--index", "there are no tiles", "say how large they are, such as --tile 16x16"},
		{o.Index > 0 && o.All, "--index", "contradicts --all", "leave one of them out"},
		{o.Frame > 0 && o.All && o.Tile == image.Point{}, "--frame", "contradicts --all", "leave one of them out"},
		{o.Tile != image.Point{} && (o.Tile.X < 1 || o.Tile.Y < 1), "--tile", "a tile without pixels", "say columns x rows, such as --tile 16x16"},
		{o.Background.A != 0 && o.Background.A != 255, "--bg", "a half-transparent colour", "give an opaque one, such as #ffffff"},
		{o.Fit != image.Point{} && (o.Fit.X < 1 || o.Fit.Y < 1), "--fit", "a space without pixels", "take a larger field"},
		{o.Fit.X > maxSide || o.Fit.Y > maxSide, "--fit", "out of range", fmt.Sprintf("give at most %d pixels", maxSide)},
		{o.Fit != image.Point{} && (o.Width != 0 || o.Height != 0), "--fit", "contradicts --width and --height", "leave one of them out"},
		{o.Width < 0 || o.Width > maxSide, "--width", "out of range", fmt.Sprintf("give 1 to %d pixels", maxSide)},
		{o.Height < 0 || o.Height > maxSide, "--height", "out of range", fmt.Sprintf("give 1 to %d pixels", maxSide)},
		{o.Filter > Box, "--filter", "no filter", "choose nearest, lanczos or box"},
		{o.Filter != Nearest && !o.scales(), "--filter", "nothing is scaled", "add --fit, --width or --height"},
		{o.MergeWithin < 0 || o.MergeWithin > 255, "--merge-within", "out of range", "channels reach from 0 to 255"},
		{o.Colors < 0 || o.Colors > MaxColors, "--colors", "out of range", fmt.Sprintf("there are %d tetrominoes, so 1 to %d colours", MaxColors, MaxColors)},
		{o.Palette != nil && len(o.Palette) == 0, "--palette", "a palette without colours", "give at least one"},
		{o.Dither > Bayer, "--dither", "no way to dither", "choose none, floyd-steinberg or bayer"},
		{o.Dither != NoDither && o.Palette == nil && o.Colors == 0, "--dither", "there is nothing to mix", "add --colors N or --palette"},
	} {
		if c.wrong {
			return &OptionError{c.flag, c.problem, c.remedy}
		}
	}
	return nil
}

// scales reports whether the options ask for another size.
func (o *Options) scales() bool {
	return o.Fit != image.Point{} || o.Width != 0 || o.Height != 0
}
