package prepare

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// TestExactStaysExact holds that without options, and with options that have
// nothing to do, each sprite comes out as it is read.
func TestExactStaysExact(t *testing.T) {
	for _, name := range sprites.Names() {
		p, err := sprites.OpenPicture(sprites.Prefix + name)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := sprites.Builtin(name)
		var own []color.NRGBA
		for _, c := range want.Colors() {
			own = append(own, c.NRGBA)
		}
		for _, o := range []*Options{
			nil,
			{AlphaThreshold: 1, Colors: 7},
			{Colors: len(own), Dither: FloydSteinberg},
			{Palette: own, Dither: Bayer},
			{Palette: append([]color.NRGBA{{1, 2, 3, 255}}, own...), MergeWithin: 1},
			{Crop: image.Rect(0, 0, p.Width(), p.Height()), Width: want.Width(), Height: want.Height()},
			{Tile: image.Pt(p.Width(), p.Height()), All: true},
		} {
			r, err := First(p, o)
			if err != nil {
				t.Fatalf("%s, %+v: %v", name, o, err)
			}
			if got := r.Sprite.Image(); !bytes.Equal(got.Pix, want.Image().Pix) || got.Rect != want.Image().Rect {
				t.Errorf("%s, %+v: it changed", name, o)
			}
			for _, m := range r.Colors {
				if m.From != m.To || m.Far != 0 {
					t.Errorf("%s, %+v: a colour changed: %+v", name, o, m)
				}
			}
		}
	}
}

func TestSteps(t *testing.T) {
	sheet := "rr..gg.. rr..gg.. ......bb bb....bb"
	for _, test := range []struct {
		name, rows string
		o          Options
		want       string
	}{
		{"crop", "rgb gbr brg", Options{Crop: image.Rect(1, 0, 3, 2)}, "gb br"},
		{"crop and its empty border", "r.. .g. ..b", Options{Crop: image.Rect(1, 0, 3, 2)}, "g"},
		{"tile", sheet, Options{Tile: image.Pt(4, 2), Index: 3}, "bb bb"},
		{"tile of a part", sheet, Options{Crop: image.Rect(4, 0, 8, 4), Tile: image.Pt(4, 2)}, "gg gg"},
		{"background", "wwww wrgw wwww", Options{Background: white}, "rg"},
		{"background that isn't there", "wwr", Options{Background: black}, "wwr"},
		{"inverted, commonest colour", ".rr. rggr .rr.", Options{InvertBackground: true}, "r..r .... r..r"},
		{"inverted background", "wwww wrrw wwww", Options{Background: white, InvertBackground: true}, "wwww w..w wwww"},
		{"inverted, not at its edge", ".... .rg. ....", Options{InvertBackground: true}, "rrrr r..r rrrr"},
		{"trim", "wwwww wwrgw wgwww wwwww", Options{Trim: true}, "wrg gww"},
		{"trim inside an empty border", "...... .wwww. .wrww. .wwww. ......", Options{Trim: true}, "r"},
		{"trim: corners differ", "wwr www", Options{Trim: true}, "wwr www"},
		{"trim: one colour", "ww ww", Options{Trim: true}, "ww ww"},
		{"trim: an empty corner", ".w ww", Options{Trim: true}, ".w ww"},
		{"unscale", "rrgg rrgg bb.. bb..", Options{Unscale: true}, "rg b."},
		{"unscale behind trim", "wwwwww wrrggw wrrggw wggrrw wggrrw wwwwww", Options{Trim: true, Unscale: true}, "rg gr"},
		{"tile of an enlarged sheet", "rrggbb rrggbb", Options{Unscale: true, Tile: image.Pt(1, 1), Index: 2}, "b"},
		{"fit: whole number", "rg", Options{Fit: image.Pt(7, 5)}, "rrrggg rrrggg rrrggg"},
		{"fit: shrunk", "rrrrgggg rrrrgggg bbbbwwww bbbbwwww", Options{Fit: image.Pt(2, 9)}, "bw"},
		{"fit measures what is printed", ".rg. ....", Options{Fit: image.Pt(4, 4)}, "rrgg rrgg"},
		{"width", "rg gr", Options{Width: 6}, "rrrggg rrrggg rrrggg gggrrr gggrrr gggrrr"},
		{"height", "rrgg rrgg", Options{Height: 1}, "rg"},
		{"both", "rg gr", Options{Width: 4, Height: 2}, "rrgg ggrr"},
		{"colours", "rrrr wwww kkkk rwkg", Options{Colors: 3}, "rrrr wwww kkkk rwkr"},
		{"palette", "rgb", Options{Palette: []color.NRGBA{{200, 0, 0, 255}, {0, 200, 0, 255}, blue}}, "??b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := first(t, drawn(test.rows), &test.o); got != test.want {
				t.Errorf("got\n%s\nwant\n%s\nof\n%s", got, test.want, test.rows)
			}
		})
	}
}

// TestHiddenColors holds that colours under transparent pixels count for
// nothing: case 1 of pictures that failed elsewhere.
func TestHiddenColors(t *testing.T) {
	m := enlarged(drawn("r. .g"), 4, 4)
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i+3] == 0 {
			m.Pix[i], m.Pix[i+1], m.Pix[i+2] = uint8(i), uint8(3*i), 7
		}
	}
	for _, o := range []Options{
		{Unscale: true, Colors: 2},
		{Unscale: true, Tile: image.Pt(2, 2)},
		{Unscale: true, Background: color.NRGBA{A: 255}, Palette: []color.NRGBA{red, green}, Dither: FloydSteinberg},
	} {
		r, err := First(pictureOf(t, m), &o)
		if err != nil {
			t.Fatal(err)
		}
		if got := drawing(r.Sprite.Image()); got != "r. .g" || len(r.Colors) != 2 {
			t.Errorf("%+v: got %s and %d colours, want r. .g and 2", o, got, len(r.Colors))
		}
	}
}

func TestAllTiles(t *testing.T) {
	p := pictureOf(t, enlarged(drawn("rw..gg.. rr..gg.. ......bb bb....bb"), 3, 3))
	var got []string
	for r, err := range All(p, &Options{Unscale: true, Tile: image.Pt(2, 2), All: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Frame != 0 || r.Unscaled != 3 {
			t.Errorf("frame %d, unscaled %d times, want 0, 3", r.Frame, r.Unscaled)
		}
		got = append(got, r.Sprite.Name()+" "+drawing(r.Sprite.Image()))
		// The bottom row of tile 4 lies at row 9 of the enlarged sheet.
		if want := image.Rect(0, 9, 6, 12); r.Tile == 4 && r.Sprite.Part() != want {
			t.Errorf("tile 4 shows %v, want %v", r.Sprite.Part(), want)
		}
	}
	want := "file tile 0 rw rr; file tile 2 gg gg; file tile 4 bb; file tile 7 bb bb"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
}

// motion returns a GIF of three frames, of which the second is empty.
func motion(t *testing.T) *sprites.Picture {
	t.Helper()
	frame := func(rows string) *image.Paletted {
		m := image.NewPaletted(image.Rect(0, 0, 3, 1), color.Palette{color.NRGBA{}, red, green})
		for x := range len(rows) {
			m.SetColorIndex(x, 0, map[byte]uint8{'.': 0, 'r': 1, 'g': 2}[rows[x]])
		}
		return m
	}
	var file bytes.Buffer
	err := gif.EncodeAll(&file, &gif.GIF{
		Image:    []*image.Paletted{frame("r.."), frame("..."), frame(".gg")},
		Disposal: []byte{gif.DisposalBackground, gif.DisposalBackground, gif.DisposalBackground},
		Delay:    make([]int, 3),
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sprites.ReadPicture(&file, "file")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFrames(t *testing.T) {
	p := motion(t)
	var got []string
	for r, err := range All(p, &Options{All: true}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Sprite.Name()+" "+drawing(r.Sprite.Image()))
	}
	if want := "file frame 0 r; file frame 2 gg"; strings.Join(got, "; ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
	r, err := First(p, &Options{Frame: 2, Crop: image.Rect(0, 0, 2, 1)})
	if err != nil || drawing(r.Sprite.Image()) != "g" || r.Frame != 2 || r.Tile != -1 {
		t.Errorf("got %+v, %v", r, err)
	}
	if r, err := First(p, nil); err != nil || r.Sprite.Name() != "file" {
		t.Errorf("got %+v, %v, want the first frame under the name of the file", r, err)
	}
	_, err = First(p, &Options{Frame: 1})
	checkRefusal(t, err, "file frame 1 has no pixels: all of its 3x1 are transparent, a sprite has at least 1", "--frame 0 ")
	_, err = First(p, &Options{Crop: image.Rect(1, 0, 3, 1)})
	checkRefusal(t, err, "file has no pixels: all of its 2x1 are transparent, a sprite has at least 1", "--frame 2 ")
	_, err = First(p, &Options{Frame: 3})
	checkRefusal(t, err, "file has 3 frames, there is no frame 3", "--frame 2 is the last one")
}

func TestRefusals(t *testing.T) {
	half := drawn("rg rg .. ..")
	half.SetNRGBA(1, 3, color.NRGBA{1, 2, 3, 77})
	thin := drawn(strings.Repeat("........ ", 7) + "r.......")
	for _, test := range []struct {
		name       string
		m          image.Image
		o          Options
		want, hint string
	}{
		{"crop outside", drawn("rg rg"), Options{Crop: image.Rect(1, 0, 4, 2)},
			"file is 2x2 pixels, the crop 1,0,3,2 reaches outside", "--crop 1,0,1,2 is the part"},
		{"crop far away", drawn("rg rg"), Options{Crop: image.Rect(9, 9, 10, 10)},
			"file is 2x2 pixels, the crop 9,9,1,1 reaches outside", "--crop wants"},
		{"crop of nothing", drawn("r. .."), Options{Crop: image.Rect(1, 1, 2, 2)},
			"file has no pixels: all of its 1x1 are transparent, a sprite has at least 1", "layers"},
		{"tiles left over", drawn("rgb rgb"), Options{Tile: image.Pt(2, 2)},
			"file is 3x2 pixels, which is no whole number of 2x2 tiles", "--crop 0,0,2,2 leaves"},
		{"tiles left over in a part", enlarged(drawn("wrgb wrgb"), 2, 2), Options{Crop: image.Rect(2, 0, 8, 4), Unscale: true, Tile: image.Pt(2, 2)},
			"file is 3x2 pixels, which is no whole number of 2x2 tiles", "--crop 2,0,4,4 leaves"},
		{"tile too large", drawn("rgb rgb"), Options{Tile: image.Pt(2, 3)},
			"file is 3x2 pixels, which is no whole number of 2x3 tiles", "--tile 2x2"},
		{"no such tile", drawn("rgb rgb"), Options{Tile: image.Pt(1, 1), Index: 6},
			"file has 6 tiles of 1x1 pixels, there is no tile 6", "--index 5 is the last"},
		{"an empty tile", drawn("r."), Options{Tile: image.Pt(1, 1), Index: 1},
			"file tile 1 has no pixels: all of its 1x1 are transparent, a sprite has at least 1", "layers"},
		{"no tile at all", drawn(".."), Options{Tile: image.Pt(1, 1), All: true},
			"file tile 0 has no pixels: all of its 1x1 are transparent, a sprite has at least 1", "layers"},
		{"no frame of it", drawn("r"), Options{Frame: 1}, "file has 1 frame, there is no frame 1", "leave --frame out"},
		{"alpha, where it is in the file", half, Options{Crop: image.Rect(1, 2, 2, 4)},
			"file has a half-transparent pixel at (1, 3): its alpha is 77, only 0 (empty) and 255 (a pixel) are accepted", "--alpha-threshold 128"},
		{"alpha of a tile", half, Options{Tile: image.Pt(1, 2), Index: 3},
			"file tile 3 has a half-transparent pixel at (1, 3): its alpha is 77, only 0 (empty) and 255 (a pixel) are accepted", "--alpha-threshold 128"},
		{"alpha too faint", half, Options{Crop: image.Rect(1, 2, 2, 4), AlphaThreshold: 128},
			"file has no pixels: none of its 1x2 reaches the alpha threshold, the greatest alpha is 77", "--alpha-threshold 39 "},
		{"vanished", image.Image(withDot(thin)), Options{Width: 2},
			"file has no pixels when shrunk to 2x2", "--filter box"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := First(pictureOf(t, test.m), &test.o)
			checkRefusal(t, err, test.want, test.hint)
		})
	}
}

// withDot returns m with a pixel in its top right corner.
func withDot(m *image.NRGBA) *image.NRGBA {
	m.SetNRGBA(m.Rect.Max.X-1, 0, red)
	return m
}

// TestPositions holds that what Limits.Check says lies in the original, after
// every kind of scaling.
func TestPositions(t *testing.T) {
	// In the drawing, enlarged four times, row 2 is blank and green begins in
	// column 1 of row 4; a border of 4 pixels lies around.
	m := enlarged(drawn("...... .rr... .rr... ...... .rr... .rgb.. ......"), 4, 4)
	for _, o := range []Options{{}, {Unscale: true}, {Width: 3}, {Crop: image.Rect(4, 4, 24, 28), Height: 10}} {
		r, err := First(pictureOf(t, m), &o)
		if err != nil {
			t.Fatal(err)
		}
		var blank *sprites.BlankRowError
		limits := sprites.Limits{MaxWidth: 99, MaxHeight: 99, MaxColors: 2}
		if err := limits.Check(r.Sprite); !errors.As(err, &blank) || blank.Row != 12 || blank.Band != image.Rect(4, 4, 16, 12) && blank.Band != image.Rect(4, 4, 12, 12) {
			t.Errorf("%+v: got %+v (%v), want row 12 and what is above", o, blank, err)
		}
		o.Crop = image.Rect(4, 16, 24, 28)
		r, err = First(pictureOf(t, m), &o)
		if err != nil {
			t.Fatal(err)
		}
		var colors *sprites.ColorsError
		if err := limits.Check(r.Sprite); !errors.As(err, &colors) || colors.Colors[1].First != image.Pt(8, 20) {
			t.Errorf("%+v: got %v, want green at (8, 20)", o, err)
		}
	}
}

// TestFormatSurvives holds that a sprite still knows what it was read from: the
// refusal of a JPEG's colours says that JPEG smears them.
func TestFormatSurvives(t *testing.T) {
	p := photo(t)
	r, err := First(p, &Options{Width: 9, MergeWithin: 1})
	if err != nil || r.Sprite.Format() != "JPEG" {
		t.Fatalf("got %+v, %v", r, err)
	}
	err = sprites.Limits{MaxWidth: 9, MaxHeight: 99, MaxColors: 3}.Check(r.Sprite)
	var colors *sprites.ColorsError
	if !errors.As(err, &colors) || !strings.HasPrefix(colors.Hint(), "JPEG smears colours: --colors 3 ") {
		t.Errorf("got %v", err)
	}
	if r, err = First(p, &Options{Width: 9, Colors: 3}); err != nil || len(r.Sprite.Colors()) != 3 {
		t.Errorf("got %v", err)
	}
}

// TestPaletted holds that a paletted picture with more than 7 colours of its
// own comes out in the nearest of them.
func TestPaletted(t *testing.T) {
	m := image.NewPaletted(image.Rect(0, 0, 16, 16), palette.Plan9)
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
	}
	r, err := First(pictureOf(t, m), &Options{Colors: 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Sprite.Colors() {
		if i := m.Palette.Index(c.NRGBA); m.Palette[i] != color.Color(color.RGBA{c.NRGBA.R, c.NRGBA.G, c.NRGBA.B, 255}) {
			t.Errorf("%v isn't a colour of the picture", c.NRGBA)
		}
	}
	if n := len(r.Sprite.Colors()); n != 7 {
		t.Errorf("%d colours, want 7", n)
	}
}
