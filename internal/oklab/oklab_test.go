package oklab

import (
	"image/color"
	"math"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

func rgb(r, g, b uint8) color.NRGBA { return color.NRGBA{r, g, b, 255} }

// TestOf compares with the figures that Björn Ottosson's page and the CSS Color
// 4 specification give for OKLab, to the digits they agree in.
func TestOf(t *testing.T) {
	for _, test := range []struct {
		c       color.NRGBA
		l, a, b float64
	}{
		{rgb(0, 0, 0), 0, 0, 0},
		{rgb(255, 255, 255), 1, 0, 0},
		{rgb(255, 0, 0), 0.628, 0.225, 0.126},
		{rgb(0, 255, 0), 0.866, -0.234, 0.180},
		{rgb(0, 0, 255), 0.452, -0.032, -0.312},
	} {
		got := Of(test.c)
		for i, v := range [3]float64{test.l, test.a, test.b} {
			if have := [3]int{got.L, got.A, got.B}[i]; math.Abs(float64(have)-v*Unit) > 6 {
				t.Errorf("%v: got %v, want %v, %v, %v of %d", test.c, got, test.l, test.a, test.b, Unit)
			}
		}
	}
}

// TestSlowTwin compares with the library's own way, which raises each channel
// to a power for each colour.
func TestSlowTwin(t *testing.T) {
	for i := 0; i < 1<<24; i += 4099 {
		c := rgb(uint8(i>>16), uint8(i>>8), uint8(i))
		l, a, b := colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}.OkLab()
		want := Color{int(math.Round(l * Unit)), int(math.Round(a * Unit)), int(math.Round(b * Unit))}
		if got := Of(c); got != want {
			t.Fatalf("%v: got %v, want %v", c, got, want)
		}
	}
}

// TestMargin holds what makes the rounding the same on every machine: no colour
// lies where it turns.
func TestMargin(t *testing.T) {
	step := 1
	if testing.Short() || underRace {
		step = 61
	}
	const margin = 7e-9
	for i := 0; i < 1<<24; i += step {
		c := rgb(uint8(i>>16), uint8(i>>8), uint8(i))
		l, a, b := exact(c)
		for _, v := range [3]float64{l, a, b} {
			if math.Abs(v-math.Floor(v)-0.5) < margin {
				t.Errorf("%v: %v is too near to where the rounding turns", c, v)
			}
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		c, d color.NRGBA
		want int
	}{
		{rgb(0, 0, 0), rgb(255, 255, 255), Unit},
		{rgb(9, 8, 7), rgb(9, 8, 7), 0},
		{rgb(9, 8, 7), color.NRGBA{9, 8, 7, 0}, 0},
		{rgb(255, 0, 0), rgb(0, 0, 0), 6788},
	} {
		if got, back := Distance(test.c, test.d), Distance(test.d, test.c); got != test.want || back != got {
			t.Errorf("%v to %v: %d, back %d, want %d", test.c, test.d, got, back, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	list := List([]color.NRGBA{rgb(0, 0, 0), rgb(200, 0, 0), rgb(200, 0, 0), rgb(0, 0, 200)})
	for _, test := range []struct {
		c    color.NRGBA
		want int
	}{
		{rgb(1, 2, 3), 0}, {rgb(190, 20, 10), 1}, {rgb(200, 0, 0), 1}, {rgb(20, 30, 220), 3},
	} {
		if got := Of(test.c).Nearest(list); got != test.want {
			t.Errorf("%v: nearest is %d, want %d", test.c, got, test.want)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		Of(rgb(uint8(n), uint8(n>>8), uint8(n>>16)))
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "colours/s")
}
