package prepare

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// The pictures by other people lie beside the checkout on a developer's
// machine. Without them these tests are skipped.
func bigPictures(t *testing.T) map[string]*sprites.Picture {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "corpus", "big")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no corpus beside the checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	list := make(map[string]*sprites.Picture)
	for _, e := range entries {
		p, err := sprites.OpenPicture(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		list[strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))] = p
	}
	return list
}

var (
	// classicLimits are those of the method of 2013 on its field, which prints
	// three colours.
	classicLimits = sprites.ClassicLimits(21, 42)

	// wideLimits leave as much room on a larger field and take all colours.
	wideLimits = sprites.Limits{MaxWidth: 60, MaxHeight: 86, MaxColors: MaxColors, FieldWidth: 64, FieldHeight: 96}
)

// TestBigPictures holds that each picture is a sprite within the limits with
// options that make the best of it.
func TestBigPictures(t *testing.T) {
	pictures := bigPictures(t)
	fit := func(l sprites.Limits) image.Point { return image.Pt(l.MaxWidth, l.MaxHeight) }
	for _, test := range []struct {
		name   string
		o      Options
		limits sprites.Limits
		want   string // size and colours
	}{
		{"big-001-octopus-32", Options{Colors: 7}, wideLimits, "27x25 7"},
		{"big-003-elf-girl-64", Options{Colors: 7}, wideLimits, "53x62 7"},
		{"big-005-clouds-256-4bpp", Options{Fit: fit(wideLimits)}, wideLimits, "60x60 4"},
		{"big-007-gophers-photo", Options{Fit: fit(wideLimits), Filter: Box, Colors: 7}, wideLimits, "60x50 7"},
		{"big-009-town-tiles-256", Options{Tile: image.Pt(32, 32), Index: 10, Colors: 7}, wideLimits, "32x32 7"},
		{"big-011-snake-screen-animated", Options{Frame: 3, Fit: fit(wideLimits)}, wideLimits, "60x60 3"},
		{"big-013-catdog-32-alpha", Options{Colors: 7}, wideLimits, "28x32 7"},
		{"big-015-drag-cursor-gray-alpha", Options{AlphaThreshold: 128}, wideLimits, "36x38 2"},
		{"big-017-warning-sign-indexed4", Options{}, wideLimits, "29x29 7"},
		{"big-019-cloud-gray-alpha-soft", Options{AlphaThreshold: 128, Fit: fit(wideLimits), Filter: Box, Colors: 3}, wideLimits, "60x20 3"},
		{"big-021-flying-file-animated", Options{Frame: 1, Fit: fit(wideLimits), Colors: 7}, wideLimits, "57x45 3"},
		{"big-023-fox-run-sheet-144x24", Options{Tile: image.Pt(24, 24), Index: 2, Colors: 7}, wideLimits, "22x13 7"},
		{"big-025-market-stall-56", Options{MergeWithin: 8, Colors: 7}, wideLimits, "56x51 7"},
		{"big-027-forest-day-160x144", Options{Crop: image.Rect(50, 40, 110, 120)}, wideLimits, "60x80 4"},
		{"big-029-dojo-scene-256x240", Options{Fit: fit(wideLimits)}, wideLimits, "60x56 7"},
		{"big-031-dragonfly-animated", Options{Frame: 1, Colors: 3}, classicLimits, "15x12 3"},
		{"big-033-green-dragon-32", Options{Palette: mustPalette(t, "nes"), Colors: 7}, wideLimits, "31x32 7"},
		{"big-035-nes-tiles-indexed2", Options{Tile: image.Pt(16, 16), Index: 9, Background: color.NRGBA{A: 255}}, wideLimits, "13x16 3"},
	} {
		p := pictures[test.name]
		if p == nil {
			t.Errorf("%s isn't there", test.name)
			continue
		}
		delete(pictures, test.name)
		r, err := First(p, &test.o)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		s := r.Sprite
		if got := fmt.Sprintf("%dx%d %d", s.Width(), s.Height(), len(s.Colors())); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if err := test.limits.Check(s); err != nil {
			t.Error(err)
		}
	}
	for name := range pictures {
		t.Errorf("%s has no options", name)
	}
}

// TestHintsLeadToPrints starts without options and follows the hints of the
// refusals, the first flag of each, until the sprite is within the limits: each
// picture gets there in a few steps.
func TestHintsLeadToPrints(t *testing.T) {
	for name, p := range bigPictures(t) {
		for _, l := range []sprites.Limits{classicLimits, wideLimits} {
			t.Run(fmt.Sprintf("%s %dx%d", name, l.FieldWidth, l.FieldHeight), func(t *testing.T) {
				followHints(t, p, l)
			})
		}
	}
}

func followHints(t *testing.T, p *sprites.Picture, l sprites.Limits) {
	t.Helper()
	var o Options
	var said []string
	for range 6 {
		r, err := First(p, &o)
		if err == nil {
			err = l.Check(r.Sprite)
		}
		if err == nil {
			t.Log(strings.Join(said, "; "))
			return
		}
		if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), p.Name()) || !errors.Is(err, sprites.ErrRefused) {
			t.Errorf("%q isn't one line that names the file", err)
		}
		hint := err.(interface{ Hint() string }).Hint()
		flag, ok := follow(&o, hint, l)
		said = append(said, flag)
		if !ok {
			t.Fatalf("%v: no flag in the hint %q", err, hint)
		}
	}
	t.Errorf("not accepted after %s", strings.Join(said, "; "))
}

var flagPattern = regexp.MustCompile(`--(fit|unscale|(crop|frame|alpha-threshold|merge-within|colors) ([0-9,]+))`)

// follow sets the option that the first flag in the hint asks for.
func follow(o *Options, hint string, l sprites.Limits) (flag string, ok bool) {
	found := flagPattern.FindStringSubmatch(hint)
	if found == nil {
		return "", false
	}
	var numbers []int
	for _, word := range strings.Split(found[3], ",") {
		n, _ := strconv.Atoi(word)
		numbers = append(numbers, n)
	}
	switch found[1] {
	case "fit":
		o.Fit = image.Pt(l.MaxWidth, l.MaxHeight)
	case "unscale":
		o.Unscale = true
	}
	switch found[2] {
	case "crop":
		o.Crop = image.Rect(numbers[0], numbers[1], numbers[0]+numbers[2], numbers[1]+numbers[3])
	case "frame":
		o.Frame = numbers[0]
	case "alpha-threshold":
		o.AlphaThreshold = uint8(numbers[0])
	case "merge-within":
		o.MergeWithin = numbers[0]
	case "colors":
		o.Colors = numbers[0]
	}
	return found[0], true
}
