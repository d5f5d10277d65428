package patterns

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Every entry, dropped by the rules alone, leaves what it should.
func TestEmbedded(t *testing.T) {
	total := 0
	for n := range embeddedTables {
		table := Embedded(n)
		if err := table.Check(); err != nil {
			t.Errorf("%v: %v", table, err)
		}
		if len(table.Patterns) != table.Total() || table.Width != EmbeddedWidth || table.Squares != n {
			t.Errorf("%v: %d patterns, want %d", table, len(table.Patterns), table.Total())
		}
		text, err := EmbeddedText(n)
		if err != nil || string(text) != table.Text() {
			t.Errorf("%v: the file is not what is written (%v)", table, err)
		}
		total += len(table.Patterns)
	}
	if want := 1872 + 19; total != want {
		t.Errorf("%d patterns, want %d", total, want)
	}
	if Embedded(-1) != nil || Embedded(embeddedTables) != nil {
		t.Error("there are tables for too few or too many squares")
	}
}

// The heights and counts of the article; it counts 18 patterns of one square
// because it leaves out those at both walls.
func TestEmbeddedHeights(t *testing.T) {
	want := []map[int]int{ // rows: patterns
		{4: 19}, // platforms
		{3: 15, 7: 4},
		{2: 3, 6: 133},
		{5: 455},
		{4: 715},
		{3: 462},
		{2: 35, 6: 49},
		{1: 1},
	}
	for n, want := range want {
		got := make(map[int]int)
		for _, p := range Embedded(n).Patterns {
			got[p.Rows]++
			pieces := (p.Width*p.Rows + n) / 4
			if n == 0 {
				pieces-- // the last one
			}
			if len(p.Pieces) != pieces || p.Unproved {
				t.Errorf("%v: %d pieces, want %d; unproved: %v", &p, len(p.Pieces), pieces, p.Unproved)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d squares, rows -want +got:\n%s", n, diff)
		}
	}
}

func TestStats(t *testing.T) {
	want := []Stat{{Rows: 2, Pieces: 12, Patterns: 35, Proved: 35}, {Rows: 6, Pieces: 33, Patterns: 49, Proved: 49}}
	if diff := cmp.Diff(want, Embedded(6).Stats()); diff != "" {
		t.Errorf("6 squares, -want +got:\n%s", diff)
	}
	table := *Embedded(0)
	table.Patterns = slices.Clone(table.Patterns)
	table.Patterns[3].Unproved = true
	if diff := cmp.Diff([]Stat{{Rows: 4, Pieces: 21, Patterns: 19, Proved: 18}}, table.Stats()); diff != "" {
		t.Errorf("platforms, -want +got:\n%s", diff)
	}
}

// A sprite of 32 rows on a field of 42, its top row on a platform of 3: 7 rows
// are left above it.
func TestEmbeddedRoom(t *testing.T) {
	for n := range embeddedTables {
		for _, p := range Embedded(n).Patterns {
			if room, most := p.Room(), 6; room > most {
				t.Errorf("%v needs %d rows, want at most %d", &p, room, most)
			}
		}
	}
}

// The room a pattern says it needs is enough on a real field, and no field with
// less room than the pieces fill is.
func TestRoom(t *testing.T) {
	for n := 1; n < embeddedTables; n++ {
		for i := 0; i < len(Embedded(n).Patterns); i += 7 {
			p := &Embedded(n).Patterns[i]
			f, err := tetris.NewField(p.Width, 1+p.Room())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.drop(f, 0, p.Pieces); err != nil {
				t.Errorf("%v needs %d rows, but: %v", p, p.Room(), err)
			}
		}
	}
}

func TestEmit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	letters := []tetris.Tetromino{tetris.J, tetris.T, tetris.L}
	for n := 1; n < embeddedTables; n++ {
		for range 50 {
			patterns := Embedded(n).Patterns
			p := patterns[rng.IntN(len(patterns))]
			kinds := make([]tetris.Tetromino, n)
			want := make([]tetris.Tetromino, p.Width)
			for i := range kinds {
				kinds[i] = letters[rng.IntN(3)]
				under := map[tetris.Tetromino]int{tetris.J: 2, tetris.T: 1, tetris.L: 0}
				want[p.At[i]+under[kinds[i]]] = kinds[i]
				if Triple(kinds[i], p.At[i]+under[kinds[i]]) != p.At[i] {
					t.Errorf("the triple of a %v doesn't fit its square", kinds[i])
				}
			}
			f, err := tetris.NewField(p.Width, 20)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.drop(f, 0, p.Emit(kinds)); err != nil {
				t.Fatal(err)
			}
			for x, k := range want {
				if f.At(x, 0) != k || f.StackHeight() != 1 {
					t.Errorf("%v with %v left\n%v", &p, kinds, f)
					break
				}
			}
		}
	}
}

func TestMirror(t *testing.T) {
	for n := range embeddedTables {
		for _, p := range Embedded(n).Patterns {
			m := p.Mirror()
			if err := m.Check(); err != nil {
				t.Errorf("mirrored %v: %v", &p, err)
			}
			if diff := cmp.Diff(&p, m.Mirror()); diff != "" {
				t.Errorf("%v, mirrored twice:\n%s", &p, diff)
			}
		}
	}
}

// Check finds what is wrong with a pattern.
func TestCheckFinds(t *testing.T) {
	emitter, _ := Embedded(3).Find([]int{0, 3, 6})
	platform, _ := Embedded(0).Find([]int{4})
	tests := []struct {
		name    string
		pattern *Pattern
		change  func(p *Pattern)
		want    string
	}{
		{"order", emitter, func(p *Pattern) { slices.Reverse(p.Pieces[3:]) }, "landed in row"},
		{"a piece too few", emitter, func(p *Pattern) { p.Pieces = p.Pieces[:len(p.Pieces)-1] }, "left squares"},
		{"a piece too many", emitter, func(p *Pattern) { p.Pieces = append(p.Pieces, flatI(p.Rows+1)) }, "left squares"},
		{"no piece", emitter, func(p *Pattern) { p.Pieces = nil }, "0 pieces"},
		{"no position", emitter, func(p *Pattern) { p.At = nil }, "0 positions"},
		{"another position", emitter, func(p *Pattern) { p.At = []int{0, 3, 7} }, "want a T with its flat side up"},
		{"positions too near", emitter, func(p *Pattern) { p.At = []int{0, 2, 7} }, "too near"},
		{"outside", emitter, func(p *Pattern) { p.Pieces[5].Column = 20 }, "outside the 21 columns"},
		{"a row too high", emitter, func(p *Pattern) { p.Pieces[4].Row++ }, "is drawn in row"},
		{"square not under the T", platform, func(p *Pattern) { p.At = []int{7} }, "want a flat T"},
		{"two squares", platform, func(p *Pattern) { p.At = []int{4, 5} }, "2 positions"},
		{"unfinished", platform, func(p *Pattern) { p.Pieces = p.Pieces[:8] }, "is empty"},
		{"other last piece", platform, func(p *Pattern) { p.Last = flatI(5) }, "left squares"},
		{"hole filled", platform, func(p *Pattern) { p.Pieces = append(p.Pieces, p.Last) }, "is empty"}, // and so cleared
	}
	for _, test := range tests {
		p := *test.pattern
		p.Pieces = slices.Clone(p.Pieces)
		test.change(&p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func flatI(row int) tetris.Piece {
	return tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.I}, Row: row}
}

func TestTableCheck(t *testing.T) {
	table := *Embedded(7)
	table.Patterns = append(slices.Clone(table.Patterns), table.Patterns[0])
	if err := table.Check(); err == nil || !strings.Contains(err.Error(), "comes after") {
		t.Errorf("a pattern twice: got %v", err)
	}
	table.Squares = 6
	if err := table.Check(); err == nil || !strings.Contains(err.Error(), "doesn't belong") {
		t.Errorf("a pattern of another table: got %v", err)
	}
}

func TestFind(t *testing.T) {
	s := EmbeddedSet()
	for n := 1; n < embeddedTables; n++ {
		for i := range Embedded(n).Patterns {
			p := &Embedded(n).Patterns[i]
			if got, ok := s.Find(p.At); !ok || got != p {
				t.Errorf("%v: found %v", p.At, got)
			}
		}
	}
	for _, at := range [][]int{nil, {19}, {0, 2}, {3, 0}, {0, 3, 6, 9, 12, 15, 18, 21}} {
		if p, ok := s.Find(at); ok {
			t.Errorf("%v: found %v, want none", at, p)
		}
	}
	for x := range EmbeddedWidth {
		if p, ok := s.Platform(x); ok != (x > 0 && x < EmbeddedWidth-1) || ok && p.At[0] != x {
			t.Errorf("platform on column %d: found %v", x, p)
		}
	}
}

// Positions are all ways to put triples side by side.
func TestPositions(t *testing.T) {
	for width := MinWidth; width <= 16; width++ {
		for n := 1; 3*n <= width; n++ {
			table := &Table{Width: width, Squares: n}
			got := slices.Collect(table.Positions())
			var want [][]int
			for bits := range 1 << width { // the columns in which a triple begins
				var at []int
				for x := range width {
					if bits>>x&1 != 0 {
						at = append(at, x)
					}
				}
				if len(at) == n && at[n-1]+3 <= width && bits&(bits<<1|bits<<2) == 0 {
					want = append(want, at)
				}
			}
			slices.SortFunc(want, slices.Compare)
			if diff := cmp.Diff(want, got); diff != "" || len(got) != table.Total() {
				t.Errorf("%v: %d positions, total %d, -want +got:\n%s", table, len(got), table.Total(), diff)
			}
		}
	}
}

// Rows says for which heights the cells of an emitter come in fours.
func TestRows(t *testing.T) {
	for width := MinWidth; width <= MaxWidth; width++ {
		for n := 0; n <= width; n++ {
			least, step, ok := Rows(width, n)
			var want []int
			for rows := 1; rows <= 20 && n > 0 && 3*n <= width; rows++ {
				if (width*rows-3*n)%4 == 0 { // beside the triples
					want = append(want, rows)
				}
			}
			var got []int
			for rows := least; ok && rows <= 20; rows += step {
				got = append(got, rows)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d columns, %d squares: heights %v, want %v", width, n, got, want)
			}
		}
	}
}

// The number of ways in which upright and inverted emitters can stand in one
// row, which the package comment names as the reason to table only the former.
func TestInvertedEmitters(t *testing.T) {
	if got, want := emissions(EmbeddedWidth), 4761044; got != want {
		t.Errorf("%d ways, want %d", got, want)
	}
}

// emissions counts the sets of emitters, at least one, no two of which share a
// cell, with all squares outside the outermost two columns.
func emissions(width int) int {
	type profile struct{ x, row, above int } // bits of the cells taken from column x on
	known := make(map[profile]int)
	var count func(p profile) int
	count = func(p profile) int {
		if p.x == width {
			return 1
		}
		if n, ok := known[p]; ok {
			return n
		}
		n := count(profile{p.x + 1, p.row >> 1, p.above >> 1})
		put := func(row, above int) {
			for i := range 3 {
				if row>>i&1 != 0 && (p.x+i < 2 || p.x+i >= width-2) || above>>i&1 != 0 && p.x+i >= width {
					return
				}
			}
			if p.row&row == 0 && p.above&above == 0 {
				n += count(profile{p.x + 1, (p.row | row) >> 1, (p.above | above) >> 1})
			}
		}
		for i := range 3 { // the square under a triple, or the cell over a run
			put(1<<i, 0b111)
			put(0b111, 1<<i)
		}
		known[p] = n
		return n
	}
	return count(profile{}) - 1
}
