package main

import (
	"bytes"
	"context"
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/search"
)

// counted is what patterns stats says of one table.
type counted struct{ patterns, proved, positions int }

// statsOf runs patterns stats for a width and adds up its lines for each table.
func statsOf(t *testing.T, width int) map[string]counted {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(do(t, "patterns", "stats", "--width", strconv.Itoa(width))), "\n")
	sums := map[string]counted{}
	for _, line := range lines[1:] {
		words := strings.Fields(line)
		if len(words) != 7 || words[0] != strconv.Itoa(width) {
			t.Fatalf("width %d: %q", width, line)
		}
		var n [7]int
		for i, word := range words {
			if i == 1 {
				continue
			}
			var err error
			if n[i], err = strconv.Atoi(word); err != nil {
				t.Fatalf("width %d: %q: %v", width, line, err)
			}
		}
		squares, _ := strconv.Atoi(words[1]) // 0 for platforms
		if cells := 4 * n[3]; cells != width*n[2]+squares {
			t.Errorf("width %d: %q: %d cells", width, line, cells)
		}
		sum := sums[words[1]]
		sums[words[1]] = counted{sum.patterns + n[4], sum.proved + n[5], n[6]}
	}
	return sums
}

// Every number of squares whose cells can be a multiple of 4 and whose triples
// fit has C(W-2n, n) patterns, all proved; there are no other tables.
func TestPatternsStats(t *testing.T) {
	last := 22
	if testing.Short() {
		last = 16
	}
	for width := patterns.MinWidth; width <= last; width++ {
		want := map[string]counted{platformsName: {width - 2, width - 2, width - 2}}
		for n := 1; 3*n <= width; n++ {
			for rows := 1; rows <= 4; rows++ {
				if (width*rows+n)%4 == 0 {
					c := choose(width-2*n, n)
					want[strconv.Itoa(n)] = counted{c, c, c}
				}
			}
		}
		got := statsOf(t, width)
		if len(got) != len(want) {
			t.Errorf("width %d: tables %v, want %v", width, got, want)
		}
		for name, w := range want {
			if got[name] != w {
				t.Errorf("width %d, table %s: %+v, want %+v", width, name, got[name], w)
			}
		}
	}
}

// choose returns how many ways there are to choose k of n, by Pascal's triangle.
func choose(n, k int) int {
	if k == 0 || k == n {
		return 1
	}
	return choose(n-1, k-1) + choose(n-1, k)
}

// A proof that is cancelled is neither a proof nor one given up.
func TestPatternsCheckCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, words bytes.Buffer
	status := run(ctx, []string{"patterns", "check", "--prove"}, strings.NewReader(""), &out, &words)
	if status != statusFailed || out.Len() > 0 || !strings.HasPrefix(words.String(), "tetrisprinter: cancelled") {
		t.Errorf("status %d, stdout %q, stderr %q", status, &out, &words)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, test := range []struct {
		got, want string
		line      int
	}{
		{"a\nb\n", "a\nb\n", 0},
		{"a\nb\n", "a\nc\n", 2},
		{"", "a\n", 1},
		{"a\n", "a\nb\n", 2},
		{"a\nb\n", "a\n", 2},
		{"a", "a\n", 2},
	} {
		line, equal := firstDifference(test.got, test.want)
		if line != test.line || equal != (test.line == 0) {
			t.Errorf("%q, %q: line %d, equal %v, want line %d", test.got, test.want, line, equal, test.line)
		}
	}
}

// A table that isn't the one built in is a difference, named by its line.
func TestCompare(t *testing.T) {
	if err := compare(patterns.EmbeddedSet().Tables); err != nil {
		t.Fatal(err)
	}
	table := *patterns.Embedded(6)
	table.Patterns = table.Patterns[1:]
	err := compare([]*patterns.Table{patterns.Embedded(7), &table})
	if statusOf(err) != statusDifference || !strings.Contains(err.Error(), "6 squares") || !strings.Contains(err.Error(), "line 2 ") {
		t.Errorf("got %v, want a difference in line 2 of the table of 6 squares", err)
	}
}

// The plan of a picture leaves what the pattern leaves: an emitter its squares, a
// platform only the I it stands on.
func TestPlanOfPattern(t *testing.T) {
	tables := patterns.EmbeddedSet().Tables
	for _, width := range []int{8, 10, 12} {
		set, _, err := search.Build(t.Context(), &search.BuildOptions{Width: width})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables[:len(tables):len(tables)], set.Tables...)
	}
	for _, table := range tables {
		for i := range table.Patterns {
			p := &table.Patterns[i]
			r, err := planOf(p).Run()
			if err != nil {
				t.Fatalf("%v, %v: %v", table, p, err)
			}
			want := image.Rect(p.At[0]+1, 0, p.At[len(p.At)-1]+2, 1)
			cells := len(p.At)
			if p.Kind == patterns.Platform {
				want, cells = image.Rect(p.At[0], 0, p.At[0]+1, 4), 4
			}
			if left := 4*r.Pieces - p.Width*r.Lines; left != cells || r.Box() != want {
				t.Errorf("%v, %v: leaves %d cells in %v, want %d in %v", table, p, left, r.Box(), cells, want)
			}
		}
	}
}
