package prepare

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// slowMerged is merged without cubes.
func slowMerged(colors []sprites.Color, within int) map[color.NRGBA]color.NRGBA {
	slices.SortStableFunc(colors, func(a, b sprites.Color) int { return b.Count - a.Count })
	table := make(map[color.NRGBA]color.NRGBA)
	var stay []color.NRGBA
	for _, c := range colors {
		best, least := color.NRGBA{}, 256
		for _, s := range stay {
			if d := apart(s, c.NRGBA); d <= within && d < least {
				best, least = s, d
			}
		}
		if least == 256 {
			stay = append(stay, c.NRGBA)
		} else {
			table[c.NRGBA] = best
		}
	}
	return table
}

// randomColors returns n colours in steps of 5, so that many are near twins.
func randomColors(rnd *rand.Rand, n int) []sprites.Color {
	var list []sprites.Color
	seen := make(map[color.NRGBA]bool)
	for len(list) < n {
		step := func() uint8 { return uint8(5 * rnd.IntN(8)) }
		c := color.NRGBA{step(), step(), step(), 255}
		if !seen[c] {
			seen[c] = true
			list = append(list, sprites.Color{NRGBA: c, Count: 1 + rnd.IntN(4)})
		}
	}
	return list
}

func TestMerged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 0))
	joined := 0
	for range 600 {
		colors, within := randomColors(rnd, 1+rnd.IntN(60)), rnd.IntN(30)
		got, want := merged(slices.Clone(colors), within), slowMerged(slices.Clone(colors), within)
		if len(got) != len(want) {
			t.Fatalf("%v within %d: got %v, want %v", colors, within, got, want)
		}
		for c, to := range want {
			if got[c] != to {
				t.Fatalf("%v within %d: %v becomes %v, want %v", colors, within, c, got[c], to)
			}
		}
		joined += len(got)
	}
	if joined < 1000 {
		t.Errorf("only %d colours were joined", joined)
	}
}

// TestNearTwin is case 6 of pictures that failed elsewhere: a colour that is
// off by 3 steps is found and joined.
func TestNearTwin(t *testing.T) {
	m := drawn("rrrr rrrr gggg bbbb")
	m.SetNRGBA(2, 1, color.NRGBA{red.R + 3, red.G, red.B - 3, 255})
	r, err := First(pictureOf(t, m), nil)
	if err != nil {
		t.Fatal(err)
	}
	limits := sprites.Limits{MaxWidth: 9, MaxHeight: 9, MaxColors: 3}
	checkRefusal(t, limits.Check(r.Sprite),
		"file has 4 colours, at most 3 can be printed: #dc2828 7 times, first at (0, 0); #28b43c 4 times, first at (0, 2); #283cc8 4 times, first at (0, 3); #df2825 once, at (2, 1), near twin of #dc2828",
		"--merge-within 8 joins the near twins")
	if got := first(t, m, &Options{MergeWithin: 8}); got != "rrrr rrrr gggg bbbb" {
		t.Errorf("joined: got %s", got)
	}
	if got := first(t, m, &Options{MergeWithin: 2}); got != "rrrr rr?r gggg bbbb" {
		t.Errorf("joined within 2: got %s", got)
	}
	// Within 3 it's a chain: two twins of the red, one on either side, don't
	// meet, and the one that is a twin of a twin alone stays.
	m.SetNRGBA(0, 0, color.NRGBA{red.R - 3, red.G, red.B, 255})
	m.SetNRGBA(1, 0, color.NRGBA{red.R - 6, red.G, red.B, 255})
	if got := first(t, m, &Options{MergeWithin: 3}); got != "r?rr rrrr gggg bbbb" {
		t.Errorf("a chain: got %s", got)
	}
}

func TestMappings(t *testing.T) {
	m := drawn("rrg bwk ..k")
	r, err := First(pictureOf(t, m), &Options{Palette: []color.NRGBA{white, red, black}})
	if err != nil {
		t.Fatal(err)
	}
	var got []Mapping
	for _, c := range []struct {
		from, to color.NRGBA
		count    int
	}{{red, red, 2}, {green, red, 1}, {blue, red, 1}, {white, white, 1}, {black, black, 2}} {
		got = append(got, Mapping{c.from, c.to, c.count, oklab.Distance(c.from, c.to)})
	}
	if !slices.Equal(r.Colors, got) {
		t.Errorf("got %v, want %v", r.Colors, got)
	}
}

// TestExactColors is case 8 of pictures that failed elsewhere: areas in exact
// colours of the palette keep them, whatever lies beside and however near the
// next colour of the palette is.
func TestExactColors(t *testing.T) {
	twin := color.NRGBA{red.R + 1, red.G, red.B, 255}
	list := []color.NRGBA{twin, black, red, white, green}
	m := smooth()
	for y := 10; y < 30; y++ {
		for x := 20; x < 40; x++ {
			m.SetNRGBA(x, y, list[(x/4+y/4)%len(list)])
		}
	}
	for _, o := range []Options{
		{Palette: list},
		{Palette: list, Dither: FloydSteinberg},
		{Palette: list, Dither: Bayer},
	} {
		r, err := First(pictureOf(t, m), &o)
		if err != nil {
			t.Fatal(err)
		}
		for y := 10; y < 30; y++ {
			for x := 20; x < 40; x++ {
				if got, want := r.Sprite.At(x, y), m.NRGBAAt(x, y); got != want {
					t.Fatalf("dither %v: the pixel at (%d, %d) is %v, want %v", o.Dither, x, y, got, want)
				}
			}
		}
	}
}

// TestNearestIsNearest compares with a search through the palette.
func TestNearestIsNearest(t *testing.T) {
	list, err := OpenPalette("nes")
	if err != nil {
		t.Fatal(err)
	}
	r, err := First(pictureOf(t, smooth()), &Options{Palette: list})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Colors {
		for _, c := range list {
			if oklab.Of(m.From).Squared(oklab.Of(c)) < oklab.Of(m.From).Squared(oklab.Of(m.To)) {
				t.Fatalf("%v became %v, but %v is nearer", m.From, m.To, c)
			}
		}
	}
}

// TestBoundOfPalette holds that with both --palette and --colors the colours are
// of the palette and no more than wanted.
func TestBoundOfPalette(t *testing.T) {
	for _, name := range PaletteNames() {
		list, err := OpenPalette(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 3, MaxColors} {
			for _, d := range []Dither{NoDither, FloydSteinberg, Bayer} {
				r, err := First(pictureOf(t, smooth()), &Options{Palette: list, Colors: n, Dither: d})
				if err != nil {
					t.Fatal(err)
				}
				colors := r.Sprite.Colors()
				if len(colors) > n {
					t.Errorf("%s, %d, %v: %d colours", name, n, d, len(colors))
				}
				for _, c := range colors {
					if !slices.Contains(list, c.NRGBA) {
						t.Errorf("%s, %d, %v: %v isn't in the palette", name, n, d, c.NRGBA)
					}
				}
			}
		}
	}
}

// TestDitherLightness holds that dithering mixes: over an area the mean comes
// nearer to that of the picture than with the nearest colours.
func TestDitherLightness(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 32, 32))
	for i := 0; i < len(m.Pix); i += 4 {
		setColor(m, i, color.NRGBA{128, 128, 128, 255})
	}
	for _, d := range []Dither{FloydSteinberg, Bayer} {
		r, err := First(pictureOf(t, m), &Options{Palette: []color.NRGBA{black, white}, Dither: d})
		if err != nil {
			t.Fatal(err)
		}
		light := 0
		for _, c := range r.Sprite.Colors() {
			if c.NRGBA == white {
				light = c.Count
			}
		}
		// Grey 128 has 21.6 % of the light of white. Without dithering all would
		// be white; the pattern is held back, as it would make colours too light.
		percent, least := light*100/(32*32), map[Dither]int{FloydSteinberg: 20, Bayer: 6}[d]
		if percent < least || percent > 22 {
			t.Errorf("%v: %d %% white, want %d to 22", d, percent, least)
		}
	}
}

// TestDitherAlpha is cases 2 and 3 of pictures that failed elsewhere: 128x128
// pixels with large transparent areas, dithered. Empty stays empty, nothing
// becomes black, and no dark error comes out of the empty area.
func TestDitherAlpha(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	pale := color.NRGBA{230, 220, 230, 255}
	for y := range 128 {
		for x := range 128 {
			if (x-64)*(x-64)+(y-64)*(y-64) < 50*50 {
				m.SetNRGBA(x, y, pale)
			}
		}
	}
	list := []color.NRGBA{{200, 200, 200, 255}, white, black, red}
	for _, d := range []Dither{FloydSteinberg, Bayer} {
		r, err := First(pictureOf(t, m), &Options{Palette: list, Dither: d})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.Sprite.Pixels(), spriteFrom(t, m).Pixels(); got != want {
			t.Errorf("%v: %d pixels, want %d", d, got, want)
		}
		for _, c := range r.Sprite.Colors() {
			if c.NRGBA == black || c.NRGBA == red {
				t.Errorf("%v: %d pixels are %v, first at %v", d, c.Count, c.NRGBA, c.First)
			}
		}
	}
}

// TestGolden holds what two colours and two ways to dither make of a picture
// with thousands of colours. It was found on amd64; another machine has to find
// the same.
func TestGolden(t *testing.T) {
	for _, test := range []struct {
		o    Options
		want []string
	}{
		{Options{Colors: 2}, []string{"#34558c", "#b0829b"}},
		{Options{Colors: 7}, []string{"#3f25ad", "#a363b3", "#e293a1", "#285e71", "#488397", "#3893ff", "#287850"}},
		{Options{Colors: 4, Dither: FloydSteinberg}, []string{"#432aaa", "#d68aa4", "#4888e0", "#296a62"}},
		{Options{Colors: 4, Dither: Bayer}, []string{"#432aaa", "#4888e0", "#d68aa4", "#296a62"}},
		{Options{Palette: mustPalette(t, "gameboy")}, []string{"#0f380f", "#306230", "#8bac0f", "#9bbc0f"}},
	} {
		r, err := First(pictureOf(t, smooth()), &test.o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range r.Sprite.Colors() {
			got = append(got, sprites.FormatColor(c.NRGBA))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.o, got, test.want)
		}
		again, err := First(pictureOf(t, smooth()), &test.o)
		if err != nil || !bytes.Equal(r.Sprite.Image().Pix, again.Sprite.Image().Pix) || !slices.Equal(r.Colors, again.Colors) {
			t.Errorf("%+v: the second time it is another picture", test.o)
		}
	}
}

func mustPalette(t *testing.T, name string) []color.NRGBA {
	t.Helper()
	list, err := OpenPalette(name)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
