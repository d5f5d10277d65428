package prepare

import (
	"image"
	"image/color"
	"slices"

	"github.com/makeworld-the-better-one/dither/v2"
)

// bayerStrength is what the dither package recommends for pictures in colour:
// more makes them too light.
const bayerStrength = 0.64

// dithered mixes the colours of m out of the list. Pixels that have one of these
// colours keep it, and empty ones stay empty. The package chooses colours by
// their distance in linear light; what it computes in floats are sixteenths and
// single sums, which come out the same on every machine.
func dithered(m *image.NRGBA, list []color.NRGBA, how Dither) {
	palette := make([]color.Color, len(list))
	for i, c := range list {
		palette[i] = c
	}
	d := dither.NewDitherer(palette)
	if how == Bayer {
		d.Mapper = dither.Bayer(4, 4, bayerStrength)
	} else {
		d.Matrix = dither.FloydSteinberg
	}
	mixed := copyOf(m)
	// Empty pixels would count as black and darken their neighbours. A colour of
	// the list makes no error of its own.
	for i := 0; i < len(mixed.Pix); i += 4 {
		if mixed.Pix[i+3] == 0 {
			setColor(mixed, i, list[0])
		}
	}
	d.Dither(mixed)
	for i := 0; i < len(m.Pix); i += 4 {
		if c := colorAt(m, i); c.A != 0 && !slices.Contains(list, c) {
			setColor(m, i, colorAt(mixed, i))
		}
	}
}
