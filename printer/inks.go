package printer

import (
	"image/color"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Pictures are drawn in inks: indices into one palette of less than 256 colours
// for the whole video, which GIF and PNG keep as they are.
const (
	inkOutside  = iota // beyond the field
	inkField           // empty cells
	inkFlash           // rows about to clear
	inkWall            // the frame of the field
	inkWallLit         // its edge in the light
	inkWallDark        // its edge in the shadow
	inkText            // textLevels inks from inkOutside's colour to that of letters
	inkBlock    = inkText + textLevels
	inkNone     = inkBlock + shades*tetris.Tetrominoes // transparent: what was there stays
)

// textLevels is how many steps of brightness scaled letters have.
const textLevels = 8

// The shades of a block, its own colour first.
const (
	shadeBase = iota
	shadeLit
	shadeDark
	shadeGlint
	shades
)

// blockInk returns the ink for a tetromino in a shade.
func blockInk(t tetris.Tetromino, shade int) uint8 {
	return uint8(inkBlock + shades*(int(t)-1) + shade)
}

// The colours of everything but the sprite.
var (
	outsideColor  = color.NRGBA{12, 13, 19, 255}
	fieldColor    = color.NRGBA{22, 24, 34, 255}
	flashColor    = color.NRGBA{250, 250, 245, 255}
	wallColor     = color.NRGBA{88, 96, 120, 255}
	wallLitColor  = color.NRGBA{128, 136, 160, 255}
	wallDarkColor = color.NRGBA{48, 56, 80, 255}
	textColor     = color.NRGBA{212, 213, 219, 255}
)

// newInks returns the palette of a print.
func newInks(p *plan.Palette) color.Palette {
	inks := color.Palette{outsideColor, fieldColor, flashColor, wallColor, wallLitColor, wallDarkColor}
	for i := range textLevels {
		inks = append(inks, mix(outsideColor, textColor, i, textLevels-1))
	}
	for t := tetris.I; t <= tetris.L; t++ {
		c := p[t]
		if c.A == 0 {
			c = grey(t)
		}
		inks = append(inks, c, shade(c, +bevel), shade(c, -bevel), shade(c, +2*bevel))
	}
	return append(inks, color.NRGBA{})
}

// grey returns the colour of a tetromino that has none: dull, and different
// enough from the others that neighbours can be told apart.
func grey(t tetris.Tetromino) color.NRGBA {
	v := 74 + 7*uint8(t)
	return color.NRGBA{v, v, v + 4, 255}
}

// bevel is how much lighter or darker edges are. JPEG keeps only every second
// pixel of the colour channels, so shades differ in brightness alone: all three
// of red, green and blue move by as much. What spills into the middle of a cell
// is 5 of 255 at most, 9 where a channel hits the end of its range (300 random
// colours, quality 85).
const bevel = 28

// blackBelow is the brightness of colours that could not be told from the field:
// all their shades are lighter.
const blackBelow = 48

// shade returns c lighter or darker by d.
func shade(c color.NRGBA, d int) color.NRGBA {
	if luma(c) < blackBelow {
		d = bevel + d/2
	}
	move := func(v uint8) uint8 { return uint8(min(max(int(v)+d, 0), 255)) }
	return color.NRGBA{move(c.R), move(c.G), move(c.B), 255}
}

// luma returns how bright c is, as JPEG has it.
func luma(c color.NRGBA) int {
	y, _, _ := color.RGBToYCbCr(c.R, c.G, c.B)
	return int(y)
}

// mix returns the colour i of n steps from c to d.
func mix(c, d color.NRGBA, i, n int) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8((int(a)*(n-i) + int(b)*i) / n) }
	return color.NRGBA{part(c.R, d.R), part(c.G, d.G), part(c.B, d.B), 255}
}
