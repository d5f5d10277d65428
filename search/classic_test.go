package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// randomRow makes a row of pixels as dense as one in chance, in the given number
// of columns.
func randomRow(rng *rand.Rand, width, chance int) []tetris.Tetromino {
	kinds := []tetris.Tetromino{tetris.J, tetris.T, tetris.L}
	row := make([]tetris.Tetromino, width)
	last := kinds[rng.IntN(3)]
	for x := 2; x < width-2; x++ {
		if rng.IntN(2) == 0 { // otherwise the colour goes on
			last = kinds[rng.IntN(3)]
		}
		if rng.IntN(chance) == 0 {
			row[x] = last
		}
	}
	row[2+rng.IntN(width-4)] = last
	return row
}

// replay drops the blocks on a field whose lowest row is below, if that is not
// nil, and returns the field.
func replay(t *testing.T, row *Row, printed *Printed) *tetris.Field {
	t.Helper()
	drawing := ""
	for x := range row.Pixels {
		if row.Below != nil && row.Below[x] {
			drawing += "I"
		} else {
			drawing += "."
		}
	}
	height := row.Room + 1
	if row.Below != nil {
		height++
	}
	f, err := tetris.ParseField(height, drawing)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range printed.Blocks {
		for i, piece := range block {
			if _, err := f.Drop(piece.Drop); err != nil {
				t.Fatalf("piece %d: %v\n%v", i, err, f)
			}
		}
	}
	return f
}

// printedAs reports whether the field holds the row, and below it what was there.
func printedAs(f *tetris.Field, row *Row) bool {
	y := 0
	if row.Below != nil {
		y = 1
	}
	for x, t := range row.Pixels {
		if f.At(x, y) != t || y == 1 && (f.At(x, 0) == tetris.I) != row.Below[x] {
			return false
		}
	}
	return f.StackHeight() == y+1
}

// Rows of every density are printed in the 10 rows that a sprite of 32 rows
// leaves, on the floor and on other rows, with a platform where it is needed.
func TestPrint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	platforms := 0
	for i := range 120 {
		row := &Row{Pixels: randomRow(rng, 21, 1+i%5), Room: 10}
		if i%3 > 0 {
			row.Below = make([]bool, 21)
			for x, k := range randomRow(rng, 21, 1+i%7) {
				row.Below[x] = k != tetris.None
			}
		}
		for _, c := range []Classic{{}, {RealTime: true, Seed: uint64(i)}} {
			printed, err := c.Print(t.Context(), row)
			if err != nil {
				t.Errorf("%v on %v: %v", row.Pixels, row.Below, err)
				continue
			}
			if printed.Platform {
				platforms++
			}
			if f := replay(t, row, printed); !printedAs(f, row) || printed.Platform == row.supported() {
				t.Errorf("%v on %v, platform %v: got\n%v", row.Pixels, row.Below, printed.Platform, f)
			}
		}
	}
	if platforms < 40 {
		t.Errorf("only %d platforms", platforms)
	}
}

// A field with less and less room above the row: it is printed or refused, and
// how much room is needed is true.
func TestPrintWithLittleRoom(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 8 {
		row := &Row{Pixels: randomRow(rng, 21, 1+i%4)}
		if i%2 > 0 {
			row.Below = make([]bool, 21)
			row.Below[2+rng.IntN(17)] = true
		}
		c := Classic{RealTime: i%4 < 2}
		for row.Room = 0; ; row.Room++ {
			printed, err := c.Print(t.Context(), row)
			var room *RoomError
			if errors.As(err, &room) {
				if room.Available != row.Room || room.Needed <= row.Room || room.Needed > 10 {
					t.Errorf("%v, room %d: %v", row.Pixels, row.Room, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%v, room %d: %v", row.Pixels, row.Room, err)
			}
			if f := replay(t, row, printed); !printedAs(f, row) {
				t.Errorf("%v, room %d: got\n%v", row.Pixels, row.Room, f)
			}
			if row.Room == 12 {
				break
			}
		}
	}
}

// On even widths not every number of pixels can be emitted at once, nor printed
// at all.
func TestPrintOnOtherWidths(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, width := range []int{9, 10, 11, 13, 14, 16, 20, 24, 40} {
		done, refused := 0, 0
		for i := range 16 {
			row := &Row{Pixels: randomRow(rng, width, 1+i%3), Room: 20}
			if i%2 > 0 {
				row.Below = make([]bool, width)
				row.Below[2+rng.IntN(width-4)] = true
			}
			c := Classic{RealTime: i%4 < 2}
			printed, err := c.Print(t.Context(), row)
			var pass *PassError
			if errors.As(err, &pass) {
				refused++
				continue
			}
			if err != nil {
				t.Errorf("%v: %v", row.Pixels, err)
				continue
			}
			done++
			if f := replay(t, row, printed); !printedAs(f, row) {
				t.Errorf("%v: got\n%v", row.Pixels, f)
			}
		}
		if width%2 == 1 && refused > 0 || done == 0 {
			t.Errorf("%d columns: %d rows printed, %d refused", width, done, refused)
		}
	}
}

// In fields too narrow for tables, rows are printed or refused.
func TestPrintOnNarrowFields(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for width := 5; width <= 8; width++ {
		printedRows := 0
		for i := range 12 {
			row := &Row{Pixels: randomRow(rng, width, 1+i%2), Room: 25}
			if i%3 == 0 {
				row.Below = make([]bool, width)
				row.Below[2] = true
			}
			printed, err := (&Classic{RealTime: i%2 == 0}).Print(t.Context(), row)
			var pass *PassError
			if err != nil {
				if !errors.As(err, &pass) && !notFound(err) {
					t.Errorf("%d columns, %v: %v", width, row.Pixels, err)
				}
				continue
			}
			printedRows++
			if f := replay(t, row, printed); !printedAs(f, row) {
				t.Errorf("%d columns, %v: got\n%v", width, row.Pixels, f)
			}
		}
		if printedRows == 0 || width%2 == 1 && printedRows < 12 {
			t.Errorf("%d columns: %d rows of 12 printed", width, printedRows)
		}
	}
}

// A pass that the greedy choice would leave half of is put together otherwise.
func TestSmallPasses(t *testing.T) {
	row := &Row{Pixels: make([]tetris.Tetromino, 14), Room: 20}
	// From the left, T3 and T6 and T9 would be taken and one taken back; then
	// T9 and T10 would be left.
	for _, x := range []int{3, 6, 9, 10} {
		row.Pixels[x] = tetris.T
	}
	printed, err := (&Classic{}).Print(t.Context(), row)
	if err != nil {
		t.Fatal(err)
	}
	if f := replay(t, row, printed); !printedAs(f, row) || printed.Passes != 2 {
		t.Errorf("%d passes, got\n%v", printed.Passes, f)
	}
}

func TestGroup(t *testing.T) {
	row := func(columns ...int) (list []pixel) {
		for _, x := range columns {
			list = append(list, pixel{x, tetris.T})
		}
		return list
	}
	tests := []struct {
		pixels []pixel
		size   int
		want   bool
	}{
		{row(3, 6, 9, 10), 2, true},
		{row(3, 4), 2, false},
		{row(3, 4, 5), 2, false},
		{row(3, 4, 5, 8), 2, false},
		{row(3, 4, 7, 8), 2, true},
		{row(3, 4, 5, 6, 7, 8), 2, true},
		{row(3, 6, 9, 12), 4, true},
		{row(3, 5, 9, 12), 4, false},
		{nil, 4, true},
	}
	for _, test := range tests {
		passes, ok := group(test.pixels, test.size)
		seen := 0
		for _, pass := range passes {
			for i, p := range pass {
				seen++
				if i > 0 && p.triple() < pass[i-1].triple()+3 || len(pass) != test.size {
					t.Errorf("%v: pass %v", test.pixels, pass)
				}
			}
		}
		if ok != test.want || ok && seen != len(test.pixels) {
			t.Errorf("%v in passes of %d: %v, %v; want %v", test.pixels, test.size, passes, ok, test.want)
		}
	}
}

func TestPrintAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var rows []*Row
	for i := range 24 {
		rows = append(rows, &Row{Pixels: randomRow(rng, 21, 1+i%3), Room: 20})
	}
	c := Classic{RealTime: true}
	var want []*Printed
	for jobs := 1; jobs < 9; jobs += 3 {
		last := 0
		got, err := c.PrintAll(t.Context(), rows, jobs, func(count int) {
			if last++; count != last {
				t.Errorf("%d jobs: %d rows done after %d", jobs, count, last-1)
			}
		})
		if err != nil || last != len(rows) {
			t.Fatalf("%d jobs: %v after %d rows", jobs, err, last)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d jobs give other drops than 1", jobs)
		}
	}
	rows[7].Room, rows[9].Room, rows[20].Room = 1, 1, 1
	_, err := c.PrintAll(t.Context(), rows, 8, nil)
	var row *RowError
	if !errors.As(err, &row) || row.Index != 7 {
		t.Errorf("rows 7, 9 and 20 have no room: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.PrintAll(ctx, rows, 8, nil); err != context.Canceled {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestPrintPanics(t *testing.T) {
	edge := make([]tetris.Tetromino, 21)
	edge[1] = tetris.J
	other := make([]tetris.Tetromino, 21)
	other[5] = tetris.O
	good := make([]tetris.Tetromino, 21)
	good[5] = tetris.J
	for name, row := range map[string]*Row{
		"no pixels":       {Pixels: make([]tetris.Tetromino, 21)},
		"at the edge":     {Pixels: edge},
		"other tetromino": {Pixels: other},
		"nothing below":   {Pixels: good, Below: make([]bool, 21)},
		"other width":     {Pixels: good, Below: []bool{true, true, true, true}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			(&Classic{}).Print(t.Context(), row)
		}()
	}
}
