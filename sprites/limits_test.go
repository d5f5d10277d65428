package sprites

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

var classic = ClassicLimits(21, 42)

func TestClassicLimits(t *testing.T) {
	for _, test := range []struct {
		width, height             int
		maxWidth, maxHeight, most int
	}{
		{21, 42, 17, 32, 3},
		{10, 22, 6, 12, 3},
		{4, 4, 0, 0, 3},
	} {
		l := ClassicLimits(test.width, test.height)
		if l.MaxWidth != test.maxWidth || l.MaxHeight != test.maxHeight || l.MaxColors != test.most {
			t.Errorf("ClassicLimits(%d, %d) = %+v, want %dx%d, %d colours",
				test.width, test.height, l, test.maxWidth, test.maxHeight, test.most)
		}
	}
}

// block returns a full rectangle of one colour.
func block(t *testing.T, width, height int) *Sprite {
	return mustParse(t, "r=dc2828\n"+strings.Repeat(strings.Repeat("r", width)+"\n", height))
}

func TestCheck(t *testing.T) {
	none := Limits{MaxWidth: math.MaxInt, MaxHeight: math.MaxInt, MaxColors: math.MaxInt}
	unnamed := Limits{MaxWidth: 2, MaxHeight: 3, MaxColors: 1}
	for _, test := range []struct {
		name   string
		limits Limits
		sprite *Sprite
		want   string // "" if it passes
	}{
		{"as large as it gets", classic, block(t, 17, 32), ""},
		{"18 wide", classic, block(t, 18, 1), "drawing is 18 pixels wide, a 21-column field prints at most 17"},
		{"33 high", classic, block(t, 1, 33), "drawing is 33 pixels high, a 42-row field prints at most 32"},
		{"both: the width first", classic, block(t, 18, 33), "drawing is 18 pixels wide, a 21-column field prints at most 17"},
		{"other field", ClassicLimits(18, 80), block(t, 15, 1), "drawing is 15 pixels wide, an 18-column field prints at most 14"},
		{"no field named", unnamed, block(t, 3, 1), "drawing is 3 pixels wide, at most 2 can be printed"},
		{"no field named, high", unnamed, block(t, 1, 4), "drawing is 4 pixels high, at most 3 can be printed"},
		{"too small a field", ClassicLimits(4, 42), block(t, 1, 1), "drawing is 1 pixel wide, a 4-column field prints at most 0"},
		{"zero limits", Limits{}, block(t, 1, 1), "drawing is 1 pixel wide, at most 0 can be printed"},
		{"no limits", none, block(t, 300, 1), ""},
		{"blank row, counted in the file", none, mustParse(t, "r=dc2828\n.\nr\n.\nr\n"),
			"drawing has a blank row between filled ones: row 2 from the top has 0 pixels, every row needs at least 1"},
		{"three colours", classic, sample(t), ""},
		{"one too many", narrow(4, 2), sample(t),
			"drawing has 3 colours, at most 2 can be printed: #dc2828 4 times, first at (2, 1); #28b43c 4 times, first at (2, 2); #283cc8 once, at (5, 2)"},
		{"a near twin", classic, mustParse(t, "r=dc2828 s=dc2b28 g=28b43c b=283cc8\n.rsrr\nggbbb\n"),
			"drawing has 4 colours, at most 3 can be printed: #dc2828 3 times, first at (1, 0); #283cc8 3 times, first at (2, 1); #28b43c 2 times, first at (0, 1); #dc2b28 once, at (2, 0), near twin of #dc2828"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.limits.Check(test.sprite)
			if test.want != "" {
				checkRefusal(t, err, test.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// narrow returns limits that only the width and the colours reach.
func narrow(width, colors int) Limits {
	return Limits{MaxWidth: width, MaxHeight: 99, MaxColors: colors}
}

// TestErrorsCarryNumbers holds that a caller gets at what the message says.
func TestErrorsCarryNumbers(t *testing.T) {
	var limit *LimitError
	err := fmt.Errorf("wrapped: %w", classic.Check(block(t, 1, 33)))
	if !errors.As(err, &limit) || *limit != (LimitError{"drawing", "height", 33, 32, 42, image.Pt(21, 43), 1}) {
		t.Errorf("got %+v", limit)
	}
	var blank *BlankRowError
	err = classic.Check(mustParse(t, "r=dc2828\nr\n.\n.\nr\n"))
	if !errors.As(err, &blank) || *blank != (BlankRowError{"drawing", 1, image.Rect(0, 0, 1, 1)}) {
		t.Errorf("got %+v", blank)
	}
	var colors *ColorsError
	err = narrow(9, 2).Check(sample(t))
	if !errors.As(err, &colors) || colors.Limit != 2 || colors.Format != "text" || len(colors.Colors) != 3 {
		t.Fatalf("got %+v", colors)
	}
	if got, want := colors.Colors[2], (Color{color.NRGBA{0x28, 0x3c, 0xc8, 255}, 1, image.Pt(5, 2)}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestManyColors holds that the message stays one line and names the commonest.
func TestManyColors(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for y := range 16 {
		for x := range 16 {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x * y), 0, 0, 255})
		}
	}
	s, err := FromImage(m, "many.png", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := classic.Check(s).Error()
	if !strings.HasPrefix(got, "many.png has 90 colours, at most 3 can be printed: #000000 31 times, first at (0, 0); ") ||
		!strings.HasSuffix(got, "; and 82 more") || strings.Contains(got, "\n") {
		t.Errorf("got %s", got)
	}
}

func TestHints(t *testing.T) {
	colors := []Color{{NRGBA: color.NRGBA{R: 200, A: 255}, Count: 2}, {NRGBA: color.NRGBA{G: 200, A: 255}, Count: 1}}
	twins := []Color{colors[0], {NRGBA: color.NRGBA{R: 203, A: 255}, Count: 1}}
	for _, test := range []struct {
		err  interface{ Hint() string }
		want string
	}{
		{&LimitError{Limit: 17}, "shrink it with --fit, or cut a part out with --crop x,y,w,h or --tile 16x16"},
		{&LimitError{Limit: 17, Enough: image.Pt(23, 46)}, "or take a larger field with --field 23x46"},
		{&LimitError{Limit: 17, Enough: image.Pt(23, 46), Scale: 8}, "each of its pixels is enlarged to 8x8: --unscale"},
		{&LimitError{Limit: 0}, "too small for any sprite: take a larger one with --field"},
		{&BlankRowError{}, "--crop x,y,w,h"},
		{&BlankRowError{Band: image.Rect(1, 2, 11, 22)}, "--crop 1,2,10,20 cuts out"},
		{&ColorsError{Colors: colors, Limit: 1}, "--colors 1 reduces"},
		{&ColorsError{Colors: twins, Limit: 1}, "--merge-within 8 joins the near twins, --colors 1 reduces"},
		{&ColorsError{Colors: twins, Limit: 1, Format: "JPEG"}, "JPEG smears colours: --colors 1 reduces"},
		{&ColorsError{Colors: twins, Limit: 0}, "no colour at all"},
		{&AlphaError{}, "--alpha-threshold 128 "},
		{&EmptyError{Filled: -1}, "check the layers"},
		{&EmptyError{Filled: 3}, "--frame 3 "},
		{&EmptyError{Filled: -1, MaxAlpha: 90}, "--alpha-threshold 46 "},
		{&FrameError{Frame: 7, Frames: 5}, "--frame 4 is the last"},
		{&FrameError{Frame: 1, Frames: 1}, "leave --frame out"},
		{&UnknownError{}, "heart"},
	} {
		if got := test.err.Hint(); !strings.Contains(got, test.want) {
			t.Errorf("%T: hint %q, want %q in it", test.err, got, test.want)
		}
	}
}

// TestEnough holds that a sprite passes the limits of the field that the
// refusal offers.
func TestEnough(t *testing.T) {
	for _, size := range []image.Point{{18, 1}, {1, 33}, {40, 90}, {316, 502}} {
		s := block(t, size.X, size.Y)
		var limit *LimitError
		if !errors.As(classic.Check(s), &limit) {
			t.Fatalf("%v is accepted", size)
		}
		if err := ClassicLimits(limit.Enough.X, limit.Enough.Y).Check(s); err != nil {
			t.Errorf("%v on the field it is offered: %v", size, err)
		}
	}
	var limit *LimitError
	if errors.As(classic.Check(block(t, 317, 1)), &limit); limit.Enough != (image.Point{}) {
		t.Errorf("317 wide: offered %v, no field is as large", limit.Enough)
	}
	if maxFieldWidth != tetris.MaxWidth || maxFieldHeight != tetris.MaxHeight {
		t.Errorf("the greatest field is %dx%d, not %dx%d", tetris.MaxWidth, tetris.MaxHeight, maxFieldWidth, maxFieldHeight)
	}
}

// TestBand holds that the part a refusal of a blank row offers passes.
func TestBand(t *testing.T) {
	for _, test := range []struct {
		rows string
		want image.Rectangle
	}{
		{".r.\n...\nrr.\nr..\n...\n..r\n", image.Rect(0, 2, 3, 4)},
		{".rr\n.r.\n...\n..r\n", image.Rect(1, 0, 3, 2)},
		{"r\n.\nr\n", image.Rect(0, 0, 1, 1)},
	} {
		m := mustParse(t, "r=dc2828\n"+test.rows)
		var blank *BlankRowError
		if !errors.As(classic.Check(m), &blank) {
			t.Fatalf("accepted:\n%s", test.rows)
		}
		if blank.Band != test.want {
			t.Errorf("got %v, want %v in\n%s", blank.Band, test.want, test.rows)
		}
	}
}
