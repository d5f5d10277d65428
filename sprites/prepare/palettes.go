package prepare

import "image/color"

// builtinPalette is a palette with a name. The colours are 0xrrggbb.
type builtinPalette struct {
	name   string
	colors []uint32
}

func (p *builtinPalette) list() []color.NRGBA {
	var list []color.NRGBA
	for _, c := range p.colors {
		list = append(list, color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255})
	}
	return list
}

var palettes = [...]builtinPalette{
	// The Tetris guideline only names the colours: I cyan, O yellow, T purple,
	// S green, Z red, J blue, L orange. These are the ones that the Tetris wiki
	// draws them in.
	{"guideline", []uint32{0x00f0f0, 0xf0f000, 0xa000f0, 0x00f000, 0xf00000, 0x0000f0, 0xf0a000}},

	// The picture chip 2C02 makes a video signal, no RGB values. These are those
	// that the NESdev wiki gives; 54 of the 64 numbers have a colour of their own.
	{"nes", []uint32{
		0x545454, 0x001e74, 0x081090, 0x300088, 0x440064, 0x5c0030, 0x540400, 0x3c1800, 0x202a00, 0x083a00, 0x004000, 0x003c00, 0x00323c, 0x000000,
		0x989698, 0x084cc4, 0x3032ec, 0x5c1ee4, 0x8814b0, 0xa01464, 0x982220, 0x783c00, 0x545a00, 0x287200, 0x087c00, 0x007628, 0x006678,
		0xeceeec, 0x4c9aec, 0x787cec, 0xb062ec, 0xe454ec, 0xec58b4, 0xec6a64, 0xd48820, 0xa0aa00, 0x74c400, 0x4cd020, 0x38cc6c, 0x38b4cc, 0x3c3c3c,
		0xa8ccec, 0xbcbcec, 0xd4b2ec, 0xecaeec, 0xecaed4, 0xecb4b0, 0xe4c490, 0xccd278, 0xb4de78, 0xa8e290, 0x98e2b4, 0xa0d6e4, 0xa0a2a0,
	}},

	// The greens that are commonly given for the screen of the DMG-01.
	{"gameboy", []uint32{0x0f380f, 0x306230, 0x8bac0f, 0x9bbc0f}},
}
