package dense

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// oddWidths returns the odd widths from 9 up to 32, with -short some of them.
func oddWidths() (widths []int) {
	by := 2
	if testing.Short() {
		by = 8
	}
	for width := 9; width <= 32; width += by {
		widths = append(widths, width)
	}
	return widths
}

// On fields of odd width a T leaves a single pixel in any column, a J and an L in any but
// two at a wall, standing on nothing but the piece with the pixel, and without a cell
// beside the pixel, where others of the row may stand.
func TestEmitters(t *testing.T) {
	for _, width := range oddWidths() {
		tables := newVoidTables(width)
		for column := range width {
			for k, may := range map[tetris.Tetromino]bool{tetris.T: true, tetris.J: column > 1, tetris.L: column < width-2} {
				if !may {
					continue
				}
				var carries [tetris.Tetrominoes + 1]uint8
				carries[k] = 1
				cells := [][]uint8{make([]uint8, width)}
				cells[0][column] = 1
				c := newCanvas(width, 42, cells, carries)
				a := printed(t, c, tables, func() *state {
					s := c.start()
					s.height = 1 // keeps the structures off the row
					return s
				})
				if a == nil {
					t.Errorf("width %d: no way found for %v to leave a pixel in column %d", width, k, column)
					continue
				}
				standsByTheRules(t, a, a.best)
			}
		}
	}
}

// printed returns an attempt with a plan that goes on from a state, or nil if as many tries
// as a part of a row gets find none.
func printed(t *testing.T, c *canvas, tables *voidTables, from func() *state) *attempt {
	for try := range partTries {
		s := from()
		a := newAttempt(c, s, tunings[try%len(tunings)], 1, uint64(try), tables)
		a.stays = s.floor > 0
		if a.print(t.Context(), groupSteps); a.best != nil {
			return a
		}
	}
	return nil
}

// The fourth colour belongs to I, S and Z. On fields of odd width they leave, in any column
// of the sprite and whatever column stands already, a pixel above a single one, one above a
// platform on a single one, and one beside a single one.
func TestFourthColor(t *testing.T) {
	for _, width := range oddWidths() {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			tables := newVoidTables(width)
			for stands := platformColumns; stands < width-platformColumns; stands++ {
				for column := platformColumns; column < width-platformColumns; column++ {
					for _, where := range []string{"above", "on a platform above", "beside"} {
						if where != "beside" || column != stands {
							checkFourthColor(t, width, stands, column, where, tables)
						}
					}
				}
			}
		})
	}
}

func checkFourthColor(t *testing.T, width, stands, column int, where string, tables *voidTables) {
	field, c, from := fourthColor(t, width, stands, column, where, tables)
	a := printed(t, c, tables, from)
	if a == nil {
		t.Errorf("no way found to leave a pixel in column %d %s one in column %d", column, where, stands)
		return
	}
	standsAfter(t, field, a, a.best)
}

// fourthColor returns a field with one pixel, a canvas with a pixel of the second colour
// more, and the state to go on from.
func fourthColor(t *testing.T, width, stands, column int, where string, tables *voidTables) (*tetris.Field, *canvas, func() *state) {
	before, cells := [][]uint8{make([]uint8, width)}, [][]uint8{make([]uint8, width)}
	before[0][stands], cells[0][stands] = 1, 1
	if where != "beside" {
		before, cells = append(before, make([]uint8, width)), append(cells, make([]uint8, width))
	}
	cells[len(cells)-1][column] = 2
	c := newCanvas(width, 42, cells, [tetris.Tetrominoes + 1]uint8{tetris.T: 1, tetris.I: 2, tetris.S: 2, tetris.Z: 2})
	last := &state{}
	if where == "on a platform above" {
		a := newAttempt(c, c.goOn(last, before), defaultTuning, 1, 1, tables)
		if !a.raiseWith(a.layers[0][0], 0, 0) {
			t.Fatalf("width %d: no platform found on column %d", width, stands)
		}
		last = a.layers[platformRows][0]
	}
	field, err := tetris.ParseField(c.height, strings.Repeat(".", stands)+"T"+strings.Repeat(".", width-1-stands))
	if err != nil {
		t.Fatal(err)
	}
	return field, c, func() *state { return c.goOn(last, before) }
}

// A platform stands on a single pixel in any column, with its hole at the left wall, and
// the J that fills the hole takes it away.
func TestPlatforms(t *testing.T) {
	for _, width := range oddWidths() {
		tables := newVoidTables(width)
		for column := range width {
			cells := [][]uint8{make([]uint8, width), make([]uint8, width)}
			cells[0][column] = 1
			cells[1][width/2] = 1
			c := newCanvas(width, 42, cells, [tetris.Tetrominoes + 1]uint8{tetris.T: 1})
			a := newAttempt(c, c.goOn(&state{}, [][]uint8{cells[0], make([]uint8, width)}), defaultTuning, 1, 1, tables)
			if !a.raiseWith(a.layers[0][0], 0, 0) {
				t.Errorf("width %d: no platform found on column %d", width, column)
				continue
			}
			raised := a.layers[platformRows][0]
			for _, s := range []*state{raised, a.lower(raised)} {
				f, err := tetris.ParseField(c.height, strings.Repeat(".", column)+"T"+strings.Repeat(".", width-1-column))
				if err != nil {
					t.Fatal(err)
				}
				standsAfter(t, f, a, s)
			}
		}
	}
}

// The last resort prints what the rounds have left: any sprite of up to four colours on
// fields of odd width, and most others.
func TestByRows(t *testing.T) {
	tries := 120
	if testing.Short() {
		tries = 25
	}
	printed, failed := 0, 0
	for i := range tries {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		width, colors := 9+r.IntN(24), 1+r.IntN(5)
		certain := width%2 != 0 && colors <= 4
		cells := randomCells(r, width, width-2*platformColumns, 1+r.IntN(10), colors)
		p := &Problem{Width: width, Height: 42, Cells: cells, Carriers: free(colors)}
		if p.Check() != nil {
			continue
		}
		s := newSearcher(p, &Options{Seed: 1})
		s.round = s.rounds() + moreRounds
		got, err := s.search(t.Context())
		switch {
		case err == nil:
			printed++
			replay(t, p, got)
		case certain:
			t.Errorf("%v on a field %d wide for\n%s", err, width, drawing(cells))
		default:
			failed++
		}
	}
	if printed == 0 || failed > printed/20 {
		t.Errorf("%d printed, %d not", printed, failed)
	}
}

// The colour that none of J, T and L carries goes to I, S and Z as far as they may have it
// and no other colour needs them: on 12 columns T doesn't leave every single pixel.
func TestGather(t *testing.T) {
	const i, j, l, o, s, z, k = tetris.I, tetris.J, tetris.L, tetris.O, tetris.S, tetris.Z, tetris.T
	type carries = [tetris.Tetrominoes + 1]uint8
	fixed := free(4)
	fixed[tetris.Z] = []uint8{1}
	few := [tetris.Tetrominoes + 1][]uint8{k: {1}, i: {1, 4}, j: {2}, l: {3}, s: {4}}
	for _, c := range []struct {
		name      string
		width     int
		carriers  [tetris.Tetrominoes + 1][]uint8
		drawing   string
		have, get carries
	}{
		{"four colours", 21, free(4), "abcd", carries{j: 1, k: 2, l: 3, i: 4, s: 1, z: 2, o: 3}, carries{j: 1, k: 2, l: 3, i: 4, s: 4, z: 4, o: 3}},
		{"a Z of fixed colour", 21, fixed, "abcd", carries{j: 1, k: 2, l: 3, i: 2, s: 4, z: 1}, carries{j: 1, k: 2, l: 3, i: 4, s: 4, z: 1}},
		{"three colours", 21, free(3), "abc", carries{j: 1, k: 2, l: 3, i: 1, s: 2, z: 3}, carries{j: 1, k: 2, l: 3, i: 1, s: 2, z: 3}},
		{"an I that another colour needs", 12, few, "bcd a.. b..", carries{k: 1, i: 1, j: 2, l: 3, s: 4}, carries{k: 1, i: 1, j: 2, l: 3, s: 4}},
		{"the same where it doesn't", 13, few, "bcd a.. b..", carries{k: 1, i: 1, j: 2, l: 3, s: 4}, carries{k: 1, i: 4, j: 2, l: 3, s: 4}},
		{"five colours", 21, free(5), "abcde", carries{j: 1, k: 2, l: 3, i: 4, s: 5, z: 1}, carries{j: 1, k: 2, l: 3, i: 4, s: 5, z: 1}},
	} {
		p := &Problem{Width: c.width, Height: 42, Cells: cellsOf(t, c.drawing), Carriers: c.carriers}
		if newSearcher(p, &Options{}).gather(&c.have); c.have != c.get {
			t.Errorf("%s: the tetrominoes carry %v, want %v", c.name, c.have, c.get)
		}
	}
}

// Pixels that only an O leaves are printed in pairs.
func TestByRowsPairs(t *testing.T) {
	p := &Problem{Width: 13, Height: 42, Cells: cellsOf(t, "aa.bb.aab .bb.aa..b ..aabb.bb b.aa..b.b"), Carriers: [tetris.Tetrominoes + 1][]uint8{tetris.O: {1}, tetris.T: {2}}}
	s := newSearcher(p, &Options{})
	s.round = s.rounds() + moreRounds
	got, err := s.search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Cleared == 0 {
		t.Error("the picture was tiled: the test shows nothing")
	}
	replay(t, p, got)
}
