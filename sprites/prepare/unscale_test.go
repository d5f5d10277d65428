package prepare

import (
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// slowSteps tries all widths and heights of blocks and returns the greatest of
// each with which all blocks are of one colour; 0 if there is no change.
func slowSteps(m *image.NRGBA) (stepX, stepY int) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	fits := func(kx, ky int) bool {
		if w%kx != 0 || h%ky != 0 {
			return false
		}
		for y := range h {
			for x := range w {
				if m.NRGBAAt(x, y) != m.NRGBAAt(x/kx*kx, y/ky*ky) {
					return false
				}
			}
		}
		return true
	}
	for k := w; stepX == 0; k-- {
		if fits(k, 1) {
			stepX = k
		}
	}
	for k := h; stepY == 0; k-- {
		if fits(1, k) {
			stepY = k
		}
	}
	if stepX == w {
		stepX = 0
	}
	if stepY == h {
		stepY = 0
	}
	return stepX, stepY
}

// randomPicture returns a picture of w by h pixels in three colours.
func randomPicture(rnd *rand.Rand, w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(m.Pix); i += 4 {
		setColor(m, i, []color.NRGBA{red, green, {}}[rnd.IntN(3)])
	}
	return m
}

func TestFindScale(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 0))
	found, refused := 0, 0
	for range 4000 {
		m := enlarged(randomPicture(rnd, 1+rnd.IntN(6), 1+rnd.IntN(6)), 1+rnd.IntN(4), 1+rnd.IntN(4))
		stepX, stepY := slowSteps(m)
		// One colour in one direction fits any k there.
		if stepX == 0 && stepY > 1 && m.Rect.Dx()%stepY == 0 {
			stepX = stepY
		}
		if stepY == 0 && stepX > 1 && m.Rect.Dy()%stepX == 0 {
			stepY = stepX
		}
		k, err := findScale(m, "m", m.Rect)
		if stepX != stepY || stepX < 2 {
			refused++
			if !errors.As(err, new(*UnscaleError)) {
				t.Fatalf("blocks of %dx%d: got %d, %v in\n%s", stepX, stepY, k, err, drawing(m))
			}
			continue
		}
		found++
		if k != stepX || err != nil {
			t.Fatalf("blocks of %dx%d: got %d, %v in\n%s", stepX, stepY, k, err, drawing(m))
		}
		if small := sampled(m, k); drawing(enlarged(small, k, k)) != drawing(m) {
			t.Fatalf("enlarging it %d times again gives another picture", k)
		}
	}
	if found < 500 || refused < 500 {
		t.Errorf("%d found, %d refused, want many of both", found, refused)
	}
}

// unevenly returns m scaled to w by h pixels, as programs do it that need not
// scale by a whole number.
func unevenly(m *image.NRGBA, w, h int) *image.NRGBA {
	e := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			e.SetNRGBA(x, y, m.NRGBAAt(x*m.Rect.Dx()/w, y*m.Rect.Dy()/h))
		}
	}
	return e
}

// TestUnscaleCases is case 10 of pictures that failed elsewhere: 1024x1024 with
// pixels of uneven size, and the same with clean ones.
func TestUnscaleCases(t *testing.T) {
	art := randomPicture(rand.New(rand.NewPCG(5, 0)), 40, 40)
	want := spriteFrom(t, art)
	for _, k := range []int{2, 3, 8} {
		r, err := First(pictureOf(t, enlarged(art, k, k)), &Options{Unscale: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Unscaled != k || drawing(r.Sprite.Image()) != drawing(want.Image()) {
			t.Errorf("enlarged %d times: unscaled %d times, or to another picture", k, r.Unscaled)
		}
	}
	_, err := First(pictureOf(t, unevenly(art, 1024, 1024)), &Options{Unscale: true})
	checkRefusal(t, err, "file, 1024x1024 pixels, can't be unscaled: its blocks aren't all of one size, the thinnest are 25 wide and 25 high",
		"without --unscale, --width 40 --height 40 takes one pixel of each block")
	r, err := First(pictureOf(t, unevenly(art, 1024, 1024)), &Options{Width: 40, Height: 40})
	if err != nil || drawing(r.Sprite.Image()) != drawing(want.Image()) {
		t.Errorf("the hint followed gives another picture, %v", err)
	}
}

func spriteFrom(t *testing.T, m image.Image) *sprites.Sprite {
	t.Helper()
	s, err := sprites.FromImage(m, "m", nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnscaleRefuses(t *testing.T) {
	art := drawn("rgrgr grbbg rbggb ggrbr")
	off := image.NewNRGBA(image.Rect(0, 0, 5*4+3, 4*4+5))
	for y := range off.Rect.Dy() {
		for x := range off.Rect.Dx() {
			off.SetNRGBA(x, y, white)
		}
	}
	for y := range 4 * 4 {
		for x := range 5 * 4 {
			off.SetNRGBA(x+3, y+1, art.NRGBAAt(x/4, y/4))
		}
	}
	for _, test := range []struct {
		name       string
		m          *image.NRGBA
		want, hint string
	}{
		{"not enlarged", art, "file, 5x4 pixels, can't be unscaled: it has details of 1x1 pixel, so it isn't enlarged, or smoothed", "--fit"},
		{"unequal", enlarged(art, 3, 2), "file, 15x8 pixels, can't be unscaled: its blocks are 3 wide and 2 high, not square",
			"--width 5 --height 4 "},
		{"unequal, one a multiple", enlarged(art, 8, 4), "file, 40x16 pixels, can't be unscaled: its blocks are 8 wide and 4 high, not square",
			"--width 5 --height 4 "},
		{"in one direction", enlarged(art, 1, 4), "file, 5x16 pixels, can't be unscaled: its blocks aren't all of one size, the thinnest are 1 wide and 4 high", "--fit"},
		{"uneven", unevenly(art, 17, 14), "file, 17x14 pixels, can't be unscaled: its blocks aren't all of one size, the thinnest are 3 wide and 3 high",
			"--width 5 --height 4 "},
		{"one colour", drawn("rrrr rrrr"), "file, 4x2 pixels, can't be unscaled: it is of one colour", "--fit"},
		{"an edge too many", off, "file, 23x21 pixels, can't be unscaled: its blocks aren't all of one size, the thinnest are 3 wide and 1 high",
			"--crop 3,1,20,20 leaves out the edges"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := First(pictureOf(t, test.m), &Options{Unscale: true})
			checkRefusal(t, err, test.want, test.hint)
		})
	}
	got := first(t, off, &Options{Unscale: true, Crop: image.Rect(3, 1, 23, 21), Background: white})
	if got != drawing(art) {
		t.Errorf("cropped as the hint says: got\n%s\nwant\n%s", got, drawing(art))
	}
}

// TestUnscaleHint holds that where sprites.Sprite.Scale finds a scale, which its
// refusals then advise to undo, it can be undone.
func TestUnscaleHint(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 0))
	n := 0
	for range 1000 {
		m := enlarged(randomPicture(rnd, 2+rnd.IntN(9), 2+rnd.IntN(9)), 1+rnd.IntN(3), 1+rnd.IntN(3))
		s, err := sprites.FromImage(m, "m", nil)
		if err != nil || s.Scale() < 2 {
			continue
		}
		n++
		if _, k, err := unscaled(s); err != nil || k != s.Scale() {
			t.Errorf("got %d, %v, the scale is %d in\n%s", k, err, s.Scale(), drawing(m))
		}
	}
	if n < 100 {
		t.Errorf("only %d enlarged pictures", n)
	}
}
