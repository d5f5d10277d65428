// Package oklab measures how far colours are apart to the eye, in whole
// numbers.
//
// OKLab is computed with floats, whose last bits differ between processors that
// fuse a multiplication with an addition and those that don't. So coordinates
// are rounded to integers before anything is compared. Of the 16,777,216
// colours none lies nearer than 7e-9 units to where the rounding turns, and the
// floats are wrong by 1e-11 units at most: all machines agree on all colours.
package oklab

import (
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// Unit is the distance from black to white. The eye tells two colours side by
// side from about 2 % of it.
const Unit = 10_000

// Color is a colour in OKLab: its lightness, 0 to [Unit], how red rather than
// green it is, -2,339 to 2,762, and how yellow rather than blue, -3,116 to
// 1,985.
type Color struct{ L, A, B int }

// linear holds the linear light of each value of a channel, 0 to 1.
var linear = linearTable()

func linearTable() (t [256]float64) {
	for i := range t {
		t[i], _, _ = colorful.Color{R: float64(i) / 255}.LinearRgb()
	}
	return t
}

// Of returns the coordinates of c, whose alpha doesn't count.
func Of(c color.NRGBA) Color {
	l, a, b := exact(c)
	return Color{int(math.Round(l)), int(math.Round(a)), int(math.Round(b))}
}

// exact returns the coordinates before they are rounded.
func exact(c color.NRGBA) (l, a, b float64) {
	l, a, b = colorful.XyzToOkLab(colorful.LinearRgbToXyz(linear[c.R], linear[c.G], linear[c.B]))
	return l * Unit, a * Unit, b * Unit
}

// List returns the coordinates of each of the colours.
func List(colors []color.NRGBA) []Color {
	list := make([]Color, len(colors))
	for i, c := range colors {
		list[i] = Of(c)
	}
	return list
}

// Squared returns the square of the distance between c and d.
func (c Color) Squared(d Color) int {
	l, a, b := c.L-d.L, c.A-d.A, c.B-d.B
	return l*l + a*a + b*b
}

// Nearest returns the index of the colour of list that is nearest to c, of
// several the first one. It panics if the list is empty.
func (c Color) Nearest(list []Color) int {
	best, least := 0, c.Squared(list[0])
	for i, d := range list {
		if s := c.Squared(d); s < least {
			best, least = i, s
		}
	}
	return best
}

// Distance returns how far c and d are apart, rounded to units.
func Distance(c, d color.NRGBA) int {
	// IEEE 754 asks for the right square root, so it is the same everywhere.
	return int(math.Round(math.Sqrt(float64(Of(c).Squared(Of(d))))))
}
