package search

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// text returns all tables of s in one text.
func text(t *testing.T, s *patterns.Set) string {
	t.Helper()
	var b strings.Builder
	if err := patterns.Write(&b, s.Tables...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The embedded tables are what a build gives: "go generate" would change nothing.
func TestBuildEmbedded(t *testing.T) {
	set, report, err := Build(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range set.Tables {
		want, err := patterns.EmbeddedText(table.Squares)
		if err != nil || table.Text() != string(want) {
			t.Errorf("%v: another text than the embedded one (%v)", table, err)
		}
	}
	if report.Patterns != 1872+19 || report.None != 0 || report.GaveUp != 0 || report.Nodes == 0 {
		t.Errorf("report %+v", *report)
	}
}

// The same tables come of any number of jobs, in one go or resumed.
func TestBuildIsDeterministic(t *testing.T) {
	for _, random := range []bool{false, true} {
		opts := BuildOptions{Width: 11, Random: random, Seed: 3, Jobs: 1}
		last := 0
		opts.Progress = func(done, total int) {
			if done < last || done > total || total != 9+21+10+9 {
				t.Errorf("%d of %d after %d", done, total, last)
			}
			last = done
		}
		set, report, err := Build(t.Context(), &opts)
		if err != nil || last != 49 || report.Patterns != 49 {
			t.Fatalf("%v, %d patterns, %+v", err, last, report)
		}
		for _, table := range set.Tables {
			if err := table.Check(); err != nil || len(table.Patterns) != table.Total() {
				t.Errorf("%v: %d patterns, %v", table, len(table.Patterns), err)
			}
		}
		want := text(t, set)

		opts.Progress, opts.Jobs = nil, 5
		if set, _, err = Build(t.Context(), &opts); err != nil || text(t, set) != want {
			t.Errorf("random %v: 5 jobs give other tables than 1 (%v)", random, err)
		}

		ctx, cancel := context.WithCancel(t.Context())
		opts.Progress = func(done, total int) {
			if done > 20 {
				cancel()
			}
		}
		part, report, err := Build(ctx, &opts)
		if !errors.Is(err, context.Canceled) || report.Patterns < 20 || report.Patterns == 49 {
			t.Fatalf("random %v: cancelled after 20 patterns: %v, %+v", random, err, report)
		}
		again, err := patterns.Read(strings.NewReader(text(t, part)))
		if err != nil {
			t.Fatal(err)
		}
		first := -1
		opts.Resume = again
		opts.Progress = func(done, total int) {
			if first < 0 {
				first = done
			}
		}
		if set, _, err = Build(t.Context(), &opts); err != nil || text(t, set) != want || first != report.Patterns {
			t.Errorf("random %v: resumed with %d of %d patterns, other tables (%v)", random, first, report.Patterns, err)
		}
	}
}

// On every width there is a pattern for every position, and all are proved to be
// the lowest ones.
func TestBuildWidths(t *testing.T) {
	last := 18
	if testing.Short() {
		last = 13
	}
	for width := patterns.MinWidth; width <= last; width++ {
		set, _, err := Build(t.Context(), &BuildOptions{Width: width})
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, table := range set.Tables {
			sum := 0
			for _, s := range table.Stats() {
				sum += s.Proved
			}
			if sum != table.Total() {
				t.Errorf("%v: %d patterns proved, want %d", table, sum, table.Total())
			}
			total += sum
		}
		r, err := Check(t.Context(), set.Tables, &CheckOptions{Prove: true})
		if err != nil || r.Proved != total {
			t.Errorf("%d columns: %v, %+v", width, err, r)
		}
	}
}

// With a height given, the positions that have no packing of that height stay
// out, and the report says whether that is proved.
func TestBuildRows(t *testing.T) {
	set, report, err := Build(t.Context(), &BuildOptions{Squares: []int{1}, Rows: 3})
	if err != nil || len(set.Tables) != 1 || *report != (BuildReport{15, 4, 0, report.Nodes}) {
		t.Errorf("exact: %v, %+v", err, report)
	}
	opts := &BuildOptions{Squares: []int{1}, Rows: 3, Random: true, Rounds: 3}
	set, report, err = Build(t.Context(), opts)
	if err != nil || report.Patterns+report.GaveUp != 19 || report.GaveUp < 4 || report.None != 0 {
		t.Errorf("random: %v, %+v", err, report)
	}
	if want := "random, seed 0, 3 permutations, 1000 attempts, 3 rows"; set.Tables[0].Settings != want {
		t.Errorf("settings %q, want %q", set.Tables[0].Settings, want)
	}
	// What was given up with few rows is not proved to need more.
	opts.Rows, opts.Width, opts.Rounds = 0, 9, 100
	set, _, err = Build(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Tables[0].Patterns {
		if p.Rows == 3 && p.Unproved {
			t.Errorf("%v: 3 rows are the least by arithmetic", &p)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	eleven, _, err := Build(t.Context(), &BuildOptions{Width: 11, Squares: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	broken := *eleven.Tables[0]
	broken.Patterns = append(broken.Patterns[1:2:2], broken.Patterns[0])
	tests := []struct {
		name string
		opts BuildOptions
		want string
	}{
		{"too narrow", BuildOptions{Width: 7}, "8 to 32"},
		{"too wide", BuildOptions{Width: 33}, "8 to 32"},
		{"too high", BuildOptions{Rows: 16}, "1 to 15"},
		{"odd on even", BuildOptions{Width: 10, Squares: []int{2, 3}}, "an emitter of 3 squares can't exist on 10 columns: 4 divides 10*rows+3 for no number of rows"},
		{"on a multiple of 4", BuildOptions{Width: 12, Squares: []int{2}}, "12*rows+2"},
		{"too many squares", BuildOptions{Width: 10, Squares: []int{4}}, "doesn't fit on 10 columns: its triples need 12"},
		{"wrong rows", BuildOptions{Squares: []int{3}, Rows: 4}, "can't have 4 rows on 21 columns: 4 doesn't divide 21*4+3"},
		{"wrong rows of a platform", BuildOptions{Squares: []int{0}, Rows: 5}, "a platform can't have 5 rows"},
		{"resume, another width", BuildOptions{Width: 10, Resume: eleven.Tables}, "not among the tables to build"},
		{"resume, another table", BuildOptions{Width: 11, Squares: []int{2}, Resume: eleven.Tables}, "not among the tables to build"},
		{"resume, other settings", BuildOptions{Width: 11, Random: true, Resume: eleven.Tables}, "not among the tables to build"},
		{"resume, broken", BuildOptions{Width: 11, Resume: []*patterns.Table{&broken}}, "comes after"},
	}
	for _, test := range tests {
		_, _, err := Build(t.Context(), &test.opts)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
		var count *CountError
		if errors.As(err, &count) && count.Hint() == "" {
			t.Errorf("%s: no hint", test.name)
		}
	}
}
