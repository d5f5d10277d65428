package main

import (
	"context"
	"fmt"
	"image/color"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/search"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func TestWiden(t *testing.T) {
	for _, test := range []struct {
		from fieldSize
		err  error
		want fieldSize // zero: it doesn't help
	}{
		{fieldSize{11, 20}, fmt.Errorf("row 1: %w", &search.RoomError{Needed: 23, Available: 20}), fieldSize{11, 23}},
		{fieldSize{11, 20}, fmt.Errorf("sprite: %w", dense.ErrNoPlan), fieldSize{13, 25}},
		{fieldSize{tetris.MaxWidth - 1, 20}, dense.ErrNoPlan, fieldSize{}},
		{fieldSize{11, tetris.MaxHeight}, &search.RoomError{Needed: 23, Available: 20}, fieldSize{}},
		{fieldSize{11, 20}, context.Canceled, fieldSize{}},
		{fieldSize{11, 20}, &converter.FullRowError{}, fieldSize{}},
	} {
		p := &prepared{field: test.from}
		widened := p.widen(test.err)
		if want := test.want != (fieldSize{}); widened != want || want && p.field != test.want || !want && p.field != test.from {
			t.Errorf("%v after %v: got %v %v, want %v", &test.from, test.err, widened, &p.field, &test.want)
		}
	}
}

func TestNumbered(t *testing.T) {
	for _, test := range []struct {
		path    string
		n, last int
		want    string
	}{
		{"fox.plan", 3, 9, "fox-3.plan"},
		{"fox.plan", 3, 10, "fox-03.plan"},
		{"a.b/fox.sheet.png", 0, 120, "a.b/fox-000.sheet.png"},
		{"frames/", 7, 7, "frames-7/"},
		{"a.b/frames", 7, 7, "a.b/frames-7"},
	} {
		if got := numbered(test.path, test.n, test.last); got != test.want {
			t.Errorf("%s, %d of %d: got %s, want %s", test.path, test.n, test.last, got, test.want)
		}
	}
}

func TestMapped(t *testing.T) {
	red, rust, blue := color.NRGBA{220, 40, 40, 255}, color.NRGBA{183, 65, 14, 255}, color.NRGBA{40, 60, 200, 255}
	same := []prepare.Mapping{{From: red, To: red, Count: 3}, {From: blue, To: blue, Count: 1}}
	if got := mapped(same); got != "" {
		t.Errorf("nothing changed: got %q", got)
	}
	changed := append(same, prepare.Mapping{From: rust, To: red, Count: 2, Far: 1250})
	want := "3 colours became 2, the farthest step is from #b7410e to #dc2828, 12.5 % of that from black to white"
	if got := mapped(changed); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
