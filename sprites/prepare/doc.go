// Package prepare makes sprites of pictures that aren't: it cuts, scales and
// recolours them, as far as it is asked to. Nothing happens unasked: without
// options each pixel of a picture is a pixel of the sprite, in its colour.
//
// # Steps
//
// A picture goes through these steps in this order. Each field of [Options] is
// a flag of the command.
//
//	--frame N, --all         one frame of an animation, or all
//	--crop x,y,w,h           a part of it
//	--unscale, --tile WxH    a sheet of tiles: unscaled as a whole, then one tile
//	--index N, --all         or all
//	--bg '#rrggbb'           a colour that is empty
//	--alpha-threshold A      half-transparent pixels
//	--invert-bg              the empty instead of the filled ones
//	--trim                   without a border of one colour
//	--unscale                of what isn't a sheet
//	--fit, --width, --height scaled, with --filter nearest|lanczos|box
//	--merge-within D         near twins joined
//	--palette NAME|FILE      the nearest colours of a palette
//	--colors N               the best N of them, or of its own
//	--dither HOW             mixed instead of nearest
//
// Empty rows and columns around the sprite are left out between the steps, so
// --fit and --width measure what is printed. [FixParity] comes last, when the
// field is known.
//
// # Colours
//
// How far colours are apart is measured in OKLab, in which equal distances look
// about equal, except for near twins: those differ by few steps of their
// channels, the unit in which [sprites.TwinDistance] is given, too. All
// decisions are made in integers and ties go to the colour that comes first in
// the picture or the palette, so the result is the same on every machine. A
// colour that is allowed is never changed, not even by dithering.
//
// The filters lanczos and box average in floats. On a processor that fuses
// multiplication and addition they may come out one step of 255 apart from
// another's where the average lies between two steps.
//
// # Refusals
//
// As in package sprites, each refusal is a struct that names the file and what
// was measured, matches [sprites.ErrRefused] and has a method Hint() string.
// Positions are those of the original picture, whatever was done to it. An
// [*OptionError] is a fault of the options alone.
package prepare
