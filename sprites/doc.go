// Package sprites reads the pictures to print, checks them against what a
// field can hold, and carries the built-in ones.
//
// # What a sprite is
//
// A [Sprite] is a rectangle of pixels, each either empty or of one opaque
// colour. It is cropped to the box of its pixels, has at least one of them and
// doesn't change once made. Its coordinates are those of a picture: (0, 0) is
// the top left corner and y grows downwards, while row 0 of a field is its
// floor. The positions in errors are those of the original file, before
// cropping and scaling, so that they can be looked up in a picture editor.
//
// # Reading
//
// [Open] reads a file or a built-in sprite ("sprite:heart"), [Read] a stream,
// [FromImage] a decoded picture and [Parse] a drawing in text. PNG, GIF, BMP,
// WEBP and JPEG are told apart by their first bytes, never by the name; a JPEG
// is turned upright as its EXIF data says. Pictures of more than 16 megapixels
// are refused after their header, before any memory is taken for them.
//
// These take a picture as it is, of an animated GIF or WEBP the first frame.
// [OpenPicture] and [ReadPicture] return all that a file holds, from which the
// package prepare cuts, scales and recolours sprites.
//
// A pixel of alpha 255 is a pixel of the sprite. One of alpha 0 is empty,
// whatever colour hides under it. Anything between is refused, unless
// [Options.AlphaThreshold] decides. Pictures without alpha (JPEG, most BMP)
// have no empty pixels. Colours and alpha of more than 8 bits keep their upper
// 8, as the image/color package does it, so a 16-bit alpha from 0xff00 up
// counts as 255 and one below 0x0100 as 0. Gamma and colour profiles are
// ignored.
//
// # Refusals
//
// Reading accepts a sprite of any size and any number of colours;
// [Limits.Check] then says whether it can be printed. Every refusal of either
// is a struct that names the file, the limit and the measured value, matches
// [ErrRefused] and has a method Hint() string that says in one line what can
// be done about it. An error that doesn't match ErrRefused comes from the
// system: a missing file, a broken disk.
package sprites
