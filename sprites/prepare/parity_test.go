package prepare

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// limitsOf are those of a field of that width, wide enough for all sprites.
func limitsOf(fieldWidth int) sprites.Limits {
	return sprites.Limits{MaxWidth: fieldWidth, MaxHeight: 99, MaxColors: 7, FieldWidth: fieldWidth, FieldHeight: 99}
}

func TestDivisor(t *testing.T) {
	// As 4N = P + W*C has solutions, found by trying.
	for w := 4; w <= 60; w++ {
		for pixels := 1; pixels <= 16; pixels++ {
			solvable := false
			for c := range 4 {
				solvable = solvable || (pixels+w*c)%4 == 0
			}
			if got := pixels%Divisor(w) == 0; got != solvable {
				t.Errorf("%d pixels, %d columns: printable %v, want %v", pixels, w, got, solvable)
			}
		}
	}
}

func TestFixParity(t *testing.T) {
	for _, test := range []struct {
		name, rows string
		width      int
		want       string
		changes    []string
	}{
		{"nothing to do", "rr rr", 20, "rr rr", nil},
		{"any number goes", "rrr", 21, "rrr", nil},
		{"a corner is filled up", ".rrr. .rrrr rrrr. rrrr.", 10, ".rrr. .rrrr rrrrr rrrr.",
			[]string{"a pixel #dc2828 is added at (4, 2)"}},
		{"of a square a corner goes", "rrr rrr rrr", 10, "rrr rrr .rr",
			[]string{"the pixel #dc2828 at (0, 2) is left out"}},
		{"a step is filled up", "rr. rrr rr.", 10, "rr. rrr rrr",
			[]string{"a pixel #dc2828 is added at (2, 2)"}},
		{"in the common colour beside it", "gr. ggg gg.", 10, "gr. ggg ggg",
			[]string{"a pixel #28b43c is added at (2, 2)"}},
		{"where colours beside differ, a corner goes", "gg. ggr gg.", 10, "gg. ggr .g.",
			[]string{"the pixel #28b43c at (0, 2) is left out"}},
		{"eyes and feet stay", "rrrrr rkrkr rrrrr rrrrr r.r.r", 10, ".rrrr rkrkr rrrrr rrrrr r.r.r",
			[]string{"the pixel #dc2828 at (0, 0) is left out"}},
		{"holes and bridges stay", "rrr.rrr r.rrr.r rrr.rrr", 10, "rrr.rrr r.rrr.r rrrrrrr",
			[]string{"a pixel #dc2828 is added at (3, 2)"}},
		{"two of four", "rrrr rrrr rr..", 20, "rrrr rrrr rrrr",
			[]string{"a pixel #dc2828 is added at (2, 2)", "a pixel #dc2828 is added at (3, 2)"}},
		{"three more", "rrrrr", 20, "rrrrrrrr",
			[]string{"a pixel #dc2828 is added at (5, 0)", "a pixel #dc2828 is added at (6, 0)", "a pixel #dc2828 is added at (7, 0)"}},
		{"no row becomes full", "rrrrrrrrr rr.......", 10, "rrrrrrrrr rrr......",
			[]string{"a pixel #dc2828 is added at (2, 1)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			fixed, changes, err := FixParity(spriteOf(t, test.rows), limitsOf(test.width))
			if err != nil {
				t.Fatal(err)
			}
			var words []string
			for _, c := range changes {
				words = append(words, c.String())
			}
			if got := drawing(fixed.Image()); got != test.want || !slices.Equal(words, test.changes) {
				t.Errorf("got\n%s %q\nwant\n%s %q\nof\n%s", got, words, test.want, test.changes, test.rows)
			}
		})
	}
}

func TestParityRefuses(t *testing.T) {
	_, _, err := FixParity(spriteOf(t, "r"), sprites.Limits{MaxWidth: 1, MaxHeight: 9, FieldWidth: 10})
	checkRefusal(t, err, "drawing: a field of 10 columns prints only multiples of 2 pixels, not 1, and none can be left out or added", "--field 11x42")
}

// TestFixedParity holds of many sprites and fields that the changes are as few
// as they can be, are what differs, and break nothing.
func TestFixedParity(t *testing.T) {
	rnd := rand.New(rand.NewPCG(29, 0))
	var list []*sprites.Sprite
	for _, name := range sprites.Names() {
		s, err := sprites.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	for range 200 {
		list = append(list, spriteFrom(t, withCorners(randomPicture(rnd, 2+rnd.IntN(8), 2+rnd.IntN(8)))))
	}
	fixed := 0
	for _, s := range list {
		for _, width := range []int{8, 10, 12, 18, 20, 21} {
			l := limitsOf(width)
			if s.Width() >= width || l.Check(s) != nil {
				continue
			}
			if s.Pixels()%Divisor(width) != 0 {
				fixed++
			}
			checkParity(t, s, l)
		}
	}
	if fixed < 100 {
		t.Errorf("only %d sprites needed a change", fixed)
	}
}

func checkParity(t *testing.T, s *sprites.Sprite, l sprites.Limits) {
	t.Helper()
	before := drawing(s.Image())
	got, changes, err := FixParity(s, l)
	if err != nil {
		t.Fatalf("%v of\n%s", err, before)
	}
	over := s.Pixels() % Divisor(l.FieldWidth)
	if len(changes) > max(over, Divisor(l.FieldWidth)-over) || (over == 0) != (len(changes) == 0) {
		t.Errorf("%d changes, %d pixels too many of\n%s", len(changes), over, before)
	}
	if got.Pixels()%Divisor(l.FieldWidth) != 0 || l.Check(got) != nil || len(got.Colors()) != len(s.Colors()) {
		t.Errorf("%v\n%s\nbecame\n%s", l.Check(got), before, drawing(got.Image()))
	}
	for y := range got.Height() {
		n := 0
		for x := range got.Width() {
			if got.Filled(x, y) {
				n++
			}
		}
		if n >= l.FieldWidth {
			t.Errorf("row %d is full of\n%s", y, drawing(got.Image()))
		}
	}
	want := make(map[image.Point]color.NRGBA)
	for _, c := range changes {
		want[c.At] = c.To
		if s.At(c.At.X, c.At.Y) != c.From || (c.From.A == 0) == (c.To.A == 0) {
			t.Errorf("%+v, the pixel is %v in\n%s", c, s.At(c.At.X, c.At.Y), before)
		}
	}
	for y := range max(s.Height(), got.Height()) {
		for x := range max(s.Width(), got.Width()) {
			c, changed := want[image.Pt(x, y)]
			if !changed {
				c = s.At(x, y)
			}
			if got.At(x, y) != c {
				t.Errorf("(%d, %d) is %v, want %v, of\n%s", x, y, got.At(x, y), c, before)
			}
		}
	}
	if drawing(s.Image()) != before {
		t.Error("the sprite itself changed")
	}
}

// TestParityPosition holds that a change is named where it lies in the file.
func TestParityPosition(t *testing.T) {
	m := enlarged(drawn(".... .rrr .rrr .rrr"), 5, 5)
	r, err := First(pictureOf(t, m), &Options{Unscale: true, Trim: true})
	if err == nil {
		t.Fatalf("one colour is unscaled: %v", r)
	}
	r, err = First(pictureOf(t, m), &Options{Width: 3})
	if err != nil {
		t.Fatal(err)
	}
	_, changes, err := FixParity(r.Sprite, limitsOf(10))
	if err != nil || len(changes) != 1 || changes[0].At != image.Pt(0, 2) || changes[0].Source != image.Pt(5, 15) {
		t.Errorf("got %+v, %v, want (0, 2), in the file (5, 15)", changes, err)
	}
}
