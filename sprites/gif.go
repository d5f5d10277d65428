package sprites

import (
	"bytes"
	"image"
	"image/gif"
	"io"
)

// A GIF is cut into its frames here, without decoding them, so that only one of
// them at a time takes memory: gif.DecodeAll keeps them all, and some kilobytes
// of a hostile file are gigabytes of them.

// The marks of a GIF's blocks.
const (
	gifExtension      = 0x21
	gifImage          = 0x2c
	gifGraphicControl = 0xf9
)

// gifHeaderLen is what stands before the first block: six bytes of version and
// seven of the screen.
const gifHeaderLen = 6 + 7

// splitGIF returns the whole frames in file. Frame 0 is always there, if only
// to say what is wrong with it.
func splitGIF(file []byte) []part {
	first := part{decode: func() (image.Image, error) { return gif.Decode(bytes.NewReader(file)) }, over: true}
	g := gifScanner{rest: file}
	if !g.skip(gifHeaderLen) || !g.skip(colorTable(file[gifHeaderLen-3])) {
		return []part{first}
	}
	head := file[:len(file)-len(g.rest)]
	var parts []part
	for len(parts) < maxFrames {
		control, block, ok := g.image()
		if !ok {
			break
		}
		parts = append(parts, part{
			decode: func() (image.Image, error) {
				return gif.Decode(io.MultiReader(
					bytes.NewReader(head), bytes.NewReader(control), bytes.NewReader(block),
				))
			},
			over:  true,
			after: disposalOf(control),
		})
	}
	if len(parts) <= 1 {
		return []part{first}
	}
	return parts
}

// colorTable returns how many bytes long the table of colours is that follows
// a descriptor with these flags.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifScanner walks over the blocks of a GIF.
type gifScanner struct {
	rest []byte
}

// skip goes n bytes further. It returns false if there aren't as many.
func (g *gifScanner) skip(n int) bool {
	if n > len(g.rest) {
		return false
	}
	g.rest = g.rest[n:]
	return true
}

// data skips a chain of data blocks, each with its length before it.
func (g *gifScanner) data() bool {
	for len(g.rest) > 0 {
		n := int(g.rest[0])
		if !g.skip(1 + n) {
			return false
		}
		if n == 0 {
			return true
		}
	}
	return false
}

// image returns the next image and the graphic control that belongs to it, nil
// if it has none. It returns false if there is no further image.
func (g *gifScanner) image() (control, block []byte, ok bool) {
	for len(g.rest) > 0 {
		start := g.rest
		switch start[0] {
		case gifExtension:
			if !g.skip(2) || !g.data() {
				return nil, nil, false
			}
			if start[1] == gifGraphicControl {
				control = start[:len(start)-len(g.rest)]
			}
		case gifImage:
			const descriptor = 10
			if !g.skip(descriptor) || !g.skip(colorTable(start[descriptor-1])) || !g.skip(1) || !g.data() {
				return nil, nil, false
			}
			return control, start[:len(start)-len(g.rest)], true
		default: // the trailer, or damage
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// disposalOf returns what a graphic control says about the end of its frame.
func disposalOf(control []byte) disposal {
	const flags = 3
	if len(control) <= flags {
		return stays
	}
	switch control[flags] >> 2 & 7 {
	case 2:
		return cleared
	case 3:
		return restored
	}
	return stays
}
