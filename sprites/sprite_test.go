package sprites

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func TestFromImage(t *testing.T) {
	want := sample(t)
	got, err := FromImage(framed(want, 8, 6), "frame", nil)
	if err != nil {
		t.Fatal(err)
	}
	if describe(got) != describe(want) {
		t.Errorf("got\n%swant\n%s", describe(got), describe(want))
	}
	if got.Name() != "frame" || got.Format() != "" {
		t.Errorf("name %q, format %q", got.Name(), got.Format())
	}
}

// TestFromImageOffset holds that positions are those of the image, wherever
// that begins, also in a picture cut out of another.
func TestFromImageOffset(t *testing.T) {
	whole := framed(sample(t), 8, 6)
	part := whole.SubImage(image.Rect(4, 0, 8, 3))
	s, err := FromImage(part, "part", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := drawing(s), "a.\nab\n"; got != want || s.Origin() != image.Pt(4, 1) {
		t.Errorf("got %v\n%swant (4,1)\n%s", s.Origin(), got, want)
	}
}

// TestPart holds that positions are those in the original, of which the image
// shows a part enlarged, shrunk or as it is.
func TestPart(t *testing.T) {
	m := framed(sample(t), 8, 6) // the sprite lies at (2,1)-(6,4)
	for _, test := range []struct {
		part, want image.Rectangle
		last       image.Point // where the pixel in column 3 and row 2 lies
	}{
		{image.Rectangle{}, image.Rect(2, 1, 6, 4), image.Pt(5, 3)},
		{image.Rect(100, 50, 108, 56), image.Rect(102, 51, 106, 54), image.Pt(105, 53)},
		{image.Rect(10, 0, 26, 18), image.Rect(14, 3, 22, 12), image.Pt(20, 9)},
		{image.Rect(0, 0, 4, 3), image.Rect(1, 0, 3, 2), image.Pt(2, 1)},
	} {
		s, err := FromImage(m, "part", &Options{Part: test.part, Format: "GIF"})
		if err != nil {
			t.Fatal(err)
		}
		if s.Part() != test.want || s.Origin() != test.want.Min || s.Source(3, 2) != test.last || s.Format() != "GIF" {
			t.Errorf("of %v: got %v, origin %v, last pixel %v of %s; want %v, last pixel %v of GIF",
				test.part, s.Part(), s.Origin(), s.Source(3, 2), s.Format(), test.want, test.last)
		}
	}
	m.SetNRGBA(7, 5, color.NRGBA{A: 9})
	_, err := FromImage(m, "part", &Options{Part: image.Rect(10, 0, 26, 18)})
	checkRefusal(t, err, "part has a half-transparent pixel at (24, 15): its alpha is 9, only 0 (empty) and 255 (a pixel) are accepted")
}

func TestAt(t *testing.T) {
	s := sample(t)
	red := color.NRGBA{0xdc, 0x28, 0x28, 255}
	for _, test := range []struct {
		x, y int
		want color.NRGBA
	}{
		{0, 0, red}, {2, 0, red}, {2, 1, red},
		{3, 1, color.NRGBA{0x28, 0x3c, 0xc8, 255}},
		{1, 1, color.NRGBA{}}, {3, 0, color.NRGBA{}},
		{-1, 0, color.NRGBA{}}, {0, -1, color.NRGBA{}}, {4, 0, color.NRGBA{}}, {0, 3, color.NRGBA{}},
	} {
		if got := s.At(test.x, test.y); got != test.want {
			t.Errorf("At(%d, %d) = %v, want %v in\n%s", test.x, test.y, got, test.want, drawing(s))
		}
		if got, want := s.Filled(test.x, test.y), test.want.A != 0; got != want {
			t.Errorf("Filled(%d, %d) = %v, want %v in\n%s", test.x, test.y, got, want, drawing(s))
		}
	}
}

// TestImageIsACopy holds that a sprite can't be changed through its image, nor
// through the one it was made of.
func TestImageIsACopy(t *testing.T) {
	source := framed(sample(t), 8, 6)
	s, err := FromImage(source, "frame", nil)
	if err != nil {
		t.Fatal(err)
	}
	before := describe(s)
	clear(source.Pix)
	clear(s.Image().Pix)
	if got := describe(s); got != before {
		t.Errorf("got\n%swant\n%s", got, before)
	}
}

func TestWritePNG(t *testing.T) {
	want := sample(t)
	var file, again bytes.Buffer
	if err := want.WritePNG(&file); err != nil {
		t.Fatal(err)
	}
	if err := want.WritePNG(&again); err != nil || !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Errorf("the second file differs, error %v", err)
	}
	m, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := FromImage(m, "written", nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != want.Image().Bounds() || drawing(got) != drawing(want) {
		t.Errorf("got %v\n%swant %v\n%s", m.Bounds(), drawing(got), want.Image().Bounds(), drawing(want))
	}
	broken := errors.New("disk full")
	if err := want.WritePNG(failing{broken}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// failing is a stream that only fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
func (f failing) Read([]byte) (int, error)  { return 0, f.err }

func TestColors(t *testing.T) {
	s := sample(t)
	want := []Color{
		{color.NRGBA{0xdc, 0x28, 0x28, 255}, 4, image.Pt(0, 0)},
		{color.NRGBA{0x28, 0xb4, 0x3c, 255}, 4, image.Pt(0, 1)},
		{color.NRGBA{0x28, 0x3c, 0xc8, 255}, 1, image.Pt(3, 1)},
	}
	got := s.Colors()
	if len(got) != len(want) {
		t.Fatalf("%d colours, want %d: %v", len(got), len(want), got)
	}
	total := 0
	for i := range want {
		total += got[i].Count
		if got[i] != want[i] {
			t.Errorf("colour %d is %v, want %v in\n%s", i, got[i], want[i], drawing(s))
		}
	}
	if s.Pixels() != total {
		t.Errorf("%d pixels, %d in the colours", s.Pixels(), total)
	}
}

func TestTwin(t *testing.T) {
	gray := func(v uint8, count int) Color { return Color{NRGBA: color.NRGBA{v, v, v, 255}, Count: count} }
	rgb := func(r, g, b uint8, count int) Color { return Color{NRGBA: color.NRGBA{r, g, b, 255}, Count: count} }
	for _, test := range []struct {
		name   string
		colors []Color
		want   []int
	}{
		{"alone", []Color{gray(7, 3)}, []int{-1}},
		{"the rarer is the twin", []Color{gray(100, 3), gray(103, 9)}, []int{1, -1}},
		{"the later of two as common", []Color{gray(100, 3), gray(103, 3)}, []int{-1, 0}},
		{"8 is near", []Color{gray(100, 9), gray(108, 1)}, []int{-1, 0}},
		{"9 is not", []Color{gray(100, 9), gray(109, 1)}, []int{-1, -1}},
		{"the channel that differs most counts", []Color{rgb(10, 20, 30, 5), rgb(18, 12, 38, 2), rgb(10, 20, 39, 1)}, []int{-1, 0, 1}},
		{"the nearest", []Color{gray(100, 9), gray(104, 5), gray(106, 1)}, []int{-1, 0, 1}},
		{"as near: the earlier", []Color{gray(100, 9), gray(104, 9), gray(102, 1)}, []int{-1, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, want := range test.want {
				if got := Twin(test.colors, i); got != want {
					t.Errorf("Twin(%v, %d) = %d, want %d", test.colors, i, got, want)
				}
			}
		})
	}
}

func TestAlpha(t *testing.T) {
	row := func(alphas ...uint8) image.Image {
		m := image.NewNRGBA(image.Rect(0, 0, len(alphas), 1))
		for x, a := range alphas {
			m.SetNRGBA(x, 0, color.NRGBA{200, 100, 50, a})
		}
		return m
	}
	for _, test := range []struct {
		name      string
		threshold uint8
		image     image.Image
		want      string // the drawing, or the error
	}{
		{"certain", 0, row(255, 0, 255), "a.a\n"},
		{"one half", 0, row(255, 0, 128), "row has a half-transparent pixel at (2, 0): its alpha is 128, only 0 (empty) and 255 (a pixel) are accepted"},
		{"almost there", 0, row(254, 255, 1), "row has 2 half-transparent pixels, the first at (0, 0): its alpha is 254, only 0 (empty) and 255 (a pixel) are accepted"},
		{"from the threshold up", 100, row(255, 99, 100, 101), "a.aa\n"},
		{"least threshold", 1, row(1, 0, 255), "a.a\n"},
		{"greatest threshold", 255, row(255, 254, 255), "a.a\n"},
		{"nothing at all", 0, row(0, 0), "row has no pixels: all of its 2x1 are transparent, a sprite has at least 1"},
		{"nothing left", 100, row(0, 99), "row has no pixels: none of its 2x1 reaches the alpha threshold, the greatest alpha is 99"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := FromImage(test.image, "row", &Options{AlphaThreshold: test.threshold})
			if err != nil {
				checkRefusal(t, err, test.want)
				return
			}
			if got := drawing(s); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			// A pixel has the colour that stood in the file, undimmed.
			if got, want := s.At(0, 0), (color.NRGBA{200, 100, 50, 255}); got != want {
				t.Errorf("colour %v, want %v", got, want)
			}
		})
	}
}

// TestDeepColors holds how colours of 16 bits and video colours become 8 bits.
func TestDeepColors(t *testing.T) {
	for _, test := range []struct {
		name string
		c    color.Color
		want color.NRGBA
	}{
		{"the upper 8 bits", color.NRGBA64{0x12ff, 0x3400, 0x5680, 0xffff}, color.NRGBA{0x12, 0x34, 0x56, 255}},
		{"alpha as well", color.NRGBA64{0x1200, 0x3400, 0x5600, 0xff00}, color.NRGBA{0x12, 0x34, 0x56, 255}},
		{"a faint colour isn't dimmed", color.NRGBA64{0xff00, 0x8000, 0x0100, 0x0300}, color.NRGBA{0xff, 0x80, 0x01, 3}},
		{"grey", color.Gray16{0xabcd}, color.NRGBA{0xab, 0xab, 0xab, 255}},
		{"multiplied by its alpha", color.RGBA{0x40, 0x20, 0x00, 0x80}, color.NRGBA{0x7f, 0x3f, 0x00, 0x80}},
		{"video with alpha", color.NYCbCrA{YCbCr: color.YCbCr{Y: 255, Cb: 128, Cr: 128}, A: 5}, color.NRGBA{255, 255, 255, 5}},
		{"print", color.CMYK{0, 0, 0, 255}, color.NRGBA{0, 0, 0, 255}},
	} {
		if got := nrgba(test.c); got != test.want {
			t.Errorf("%s: %v became %v, want %v", test.name, test.c, got, test.want)
		}
	}
}

func TestIndexOutsidePalette(t *testing.T) {
	m := image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White})
	m.SetColorIndex(1, 1, 2)
	_, err := FromImage(m, "bad", nil)
	checkRefusal(t, err, "bad has 2 colours in its palette, but the pixel at (1, 1) has number 2")
}

// checkRefusal checks that err is a refusal, says want, and has a hint.
func checkRefusal(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", want)
	}
	if !errors.Is(err, ErrRefused) {
		t.Errorf("%v (%T) is no refusal", err, err)
	}
	if err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	hinted, ok := err.(interface{ Hint() string })
	if !ok || hinted.Hint() == "" {
		t.Errorf("%T has no hint", err)
	}
}
