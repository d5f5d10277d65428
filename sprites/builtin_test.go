package sprites

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
)

// all returns every built-in sprite.
func all(t testing.TB) []*Sprite {
	t.Helper()
	var list []*Sprite
	for _, name := range Names() {
		s, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func TestNames(t *testing.T) {
	names := Names()
	if len(names) < 18 || !slices.IsSorted(names) || !slices.Contains(names, "heart") {
		t.Errorf("%d names, want at least 18, sorted, heart among them: %v", len(names), names)
	}
	names[0] = "changed"
	if Names()[0] == "changed" {
		t.Error("a caller can change the names")
	}
}

func TestBuiltins(t *testing.T) {
	seen := make(map[string]string)
	for _, s := range all(t) {
		t.Run(s.Name(), func(t *testing.T) {
			if err := classic.Check(s); err != nil {
				t.Error(err)
			}
			if s.Width() < 5 || s.Height() < 5 {
				t.Errorf("%dx%d, want at least 5x5", s.Width(), s.Height())
			}
			colors := s.Colors()
			for i := range colors {
				if j := Twin(colors, i); j >= 0 {
					t.Errorf("%s is a near twin of %s", FormatColor(colors[i].NRGBA), FormatColor(colors[j].NRGBA))
				}
			}
			if other, ok := seen[drawing(s)]; ok {
				t.Errorf("the same drawing as %s", other)
			}
			seen[drawing(s)] = s.Name()
			checkUncropped(t, s)
		})
	}
}

// checkUncropped checks that the file of s has no empty border, which would
// make it print elsewhere than it is drawn.
func checkUncropped(t *testing.T, s *Sprite) {
	t.Helper()
	name := strings.TrimPrefix(s.Name(), Prefix)
	text, err := builtins.ReadFile("builtin/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.Contains(line, "=") {
			continue
		}
		rows++
		if got := len(strings.TrimSpace(line)); got != s.Width() {
			t.Fatalf("a row of %d characters, the sprite is %d wide", got, s.Width())
		}
	}
	if rows != s.Height() || !strings.HasPrefix(string(text), "# ") {
		t.Errorf("%d rows, the sprite is %d high; the file begins %.10q, want a comment", rows, s.Height(), text)
	}
}

// TestVariety holds that the built-in sprites cover what is hard to print.
func TestVariety(t *testing.T) {
	for _, want := range []struct {
		what string
		is   func(*Sprite) bool
	}{
		{"5x5", func(s *Sprite) bool { return s.Width() == 5 && s.Height() == 5 }},
		{"17x32", func(s *Sprite) bool { return s.Width() == 17 && s.Height() == 32 }},
		{"one colour", func(s *Sprite) bool { return len(s.Colors()) == 1 }},
		{"two colours", func(s *Sprite) bool { return len(s.Colors()) == 2 }},
		{"three colours", func(s *Sprite) bool { return len(s.Colors()) == 3 }},
		{"a hole", hasHole},
		{"an overhang", hasOverhang},
		{"a lone pixel", func(s *Sprite) bool { return hasLonePixel(s) }},
		{"a checkerboard", isCheckerboard},
		{"a tiling", func(s *Sprite) bool { return tiled(s) }},
		{"a pixel count that isn't even", func(s *Sprite) bool { return s.Pixels()%2 != 0 }},
	} {
		var names []string
		for _, s := range all(t) {
			if want.is(s) {
				names = append(names, s.Name())
			}
		}
		if names == nil {
			t.Errorf("no built-in sprite has %s", want.what)
		}
		t.Logf("%s: %s", want.what, strings.Join(names, " "))
	}
}

// outside returns the empty pixels from which a way over sides leads out of the
// sprite, with a margin of one around it.
func outside(s *Sprite) map[image.Point]bool {
	box := image.Rect(-1, -1, s.Width()+1, s.Height()+1)
	reached := map[image.Point]bool{box.Min: true}
	for queue := []image.Point{box.Min}; len(queue) > 0; queue = queue[1:] {
		for _, step := range []image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			p := queue[0].Add(step)
			if p.In(box) && !reached[p] && !s.Filled(p.X, p.Y) {
				reached[p] = true
				queue = append(queue, p)
			}
		}
	}
	return reached
}

// underPixel returns the empty pixels of s that lie below a filled one.
func underPixel(s *Sprite) []image.Point {
	var list []image.Point
	for x := range s.Width() {
		covered := false
		for y := range s.Height() {
			if s.Filled(x, y) {
				covered = true
			} else if covered {
				list = append(list, image.Pt(x, y))
			}
		}
	}
	return list
}

func hasHole(s *Sprite) bool {
	out := outside(s)
	return slices.ContainsFunc(underPixel(s), func(p image.Point) bool { return !out[p] })
}

func hasOverhang(s *Sprite) bool {
	out := outside(s)
	return slices.ContainsFunc(underPixel(s), func(p image.Point) bool { return out[p] })
}

// neighbors counts the pixels at the sides, or also at the corners, of a pixel.
func neighbors(s *Sprite, x, y int, corners bool) int {
	n := 0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if side := dx == 0 || dy == 0; (side || corners) && (dx != 0 || dy != 0) && s.Filled(x+dx, y+dy) {
				n++
			}
		}
	}
	return n
}

func hasLonePixel(s *Sprite) bool {
	for y := range s.Height() {
		for x := range s.Width() {
			if s.Filled(x, y) && neighbors(s, x, y, true) == 0 {
				return true
			}
		}
	}
	return false
}

// isCheckerboard reports whether s is filled where x+y is even, and nowhere
// else.
func isCheckerboard(s *Sprite) bool {
	for y := range s.Height() {
		for x := range s.Width() {
			if s.Filled(x, y) != ((x+y)%2 == 0) {
				return false
			}
		}
	}
	return true
}

func TestUnknownBuiltin(t *testing.T) {
	for _, name := range []string{"hart", "", "../text", "heart.txt", "Heart"} {
		_, err := Builtin(name)
		var unknown *UnknownError
		if !errors.As(err, &unknown) || unknown.Name != name || !errors.Is(err, ErrRefused) {
			t.Errorf("Builtin(%q): got %v", name, err)
		}
		if err != nil && !strings.Contains(err.Error(), Prefix+name+" ") {
			t.Errorf("Builtin(%q): the error doesn't name it: %v", name, err)
		}
	}
}
