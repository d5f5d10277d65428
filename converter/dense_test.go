package converter

import (
	"context"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// densely converts s by the dense method; Convert itself proves the plan.
func densely(t *testing.T, s *sprites.Sprite, opts Options) (*plan.Plan, *Report) {
	t.Helper()
	opts.Method, opts.Seed = Dense, 1
	p, r, err := Convert(t.Context(), s, &opts)
	if err != nil {
		t.Fatalf("%s, %+v: %v", s.Name(), opts, err)
	}
	if 4*r.Pieces != r.Pixels+r.Width*r.Lines {
		t.Errorf("%s: %d pieces, %d pixels and %d lines don't add up", s.Name(), r.Pieces, r.Pixels, r.Lines)
	}
	return p, r
}

func TestDenseBuiltinSprites(t *testing.T) {
	for _, s := range few(builtins(t)) {
		p, r := densely(t, s, Options{Effort: 1})
		_, classic, err := Convert(t.Context(), s, &Options{Method: RealTime, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Method != Dense || 2*r.Pieces > classic.Pieces {
			t.Errorf("%s: %d pieces by method %s, %d by the classic one", s.Name(), r.Pieces, r.Method, classic.Pieces)
		}
		if p.Notes[0] != "colors-on free" {
			t.Errorf("%s: notes %q", s.Name(), p.Notes)
		}
	}
}

// A program that shares no code with this one judges the dense plans too.
func TestDenseCorpus(t *testing.T) {
	judge := newJudge(t)
	for _, on := range []ColorsOn{OnJTL, OnFree} {
		pieces := 0
		for _, s := range few(corpus(t)) {
			p, r := densely(t, s, Options{ColorsOn: on, Effort: 1})
			judge.agrees(t, s, p, r)
			pieces += r.Pieces
		}
		t.Logf("colours on %s: %d pieces", on, pieces)
	}
}

func TestDenseTiling(t *testing.T) {
	if _, r := densely(t, sprite(t, "rrrr", "rggr", "rggr", "rrrr"), Options{}); r.Lines != 0 || r.Pieces != 4 {
		t.Errorf("%d pieces and %d lines, want 4 and 0", r.Pieces, r.Lines)
	}
}

// The classic colours stay on J, T and L; a map decides for all seven.
func TestDenseCarriers(t *testing.T) {
	s := sprite(t, "rgb.", "bgrr")
	p, _ := densely(t, s, Options{ColorsOn: OnJTL, Effort: 1})
	for k, want := range map[tetris.Tetromino]rune{tetris.J: 'r', tetris.T: 'g', tetris.L: 'b'} {
		if p.Palette[k] != colors[want] {
			t.Errorf("%v has %v, want %v", k, p.Palette[k], colors[want])
		}
	}
	if p.Palette.Colors() != 3 {
		t.Errorf("%d tetrominoes have a colour, want 3", p.Palette.Colors())
	}
	fixed := []Carrying{
		{colors['r'], []tetris.Tetromino{tetris.S, tetris.I}},
		{colors['g'], []tetris.Tetromino{tetris.Z}},
		{colors['b'], []tetris.Tetromino{tetris.J, tetris.O}},
		{colors['w'], []tetris.Tetromino{tetris.T}},
	}
	p, _ = densely(t, s, Options{Map: fixed, Effort: 1})
	for _, m := range fixed {
		for _, k := range m.Tetrominoes {
			if p.Palette[k] != m.Color {
				t.Errorf("%v has %v, want %v", k, p.Palette[k], m.Color)
			}
		}
	}
}

func TestDenseRefusals(t *testing.T) {
	red := func(ks ...tetris.Tetromino) []Carrying { return []Carrying{{colors['r'], ks}} }
	tests := []struct {
		name   string
		sprite *sprites.Sprite
		opts   Options
		want   string
	}{
		{"wide", sprite(t, strings.Repeat("r", 22)), Options{}, "22 pixels wide"},
		{"high", tall(t, 3, 38), Options{}, "38 pixels high"},
		{"a full row", sprite(t, strings.Repeat("r", 21)), Options{}, "full row"},
		{"odd on 10 columns", sprite(t, "rgb"), Options{Width: 10}, "2 pixels, not 3"},
		{"four colours on J, T, L", sprite(t, "rgbw"), Options{ColorsOn: OnJTL}, "4 colours"},
		{"not in the map", sprite(t, "rg"), Options{Map: red(tetris.J)}, "no tetromino carries"},
		{"twice in the map", sprite(t, "rg"), Options{Map: append(red(tetris.J), Carrying{colors['g'], []tetris.Tetromino{tetris.J}})}, "J has two colours"},
		{"a lone pixel on O", sprite(t, "r.rr"), Options{Map: red(tetris.O)}, "an O leaves pairs"},
		{"a lone pixel on T where cells come in fours", sprite(t, "g.", ".r", "gg"), Options{Width: 12, Map: append(red(tetris.T), Carrying{colors['g'], []tetris.Tetromino{tetris.J}})}, "only I, J or L"},
	}
	for _, test := range tests {
		_, _, err := Convert(t.Context(), test.sprite, &test.opts)
		var hinted interface{ Hint() string }
		if !errors.Is(err, sprites.ErrRefused) || !strings.Contains(err.Error(), test.want) || !errors.As(err, &hinted) || hinted.Hint() == "" {
			t.Errorf("%s: got %v, want a refusal with %q and a hint", test.name, err, test.want)
		}
	}
}

// To have found nothing proves nothing: it is no refusal.
func TestNoPlanIsNoRefusal(t *testing.T) {
	c := &conversion{Options: Options{Width: 21, Height: 42}, sprite: sprite(t, "r")}
	if err := c.printError(dense.ErrNoPlan); errors.Is(err, sprites.ErrRefused) || !errors.Is(err, dense.ErrNoPlan) {
		t.Errorf("got %v", err)
	}
}

func TestDenseSamePlanForAnyJobs(t *testing.T) {
	s := sprite(t, "rgb.rg", "bb.rrg", "r.gg.b")
	p, r := densely(t, s, Options{Jobs: 1, Effort: 2})
	q, r8 := densely(t, s, Options{Jobs: 8, Effort: 2})
	if p.String() != q.String() || *r != *r8 {
		t.Errorf("8 jobs give another plan:\n%s\nthan 1:\n%s", q, p)
	}
}

// Rounds can end a search, and so can the context: then there is the plan so far.
func TestDenseEndsEarly(t *testing.T) {
	s := sprite(t, "rgb.rg", "bb.rrg", "r.gg.b")
	rounds := 0
	_, r := densely(t, s, Options{Effort: 9, Round: func(q Round) bool { rounds++; return q.Pieces == 0 }})
	if r.Rounds != rounds || r.Cut {
		t.Errorf("%d rounds reported, %d seen, cut %v", r.Rounds, rounds, r.Cut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, r, err := Convert(ctx, s, &Options{Effort: 9, Round: func(q Round) bool {
		if q.Pieces > 0 {
			cancel()
		}
		return true
	}})
	if err != nil || !r.Cut {
		t.Errorf("cancelled with a plan: got %v, report %+v", err, r)
	}
	if _, _, err := Convert(ctx, s, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled without a plan: got %v", err)
	}
}

func TestParseCarrying(t *testing.T) {
	m, err := ParseCarrying("#d82800=J,I")
	if err != nil || sprites.FormatColor(m.Color) != "#d82800" || len(m.Tetrominoes) != 2 || m.Tetrominoes[1] != tetris.I {
		t.Errorf("got %v, %v", m, err)
	}
	for _, text := range []string{"", "#d82800", "#d82800=", "#d82800=X", "#d82800=JI", "red=J", "#d82800=J,"} {
		if _, err := ParseCarrying(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// The field that a hint names exists, beside the widest too.
func TestHintNamesAField(t *testing.T) {
	for width, want := range map[int]string{12: "--field 13x42", tetris.MaxWidth: fmt.Sprintf("--field %dx42", tetris.MaxWidth-1)} {
		for _, err := range []error{dense.ErrNoPlan, &dense.LoneError{Width: width, Colors: 4}} {
			c := &conversion{Options: Options{Width: width, Height: 42}, sprite: sprite(t, "r")}
			var e *PrintError
			if !errors.As(c.printError(err), &e) || !strings.Contains(e.Hint(), want) {
				t.Errorf("%d columns: got the hint %q, want %q", width, e.Hint(), want)
			}
		}
	}
}

// Where there is little room above the picture, more of it is what helps.
func TestHintNamesRoom(t *testing.T) {
	for height, want := range map[int]string{10: "--field 21x11", 11: "another --seed", tetris.MaxHeight: "another --seed"} {
		c := &conversion{Options: Options{Width: 21, Height: height}, sprite: sprite(t, "r")}
		var e *PrintError
		if !errors.As(c.printError(dense.ErrNoPlan), &e) || !strings.Contains(e.Hint(), want) {
			t.Errorf("%d rows: got the hint %q, want %q", height, e.Hint(), want)
		}
	}
}

// What the dense method prints well lies within what it prints.
func TestFitOfDense(t *testing.T) {
	for _, size := range []image.Point{{4, 4}, {8, 7}, {21, 42}, {tetris.MaxWidth, tetris.MaxHeight}} {
		l := Dense.Limits(size.X, size.Y)
		if fit := l.Fit(); fit.X > l.MaxWidth || fit.Y > l.MaxHeight || fit.X >= size.X || l.FitColors > l.MaxColors {
			t.Errorf("a field of %v fits %v and %d colours, of %dx%d and %d", size, fit, l.FitColors, l.MaxWidth, l.MaxHeight, l.MaxColors)
		}
	}
}
