package prepare

import (
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

func TestCheckAccepts(t *testing.T) {
	for _, o := range []Options{
		{},
		{Frame: 3, Tile: image.Pt(16, 16), All: true},
		{Tile: image.Pt(1, 1), Index: 9},
		{Background: white, InvertBackground: true},
		{Fit: image.Pt(512, 1), Filter: Lanczos},
		{Width: 512, Filter: Box},
		{Height: 1},
		{MergeWithin: 255, Colors: 7, Dither: Bayer},
		{Palette: []color.NRGBA{red}, Dither: FloydSteinberg},
	} {
		if err := o.Check(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Frame: -1}, "--frame: a negative number"},
		{Options{Index: -1}, "--index: a negative number"},
		{Options{Index: 1}, "--index: there are no tiles"},
		{Options{Tile: image.Pt(8, 8), Index: 1, All: true}, "--index: contradicts --all"},
		{Options{Frame: 1, All: true}, "--frame: contradicts --all"},
		{Options{Tile: image.Pt(8, 0)}, "--tile: a tile without pixels"},
		{Options{Tile: image.Pt(-8, 8)}, "--tile: a tile without pixels"},
		{Options{Background: color.NRGBA{A: 7}}, "--bg: a half-transparent colour"},
		{Options{Fit: image.Pt(0, 9)}, "--fit: a space without pixels"},
		{Options{Fit: image.Pt(9, 513)}, "--fit: out of range"},
		{Options{Fit: image.Pt(9, 9), Width: 3}, "--fit: contradicts --width and --height"},
		{Options{Width: -1}, "--width: out of range"},
		{Options{Width: 513}, "--width: out of range"},
		{Options{Height: 513}, "--height: out of range"},
		{Options{Filter: Box + 1, Width: 3}, "--filter: no filter"},
		{Options{Filter: Box}, "--filter: nothing is scaled"},
		{Options{MergeWithin: -1}, "--merge-within: out of range"},
		{Options{MergeWithin: 256}, "--merge-within: out of range"},
		{Options{Colors: 8}, "--colors: out of range"},
		{Options{Colors: -1}, "--colors: out of range"},
		{Options{Palette: []color.NRGBA{}}, "--palette: a palette without colours"},
		{Options{Dither: Bayer + 1, Colors: 2}, "--dither: no way to dither"},
		{Options{Dither: Bayer, MergeWithin: 3}, "--dither: there is nothing to mix"},
	} {
		var option *OptionError
		err := test.o.Check()
		if !errors.As(err, &option) || err.Error() != test.want || option.Hint() == "" {
			t.Errorf("%+v: got %v, want %s", test.o, err, test.want)
		}
		if errors.Is(err, sprites.ErrRefused) {
			t.Errorf("%v is the refusal of a picture", err)
		}
		if _, first := First(pictureOf(t, drawn("r")), &test.o); first == nil || first.Error() != test.want {
			t.Errorf("%+v: First returns %v, want %s", test.o, first, test.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, f := range []Filter{Nearest, Lanczos, Box} {
		if got, err := ParseFilter(f.String()); got != f || err != nil {
			t.Errorf("%v: got %v, %v", f, got, err)
		}
	}
	for _, d := range []Dither{NoDither, FloydSteinberg, Bayer} {
		if got, err := ParseDither(d.String()); got != d || err != nil {
			t.Errorf("%v: got %v, %v", d, got, err)
		}
	}
	for _, name := range []string{"", "Box", "floyd", "none "} {
		if _, err := ParseFilter(name); !errors.As(err, new(*OptionError)) {
			t.Errorf("filter %q: got %v", name, err)
		}
		if _, err := ParseDither(name); !errors.As(err, new(*OptionError)) {
			t.Errorf("dither %q: got %v", name, err)
		}
	}
}
