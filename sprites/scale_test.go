package sprites

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// slowScale tries every k, the greatest first: it has to fit, and no wider or
// higher block may, unless a direction has no changes at all.
func slowScale(s *Sprite) int {
	w, h := s.Width(), s.Height()
	for k := min(w, h); k > 1; k-- {
		if !inBlocks(s, k, k) || inBlocks(s, w, h) {
			continue
		}
		ok := true
		for wider := k + 1; wider < w; wider++ {
			ok = ok && (!inBlocks(s, wider, 1) || inBlocks(s, w, 1))
		}
		for higher := k + 1; higher < h; higher++ {
			ok = ok && (!inBlocks(s, 1, higher) || inBlocks(s, 1, h))
		}
		if ok {
			return k
		}
	}
	return 1
}

// inBlocks reports whether s consists of whole blocks of one colour each.
func inBlocks(s *Sprite, kx, ky int) bool {
	if s.Width()%kx != 0 || s.Height()%ky != 0 {
		return false
	}
	for y := range s.Height() {
		for x := range s.Width() {
			if s.At(x, y) != s.At(x/kx*kx, y/ky*ky) {
				return false
			}
		}
	}
	return true
}

// enlarged returns a random picture of w by h pixels, each drawn kx by ky.
func enlarged(rnd *rand.Rand, w, h, kx, ky int) image.Image {
	colors := []color.NRGBA{red, green, {}}
	m := image.NewNRGBA(image.Rect(0, 0, w*kx, h*ky))
	for y := range h {
		for x := range w {
			c := colors[rnd.IntN(len(colors))]
			for i := range kx * ky {
				m.SetNRGBA(x*kx+i%kx, y*ky+i/kx, c)
			}
		}
	}
	return m
}

func TestScale(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	seen := make(map[int]int)
	for range 3000 {
		m := enlarged(rnd, 1+rnd.IntN(5), 1+rnd.IntN(5), 1+rnd.IntN(4), 1+rnd.IntN(4))
		s, err := FromImage(m, "enlarged", nil)
		if err != nil {
			continue // nothing but empty pixels
		}
		got, want := s.Scale(), slowScale(s)
		if got != want {
			t.Fatalf("got %d, want %d in\n%s", got, want, drawing(s))
		}
		seen[got]++
	}
	if seen[1] < 100 || seen[2] < 100 || seen[4] < 100 {
		t.Errorf("too few of some scales: %v", seen)
	}
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]color.NRGBA{
		"#dc2828": red, "#DC2828": red, "#000000": {A: 255}, "#ffffff": {255, 255, 255, 255},
	} {
		if got, err := ParseColor(text); got != want || err != nil {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "#", "dc2828", "#dc282", "#dc28288", "#dc2828ff", "#dc282g", " #dc2828", "##dc2828", "red"} {
		if got, err := ParseColor(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if got := FormatColor(red); got != "#dc2828" {
		t.Errorf("got %s, want #dc2828", got)
	}
}
