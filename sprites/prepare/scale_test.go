package prepare

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

func TestSize(t *testing.T) {
	for _, test := range []struct {
		w, h int
		o    Options
		want image.Point
	}{
		{5, 7, Options{}, image.Pt(5, 7)},
		{5, 7, Options{Width: 10}, image.Pt(10, 14)},
		{5, 7, Options{Width: 2}, image.Pt(2, 3)},
		{5, 7, Options{Height: 1}, image.Pt(1, 1)},
		{512, 1, Options{Width: 1}, image.Pt(1, 1)},
		{1, 300, Options{Width: 9}, image.Pt(9, 512)},
		{300, 1, Options{Height: 9}, image.Pt(512, 9)},
		{5, 7, Options{Width: 11, Height: 2}, image.Pt(11, 2)},
		{5, 7, Options{Fit: image.Pt(5, 7)}, image.Pt(5, 7)},
		{5, 7, Options{Fit: image.Pt(9, 99)}, image.Pt(5, 7)},
		{5, 7, Options{Fit: image.Pt(10, 99)}, image.Pt(10, 14)},
		{5, 7, Options{Fit: image.Pt(99, 34)}, image.Pt(20, 28)},
		{32, 32, Options{Fit: image.Pt(17, 32)}, image.Pt(17, 17)},
		{32, 32, Options{Fit: image.Pt(99, 15)}, image.Pt(15, 15)},
		{250, 207, Options{Fit: image.Pt(17, 32)}, image.Pt(17, 14)},
		{1000, 3, Options{Fit: image.Pt(17, 32)}, image.Pt(17, 1)},
	} {
		if got := test.o.size(test.w, test.h); got != test.want {
			t.Errorf("%dx%d, %+v: got %v, want %v", test.w, test.h, test.o, got, test.want)
		}
	}
}

// TestFittingFits tries all small sizes and spaces: the size fits, one side is
// as long as it can be, and the proportions are as near as pixels allow.
func TestFittingFits(t *testing.T) {
	for i := range 12 * 12 * 12 * 12 {
		w, h, space := i%12+1, i/12%12+1, image.Pt(i/144%12+1, i/1728+1)
		got := fitting(w, h, space)
		if got.X < 1 || got.Y < 1 || got.X > space.X || got.Y > space.Y {
			t.Fatalf("%dx%d in %v: got %v", w, h, space, got)
		}
		if w <= space.X && h <= space.Y {
			k := got.X / w
			if got != image.Pt(w*k, h*k) || w*(k+1) <= space.X && h*(k+1) <= space.Y {
				t.Fatalf("%dx%d in %v: got %v, not the greatest multiple", w, h, space, got)
			}
			continue
		}
		// Half a pixel off is 2*|h*X - w*Y| <= w or h; a side of 1 can't be less.
		off := 2 * max(h*got.X-w*got.Y, w*got.Y-h*got.X)
		if got.X != space.X && got.Y != space.Y || off > max(w, h) && got.X > 1 && got.Y > 1 {
			t.Fatalf("%dx%d in %v: got %v", w, h, space, got)
		}
	}
}

// TestNearest compares with taking the pixel under the middle of each, in
// integers.
func TestNearest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 0))
	for range 500 {
		s := withCorners(randomPicture(rnd, 2+rnd.IntN(20), 2+rnd.IntN(20)))
		w, h := 1+rnd.IntN(30), 1+rnd.IntN(30)
		r, err := First(pictureOf(t, s), &Options{Width: w, Height: h})
		if err != nil {
			continue // no pixel lies under a middle
		}
		want := image.NewNRGBA(image.Rect(0, 0, w, h))
		for y := range h {
			for x := range w {
				want.SetNRGBA(x, y, s.NRGBAAt((2*x+1)*s.Rect.Dx()/(2*w), (2*y+1)*s.Rect.Dy()/(2*h)))
			}
		}
		if got, want := drawing(r.Sprite.Image()), drawing(spriteFrom(t, want).Image()); got != want {
			t.Fatalf("%v to %dx%d: got\n%s\nwant\n%s", s.Rect.Size(), w, h, got, want)
		}
	}
}

// withCorners returns m with pixels in its corners, so that it is its own box.
func withCorners(m *image.NRGBA) *image.NRGBA {
	for i := range 4 {
		m.SetNRGBA(i%2*(m.Rect.Dx()-1), i/2*(m.Rect.Dy()-1), red)
	}
	return m
}

func TestFilters(t *testing.T) {
	m := drawn("rrbb rrbb bbrr bbrr")
	mean := color.NRGBA{130, 50, 120, 255} // of red and blue
	for _, test := range []struct {
		name string
		m    *image.NRGBA
		o    Options
		want []color.NRGBA
	}{
		{"box takes the mean", m, Options{Width: 1, Height: 1, Filter: Box}, []color.NRGBA{mean}},
		{"box of whole blocks", m, Options{Width: 2, Filter: Box}, []color.NRGBA{red, blue}},
		{"nearest makes no colour", m, Options{Width: 3}, []color.NRGBA{red, blue}},
		{"half a pixel is one", drawn("r. .r"), Options{Width: 1, Filter: Box}, []color.NRGBA{red}},
		{"empty ones don't darken", drawn("rr rr r. r."), Options{Width: 1, Filter: Box}, []color.NRGBA{red}},
		{"lanczos in the middle of an area", enlarged(m, 8, 8), Options{Width: 4, Filter: Lanczos, Colors: 2}, []color.NRGBA{red, blue}},
	} {
		r, err := First(pictureOf(t, test.m), &test.o)
		if err != nil {
			t.Fatal(err)
		}
		colors := r.Sprite.Colors()
		if len(colors) != len(test.want) {
			t.Fatalf("%s: %v, want %v", test.name, colors, test.want)
		}
		for i, c := range colors {
			if apart(c.NRGBA, test.want[i]) > 12 {
				t.Errorf("%s: %v, want %v", test.name, colors, test.want)
			}
		}
	}
	_, err := First(pictureOf(t, withDot(drawn("........ ........ ........ r......."))), &Options{Width: 1, Filter: Box})
	checkRefusal(t, err, "file has no pixels when shrunk to 1x1", "--alpha-threshold 1 ")
	if got := first(t, withDot(drawn("........ ........ ........ r.......")), &Options{Width: 1, Filter: Box, AlphaThreshold: 1}); got != "r" {
		t.Errorf("the hint followed: got %s, want r", got)
	}
}
