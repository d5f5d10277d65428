package dense

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

const flag = `
	aabb..cc
	abbb.ccc
	aab..bcc
	aabb...c
`

func TestSearch(t *testing.T) {
	tests := []struct {
		name          string
		width, height int
		drawing       string
		carriers      [tetris.Tetrominoes + 1][]uint8
	}{
		{"three colours on J, T, L", 21, 42, flag, classic(3)},
		{"free colours", 21, 42, flag, free(3)},
		{"a lone pixel", 21, 42, "a", classic(1)},
		{"an overhang", 21, 42, "aaaaaaa ......a ......a", classic(1)},
		{"a checkerboard", 21, 42, "a.b.a.b. .b.a.b.a a.b.a.b. .b.a.b.a", classic(2)},
		{"little headroom", 10, 12, "aab.bb abb.ab", free(2)},
		{"the narrowest field", 8, 20, "aab. abbb .a..", free(2)},
		{"a wide field", 40, 42, flag, free(3)},
		{"lone pixels on a width of fours", 12, 42, "a..a .a.. a..b .b.. a..b", free(2)},
		{"lone pixels on a wide width of fours", 20, 42, "a...b...a .a.....b. ..a.b.b..", free(2)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &Problem{Width: test.width, Height: test.height, Cells: cellsOf(t, test.drawing), Carriers: test.carriers}
			mustSearch(t, p, &Options{Effort: 1})
		})
	}
}

// effort returns e, and half of it for a short test.
func effort(e int) int {
	if testing.Short() {
		return (e + 1) / 2
	}
	return e
}

// Effort pays: more rounds never give a worse plan, as each goes on from the last.
func TestEffort(t *testing.T) {
	p := &Problem{Width: 21, Height: 42, Cells: cellsOf(t, flag), Carriers: classic(3)}
	var pieces []int
	_, err := Search(context.Background(), p, &Options{Effort: effort(3), Round: func(q Progress) bool {
		pieces = append(pieces, q.Pieces)
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(pieces); i++ {
		if pieces[i] > pieces[i-1] && pieces[i-1] > 0 {
			t.Errorf("pieces of the rounds %v: a later round is worse", pieces)
		}
	}
}

// A plan depends on the problem, the seed and the effort alone.
func TestSameSeedSamePlan(t *testing.T) {
	p := &Problem{Width: 21, Height: 42, Cells: cellsOf(t, flag), Carriers: free(3)}
	want := mustSearch(t, p, &Options{Seed: 5, Effort: effort(2), Jobs: 1})
	for _, jobs := range []int{1, 8} {
		if got := mustSearch(t, p, &Options{Seed: 5, Effort: effort(2), Jobs: jobs}); !reflect.DeepEqual(got, want) {
			t.Errorf("%d jobs: %d pieces, one job: %d", jobs, got.Pieces, want.Pieces)
		}
	}
	if got := mustSearch(t, p, &Options{Seed: 6, Effort: 1}); reflect.DeepEqual(got.Structures, want.Structures) {
		t.Error("another seed gives the same structures")
	}
}

func TestCancel(t *testing.T) {
	p := &Problem{Width: 21, Height: 42, Cells: cellsOf(t, flag), Carriers: classic(3)}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Search(ctx, p, &Options{Effort: 9, Round: func(q Progress) bool {
		if q.Pieces > 0 {
			cancel()
		}
		return true
	}})
	if !errors.Is(err, context.Canceled) || r == nil {
		t.Fatalf("got %v, %v; want the plan so far and the context's error", r, err)
	}
	replay(t, p, r)
	if r, err := Search(ctx, p, nil); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: got %v, %v", r, err)
	}
}

// noise returns rows of random pixels in three colours, a quarter of them empty.
func noise(columns, rows int) (cells [][]uint8) {
	r := rand.New(rand.NewPCG(1, 2))
	for range rows {
		row := make([]uint8, columns)
		for x := range row {
			row[x] = uint8(r.IntN(4))
		}
		cells = append(cells, row)
	}
	return cells
}

// So it is for large pictures, whose rounds are divided in another way.
func TestSameSeedSameLargePlan(t *testing.T) {
	p := &Problem{Width: 31, Height: 44, Cells: noise(27, 26), Carriers: free(3)}
	var plans []*Result
	for _, jobs := range []int{1, 8} {
		plans = append(plans, mustSearch(t, p, &Options{Seed: 5, Effort: effort(3), Jobs: jobs}))
	}
	if !newSearcher(p, &Options{}).large() {
		t.Fatal("the picture is not large")
	}
	if !reflect.DeepEqual(plans[0], plans[1]) {
		t.Errorf("8 jobs: %d pieces, one job: %d", plans[1].Pieces, plans[0].Pieces)
	}
	replay(t, p, plans[0])
}

// A search whose rounds are ended before they have a plan prints the rows one after the
// other, and needs no more rounds for it.
func TestStoppedWithoutPlan(t *testing.T) {
	p := &Problem{Width: 45, Height: 60, Cells: noise(40, 40), Carriers: free(3)}
	pieces := 0
	found := mustSearch(t, p, &Options{Round: func(q Progress) bool {
		pieces += q.Pieces
		return false
	}})
	if pieces > 0 || found.Rounds != 1 {
		t.Errorf("%d pieces after %d rounds: this picture shows nothing", pieces, found.Rounds)
	}
	replay(t, p, found)
}

func TestCheck(t *testing.T) {
	row := func(n int) [][]uint8 { return [][]uint8{make([]uint8, n)} }
	tests := []struct {
		name string
		p    Problem
		want string
	}{
		{"field", Problem{Width: 3, Height: 20, Cells: row(3)}, "3 columns"},
		{"no rows", Problem{Width: 10, Height: 20}, "0 rows"},
		{"too many rows", Problem{Width: 10, Height: 5, Cells: make([][]uint8, 2)}, "2 rows of pixels: a field of 5 rows prints 1 to 1"},
		{"too wide", Problem{Width: 10, Height: 20, Cells: row(11)}, "row 0 has 11 cells"},
		{"uneven", Problem{Width: 10, Height: 20, Cells: [][]uint8{{0}, {0, 0}}}, "row 1 has 2 cells"},
		{"colour nobody carries", Problem{Width: 10, Height: 20, Cells: [][]uint8{{2}}, Carriers: free(1)}, "no tetromino may carry colour 2"},
		{"colour 8", Problem{Width: 10, Height: 20, Cells: row(3), Carriers: free(8)}, "colours are 1 to 7"},
		{"three on O", Problem{Width: 10, Height: 20, Cells: [][]uint8{{1, 1, 1, 0}}, Carriers: [8][]uint8{tetris.O: {1}}}, "column 0, row 0 from below an odd number of pixels, 3"},
		{"lonely on O", Problem{Width: 10, Height: 20, Cells: [][]uint8{{1, 0, 1, 1}}, Carriers: [8][]uint8{tetris.O: {1}}}, "only O may carry"},
		{"two colours on one", Problem{Width: 10, Height: 20, Cells: [][]uint8{{1, 2}}, Carriers: [8][]uint8{tetris.J: {1, 2}}}, "can't be given to different"},
	}
	for _, test := range tests {
		if _, err := Search(context.Background(), &test.p, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// Random sprites print on fields of any width, every one.
func TestRandomSprites(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	n := 25
	if testing.Short() {
		n = 5
	}
	for range n {
		width := 8 + r.IntN(25)
		colors := 1 + r.IntN(3)
		cells := randomCells(r, width, width-4, 1+r.IntN(10), colors)
		p := &Problem{Width: width, Height: 42, Cells: cells, Carriers: free(colors)}
		mustSearch(t, p, &Options{Effort: 6, Round: first})
	}
}

func TestTilings(t *testing.T) {
	tests := []struct {
		name, drawing string
		carriers      [tetris.Tetrominoes + 1][]uint8
		tiled         bool
	}{
		{"a square", "aaaa aaaa aaaa aaaa", free(1), true},
		{"two colours", "aabbbb aabbbb", free(2), true},
		{"two squares need the same tetromino", "aabb aabb", free(2), false},
		{"bridges", "aaaa .aa. aaaa .aa.", free(1), true},
		{"a T square is none", "aaaa aaaa", [8][]uint8{tetris.T: {1}}, false},
		{"no multiple of four", "aaa aaa", free(1), false},
		{"two colours on one tetromino", "aaaabbbb", [8][]uint8{tetris.I: {1, 2}, tetris.L: {1, 2}}, false},
	}
	for _, test := range tests {
		p := &Problem{Width: 21, Height: 42, Cells: cellsOf(t, test.drawing), Carriers: test.carriers}
		s := newSearcher(p, &Options{})
		r := s.tile(context.Background())
		if (r != nil) != test.tiled {
			t.Errorf("%s: tiled %v, want %v", test.name, r != nil, test.tiled)
		}
		if r != nil {
			replay(t, p, r)
		}
	}
}

// Colours that the sprite doesn't have need no tetromino, whatever their numbers.
func TestUnusedColors(t *testing.T) {
	cells := cellsOf(t, "c..g cgg.")
	carriers := free(7)
	mustSearch(t, &Problem{Width: 11, Height: 42, Cells: cells, Carriers: carriers}, &Options{Effort: 3})
	for k := range carriers {
		carriers[k] = slices.DeleteFunc(carriers[k], func(c uint8) bool { return c != 3 && c != 7 })
	}
	mustSearch(t, &Problem{Width: 11, Height: 42, Cells: cells, Carriers: carriers}, &Options{Effort: 3})
}
