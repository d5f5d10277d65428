package tetris

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func parse(t *testing.T, height int, drawing string) *Field {
	t.Helper()
	f, err := ParseField(height, drawing)
	if err != nil {
		t.Fatalf("%s: %v", drawing, err)
	}
	return f
}

func TestDrop(t *testing.T) {
	tests := []struct {
		name   string
		before string
		drop   Drop
		row    int
		lines  []int
		after  string
	}{
		{"floor", "......", Drop{T, Spawn, 1}, 0, nil, "..T.../.TTT.."},
		{"lowest column decides", "J...../J.....", Drop{T, Reverse, 0}, 1, nil, "TTT.../JT..../J....."},
		{"over an overhang", "..LL../......", Drop{O, Spawn, 3}, 2, nil, "...OO./...OO./..LL../......"},
		{"one row", "JJJJ..", Drop{O, Spawn, 4}, 0, []int{0}, "....OO"},
		{"rows apart", "ZZZZ.Z/Z...../ZZZZ.Z", Drop{I, Right, 4}, 0, []int{0, 2}, "....I./Z...I."},
		{"four rows", "SSSSS./SSSSS./SSSSS./SSSSS.", Drop{I, Left, 5}, 0, []int{0, 1, 2, 3}, "......"},
		{"cells hang in the air", "TT..../T..TTT/.TTT.T/T..TTT", Drop{I, Spawn, 1}, 4, nil, ".IIII./TT..../T..TTT/.TTT.T/T..TTT"},
		{"above falls, below stays", "L...../LL..LL/L.....", Drop{O, Spawn, 2}, 0, []int{1}, "L...../L.OO.."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := parse(t, 12, pad(test.before))
			p, err := f.Drop(test.drop)
			if err != nil {
				t.Fatal(err)
			}
			if p.Row != test.row || !slices.Equal(slices.Collect(p.ClearedRows()), test.lines) || p.Lines() != len(test.lines) {
				t.Errorf("%v landed in row %d and cleared %v, want row %d and %v", test.drop, p.Row, slices.Collect(p.ClearedRows()), test.row, test.lines)
			}
			if want := parse(t, 12, pad(test.after)); !f.Equal(want) {
				t.Errorf("%v dropped on\n%s: got\n%swant\n%s", test.drop, pad(test.before), f, want)
			}
		})
	}
}

// pad turns the one-line drawings of the tables into rows six wide.
func pad(rows string) string {
	lines := strings.Split(rows, "/")
	for i, l := range lines {
		lines[i] = (l + "......")[:6]
	}
	return strings.Join(lines, "\n")
}

func TestTopOut(t *testing.T) {
	tests := []struct {
		name   string
		height int
		before string
		drop   Drop
		want   string // part of the error; "" for none
	}{
		{"a standing I fills four rows", 4, "......", Drop{I, Right, 0}, ""},
		{"lock above the top", 5, "I.....", Drop{I, Right, 0}, ""},
		{"lock above the top", 4, "I.....", Drop{I, Right, 0}, "lock above row 3"},
		{"no room to spawn", 5, "..SS../......", Drop{O, Spawn, 0}, ""},
		{"no room to spawn", 4, "..SS../....../......", Drop{O, Spawn, 0}, "no room at O0@2"},
		{"no room to turn", 5, ".L..../.L..../.L....", Drop{T, Left, 4}, ""},
		{"no room to turn", 5, "...L../...L../...L..", Drop{T, Left, 4}, "no room at TL@2"},
		{"a half turn passes the right state", 5, "..L.../..L.../..L...", Drop{T, Reverse, 3}, "no room at TR@2"},
		{"no room to shift", 5, "....J.", Drop{I, Right, 5}, ""},
		{"no room to shift", 5, "....J./....J.", Drop{I, Right, 5}, "no room at IR@4"},
	}
	for _, test := range tests {
		f := parse(t, test.height, pad(test.before))
		before := f.Clone()
		_, err := f.Drop(test.drop)
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v dropped on\n%s: %v, want no error", test.name, test.drop, before, err)
			}
			continue
		}
		if !errors.Is(err, ErrTopOut) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v dropped on\n%s: got %v, want top out with %q", test.name, test.drop, before, err, test.want)
		}
		if !f.Equal(before) {
			t.Errorf("%s: a failed drop changed the field to\n%s", test.name, f)
		}
	}
}

func TestRoute(t *testing.T) {
	var got []string
	for p := range (Drop{J, Reverse, 1}).Route(10, 20) {
		got = append(got, fmt.Sprintf("%v,%d", p.Drop, p.Row))
	}
	want := []string{"J0@3,18", "JR@4,17", "J2@3,18", "J2@2,18", "J2@1,18"}
	if !slices.Equal(got, want) {
		t.Errorf("route of J2@1: got %v, want %v", got, want)
	}
}

func TestReplay(t *testing.T) {
	f, _ := NewField(4, 8)
	drops := []Drop{{O, Spawn, 0}, {O, Spawn, 2}, {I, Spawn, 0}, {I, Spawn, 1}, {I, Spawn, 0}}
	var lines []int
	var last error
	for step, err := range Replay(f, slices.Values(drops)) {
		if last = err; err == nil {
			lines = append(lines, step.Lines())
		}
	}
	if want := []int{0, 2, 1}; !slices.Equal(lines, want) {
		t.Errorf("got cleared lines %v, want %v", lines, want)
	}
	if last == nil || !strings.Contains(last.Error(), "drop 3: I0@1 is outside the 4 columns") {
		t.Errorf("got error %v, want drop 3 outside the walls", last)
	}
}

// slowField is the twin of Field: a set of cells, moved one row at a time.
type slowField struct {
	width, height int
	cells         map[Cell]Tetromino
}

func (f *slowField) collides(p Piece) bool {
	for _, c := range p.Cells() {
		if c.X < 0 || c.X >= f.width || c.Y < 0 || f.cells[c] != None {
			return true
		}
	}
	return false
}

func (f *slowField) drop(d Drop) (lines int, ok bool) {
	for p := range d.Route(f.width, f.height) {
		if f.collides(p) {
			return 0, false
		}
	}
	p := Piece{d, f.height + 4}
	for !f.collides(Piece{d, p.Row - 1}) {
		p.Row--
	}
	if p.Row+d.Shape().Height > f.height {
		return 0, false
	}
	for _, c := range p.Cells() {
		f.cells[c] = d.Tetromino
	}
	for y := 0; y < f.height; y++ {
		for f.full(y) {
			f.remove(y)
			lines++
		}
	}
	return lines, true
}

func (f *slowField) full(y int) bool {
	for x := range f.width {
		if f.cells[Cell{x, y}] == None {
			return false
		}
	}
	return true
}

func (f *slowField) remove(y int) {
	next := map[Cell]Tetromino{}
	for c, t := range f.cells {
		switch {
		case c.Y > y:
			next[Cell{c.X, c.Y - 1}] = t
		case c.Y < y:
			next[c] = t
		}
	}
	f.cells = next
}

func (f *slowField) equal(g *Field) bool {
	for y := range f.height {
		for x := range f.width {
			if f.cells[Cell{x, y}] != g.At(x, y) {
				return false
			}
		}
	}
	return true
}

func randomDrop(r *rand.Rand, width int) Drop {
	for {
		d := Drop{Tetromino(1 + r.IntN(Tetrominoes)), Orientation(r.IntN(4)), r.IntN(width)}
		if d.Inside(width) {
			return d
		}
	}
}

func TestDropAgainstSlowTwin(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 30
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range games {
		width, height := MinSize+r.IntN(6), MinSize+r.IntN(12)
		f, _ := NewField(width, height)
		slow := &slowField{width, height, map[Cell]Tetromino{}}
		for range 60 {
			d := randomDrop(r, width)
			before := f.String()
			p, err := f.Drop(d)
			lines, ok := slow.drop(d)
			if ok != (err == nil) || p.Lines() != lines || !slow.equal(f) {
				t.Fatalf("%v on %dx%d\n%s: got %v, %d lines,\n%s\nslow twin: ok %v, %d lines", d, width, height, before, err, p.Lines(), f, ok, lines)
			}
			checkMeasures(t, f)
		}
	}
}

func checkMeasures(t *testing.T, f *Field) {
	t.Helper()
	g := parse(t, f.Height(), f.String())
	if !slices.Equal(f.profile, g.profile) || !slices.Equal(f.filled, g.filled) || f.top != g.top {
		t.Fatalf("\n%sgot profile %v, rows %v, top %d; want %v, %v, %d", f, f.profile, f.filled, f.top, g.profile, g.filled, g.top)
	}
}

// Two independent programs agree on how many fields 1, 2 and 3 drops of any
// pieces reach from the empty 10 by 20 field.
func TestReachableFields(t *testing.T) {
	wants := []int{162, 17351, 1598460}
	if testing.Short() {
		wants = wants[:2]
	}
	empty, _ := NewField(10, 20)
	level := map[[4]uint64]*Field{bits(empty): empty}
	for i, want := range wants {
		next := map[[4]uint64]*Field{}
		keep := i+1 < len(wants)
		for _, f := range level {
			reach(f, next, keep)
		}
		if len(next) != want {
			t.Errorf("%d drops reach %d fields, want %d", i+1, len(next), want)
		}
		level = next
	}
}

func reach(f *Field, next map[[4]uint64]*Field, keep bool) {
	g := f.Clone()
	for tm := I; tm <= L; tm++ {
		for o := range tm.Orientations() {
			for x := 0; x+tm.Shape(o).Width <= f.width; x++ {
				copy(g.cells, f.cells)
				copy(g.filled, f.filled)
				copy(g.profile, f.profile)
				g.top = f.top
				if _, err := g.Drop(Drop{tm, o, x}); err != nil {
					continue
				}
				key := bits(g)
				if _, seen := next[key]; seen {
					continue
				}
				next[key] = nil
				if keep {
					next[key] = g.Clone()
				}
			}
		}
	}
}

func bits(f *Field) (key [4]uint64) {
	for i, t := range f.cells {
		if t != None {
			key[i/64] |= 1 << (i % 64)
		}
	}
	return key
}

func TestFieldSizes(t *testing.T) {
	tests := []struct {
		width, height int
		want          string
	}{
		{4, 4, ""}, {256, 512, ""}, {MaxWidth, MaxHeight, ""},
		{3, 20, "3 columns"}, {MaxWidth + 1, 20, "321 columns"}, {10, 3, "3 rows"}, {10, 513, "513 rows"}, {-1, 4, "-1 columns"},
	}
	for _, test := range tests {
		_, err := NewField(test.width, test.height)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("NewField(%d, %d): got error %v, want %q", test.width, test.height, err, test.want)
		}
	}
}

func TestParseFieldErrors(t *testing.T) {
	for drawing, want := range map[string]string{
		"":                          "without rows",
		"....\n...":                 "row 0: 3 cells, want 4",
		"..A.":                      "'A' is no tetromino",
		".\n":                       "1 columns",
		strings.Repeat("....\n", 5): "5 rows for a field of 4",
	} {
		if _, err := ParseField(4, drawing); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", drawing, err, want)
		}
	}
}

func BenchmarkDrop(b *testing.B) {
	b.ReportAllocs()
	f, _ := NewField(21, 42)
	r := rand.New(rand.NewPCG(1, 0))
	drops := make([]Drop, 1<<12)
	for i := range drops {
		drops[i] = randomDrop(r, 21)
	}
	n := 0
	for b.Loop() {
		if _, err := f.Drop(drops[n%len(drops)]); err != nil {
			f, _ = NewField(21, 42)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "drops/s")
}
