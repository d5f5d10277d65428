package converter

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/search"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

var colors = map[rune]color.NRGBA{
	'r': {0xdc, 0x28, 0x28, 255},
	'g': {0x28, 0xdc, 0x28, 255},
	'b': {0x28, 0x28, 0xdc, 255},
	'w': {0xf8, 0xf8, 0xf8, 255},
}

// sprite draws one: a letter of colors for a pixel, '.' for an empty one.
func sprite(t testing.TB, rows ...string) *sprites.Sprite {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, ch := range row {
			m.SetNRGBA(x, y, colors[ch])
		}
	}
	s, err := sprites.FromImage(m, "test.png", nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tall draws a sprite of that many rows with a lone pixel in each, no two above
// each other, so that each but the lowest needs a platform.
func tall(t testing.TB, width, height int) *sprites.Sprite {
	rows := make([]string, height)
	for y := range rows {
		row := []byte(strings.Repeat(".", width))
		row[y*5%width] = "rgb"[y%3]
		rows[y] = string(row)
	}
	return sprite(t, rows...)
}

func TestConvert(t *testing.T) {
	tests := []struct {
		name      string
		sprite    *sprites.Sprite
		opts      Options
		platforms int
	}{
		{"a pixel", sprite(t, "r"), Options{}, 0},
		{"a run", sprite(t, "rrr"), Options{}, 0},
		{"an overhang", sprite(t, "rgb", ".g."), Options{}, 1},
		{"as wide as can be", sprite(t, strings.Repeat("rgb", 6)[:17]), Options{}, 0},
		{"as high as can be", tall(t, 17, 32), Options{}, 31},
		{"low field", tall(t, 17, 12), Options{Height: 22}, 11},
		{"wide field", sprite(t, strings.Repeat("rrgb", 9)), Options{Width: 41}, 0},
		{"10 columns", sprite(t, "rrbb", "b..b", "rrbb"), Options{Width: 10, Height: 22}, 1},
		{"14 columns", sprite(t, "rr..rr..", "b..b..bb"), Options{Width: 14, Height: 30}, 1},
		{"narrow", sprite(t, "rgbrg", "..b..", "..g.."), Options{Width: 9, Height: 20}, 1},
	}
	for _, test := range tests {
		for _, test.opts.Method = range classicMethods {
			p, r, err := Convert(t.Context(), test.sprite, &test.opts)
			if err != nil {
				t.Errorf("%s, %s: %v", test.name, test.opts.Method, err)
				continue
			}
			if r.Platforms != test.platforms || r.Pieces != p.Pieces() || r.Pixels != test.sprite.Pixels() || r.Width != p.Width || r.Height != p.Height {
				t.Errorf("%s: report %+v", test.name, *r)
			}
		}
	}
}

// classicMethods are those of 2013.
var classicMethods = []Method{RealTime, Table}

// The colours in reading order belong to J, T and L.
func TestPalette(t *testing.T) {
	p, r, err := Convert(t.Context(), sprite(t, ".b.", "grg"), &Options{Method: RealTime})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range map[tetris.Tetromino]rune{tetris.J: 'b', tetris.T: 'g', tetris.L: 'r'} {
		if p.Palette[k] != colors[want] {
			t.Errorf("%v has %v, want %v", k, p.Palette[k], colors[want])
		}
	}
	if p.Palette.Colors() != 3 || r.Colors != 3 || r.Method != RealTime || p.Width != plan.DefaultWidth || p.Height != plan.DefaultHeight {
		t.Errorf("%d colours, report %+v", p.Palette.Colors(), r)
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name   string
		sprite *sprites.Sprite
		opts   Options
		want   string // of the error and of the hint
		hint   string
	}{
		{"wide", sprite(t, strings.Repeat("r", 18)), Options{}, "18 pixels wide", ""},
		{"wide on 10 columns", sprite(t, "rrrrrrr"), Options{Width: 10}, "a 10-column field prints at most 6", ""},
		{"high", tall(t, 17, 33), Options{}, "33 pixels high", ""},
		{"colours", sprite(t, "rgbw"), Options{}, "4 colours", ""},
		{"blank row", sprite(t, "r", ".", "g"), Options{}, "row 1", ""},
		{"odd on even", sprite(t, "rgb"), Options{Width: 10}, "a field of 10 columns prints only multiples of 2 pixels, not 3", "--fix-parity leaves out 1 or adds 1"},
		{"5 on 12 columns", sprite(t, "rgbrr"), Options{Width: 12}, "a field of 12 columns prints only multiples of 4 pixels, not 5", "--fix-parity leaves out 1 or adds 3"},
		{"odd rows on even", sprite(t, "rgb", "rrr"), Options{Width: 10}, "row 1 from the top: its 3 pixels don't divide", "odd width"},
		{"small field", sprite(t, "r"), Options{Width: 4, Height: 10}, "prints at most 0", ""},
	}
	for _, test := range tests {
		test.opts.Method = RealTime
		_, _, err := Convert(t.Context(), test.sprite, &test.opts)
		var hinted interface{ Hint() string }
		if !errors.Is(err, sprites.ErrRefused) || !errors.As(err, &hinted) || !strings.Contains(err.Error(), test.want) || !strings.Contains(hinted.Hint(), test.hint) {
			t.Errorf("%s: got %v (%T), want %q and %q", test.name, err, hinted, test.want, test.hint)
		}
	}
}

// What no game can end with is refused for every method.
func TestCheckCells(t *testing.T) {
	var full *FullRowError
	if err := checkCells(sprite(t, "r..r", "rrrr"), 4); !errors.As(err, &full) || full.Row != 1 || full.Hint() == "" {
		t.Errorf("a full row: got %v", err)
	}
	if err := checkCells(sprite(t, "r..r", "rr.."), 4); err != nil {
		t.Errorf("4 pixels on 4 columns: got %v", err)
	}
}

// A row that has no room says how many rows the field needs, and with these it
// is printed.
func TestRoom(t *testing.T) {
	s := tall(t, 3, 6)
	c := &conversion{Options: Options{Width: 21, Height: 8, Progress: func(int, int) {}}, sprite: s}
	_, err := c.classic(t.Context())
	var row *RowError
	var room *search.RoomError
	if !errors.As(err, &row) || !errors.As(err, &room) || row.Row != 4 {
		t.Fatalf("8 rows: got %v, want an error for row 4", err)
	}
	want := fmt.Sprintf("a field of %d rows has room for it", 8+room.Needed-room.Available)
	if row.Hint() != want || !errors.Is(err, sprites.ErrRefused) {
		t.Errorf("hint %q, want %q", row.Hint(), want)
	}
}

func TestOptions(t *testing.T) {
	s := sprite(t, "r")
	for _, opts := range []Options{{Method: "magic"}, {Width: 3}, {Height: 1000}, {Effort: 10}, {ColorsOn: "SZ"}} {
		if _, _, err := Convert(t.Context(), s, &opts); err == nil {
			t.Errorf("%+v: no error", opts)
		}
	}
	for _, m := range Methods() {
		if got, err := ParseMethod(string(m)); err != nil || got != m {
			t.Errorf("%s is read as %s, %v", m, got, err)
		}
	}
	if _, err := ParseMethod(""); err == nil || !strings.Contains(err.Error(), "dense, realtime, table") {
		t.Errorf("no method: got %v", err)
	}
}

func TestProgress(t *testing.T) {
	last := 0
	opts := &Options{Method: RealTime, Progress: func(done, total int) {
		if last++; done != last || total != 20 {
			t.Errorf("%d of %d after %d", done, total, last-1)
		}
	}}
	if _, _, err := Convert(t.Context(), tall(t, 5, 20), opts); err != nil || last != 20 {
		t.Errorf("%v after %d rows", err, last)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opts := &Options{Method: RealTime, Progress: func(done, total int) { cancel() }}
	if _, _, err := Convert(ctx, tall(t, 17, 32), opts); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// A plan that doesn't print the sprite never gets out.
func TestInternalError(t *testing.T) {
	p, _, err := Convert(t.Context(), sprite(t, "rg", "gr"), &Options{Method: RealTime})
	if err != nil {
		t.Fatal(err)
	}
	c := &conversion{sprite: sprite(t, "rg", "rr")}
	var internal *InternalError
	var diff *plan.DiffError
	if err := c.verify(p); !errors.As(err, &internal) || !errors.As(err, &diff) || diff.Row != 0 {
		t.Errorf("got %v", err)
	}
}
