package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// BuildOptions say which tables to build and how. Nil and the zero value mean
// all tables of 21 columns, with the least rows, as the embedded ones are.
type BuildOptions struct {
	Width int // columns of the field, 8 to 32; 0 means 21

	// Squares are the tables to build, each a number of squares or 0 for the
	// platforms. Nil means all that exist for the width.
	Squares []int

	// Rows is the height of the patterns, 1 to MaxRows; positions that have
	// none of this height stay out of the table. 0 means the least height of
	// each.
	Rows int

	// Random builds with the searcher of the article, which is slow and can't
	// prove as much as [Exact], with which tables are built otherwise.
	Random   bool
	Seed     uint64 // of the randomised searcher
	Rounds   int    // permutations it tries; 0 means 100
	Attempts int    // in each; 0 means 1,000

	Jobs int // patterns searched at a time; 0 means all cores

	// Resume holds tables of a build that was cancelled. Their patterns are
	// kept, so they must come from the same settings.
	Resume []*patterns.Table

	// Progress, if not nil, is called after every pattern with the number of
	// those there are and of all. It is never called by two goroutines at once.
	Progress func(done, total int)
}

// BuildReport says what a build took and what it didn't find.
type BuildReport struct {
	Patterns int // in the tables
	None     int // positions for which there is proved to be no pattern
	GaveUp   int // positions for which nobody knows
	Nodes    int // states that the searches looked at
}

// settings describes, in the head of a table, how it was searched.
func (o *BuildOptions) settings() string {
	s := "exact"
	if o.Random {
		s = fmt.Sprintf("random, seed %d, %d permutations, %d attempts", o.Seed, cmp.Or(o.Rounds, defaultRounds), cmp.Or(o.Attempts, defaultAttempts))
	}
	if o.Rows > 0 {
		return fmt.Sprintf("%s, %d rows", s, o.Rows)
	}
	return s + ", least rows"
}

// finder returns a finder with the searchers of o.
func (o *BuildOptions) finder() *finder {
	if !o.Random {
		return exactFinder()
	}
	r := &Random{Seed: o.Seed, Rounds: o.Rounds, Attempts: o.Attempts, Workers: 1}
	return &finder{quick: r, thorough: r}
}

// Build builds the tables. The result is the same for the same options on every
// machine, whatever the number of jobs, and whether it was resumed or not.
//
// It returns a [*CountError] if a table asked for can't exist. If the context
// ends, it returns its error and the tables with the patterns found so far, which
// are what [BuildOptions.Resume] takes.
func Build(ctx context.Context, opts *BuildOptions) (*patterns.Set, *BuildReport, error) {
	var o BuildOptions
	if opts != nil {
		o = *opts
	}
	o.Width = cmp.Or(o.Width, patterns.EmbeddedWidth)
	b := builder{BuildOptions: o}
	if err := b.plan(); err != nil {
		return nil, nil, err
	}
	if err := b.resume(); err != nil {
		return nil, nil, err
	}
	total, kept := 0, 0
	for _, j := range b.jobs {
		total += j.patterns()
		if j.pattern != nil {
			kept += j.patterns()
		}
	}
	err := b.run(ctx, kept, total)
	set, report := b.collect()
	return set, report, err
}

// builder is one call of Build.
type builder struct {
	BuildOptions
	set  *patterns.Set
	jobs []*job
}

// job is one position of a table, and its mirror image if that is another one.
type job struct {
	table    *patterns.Table
	at       []int
	mirrored []int // nil if it is at itself

	pattern *patterns.Pattern
	mirror  *patterns.Pattern // for the mirrored position; nil if there is none
	err     error             // ErrNoSolution or a *BudgetError
	nodes   int
	done    bool
}

func (j *job) patterns() int {
	if j.mirrored == nil {
		return 1
	}
	return 2
}

// plan makes the tables and lists the jobs, in the order of the tables.
func (b *builder) plan() error {
	if b.Width < patterns.MinWidth || b.Width > patterns.MaxWidth {
		return fmt.Errorf("search: tables for %d columns: there are some for %d to %d", b.Width, patterns.MinWidth, patterns.MaxWidth)
	}
	if b.Rows < 0 || b.Rows > MaxRows {
		return fmt.Errorf("search: patterns of %d rows: they have 1 to %d", b.Rows, MaxRows)
	}
	all := patterns.NewSet(b.Width, b.settings())
	b.set = &patterns.Set{Width: b.Width}
	if b.Squares == nil {
		b.set.Tables = all.Tables
	}
	for _, n := range b.Squares {
		t := all.Table(n)
		if t == nil {
			return &CountError{Width: b.Width, Squares: n}
		}
		b.set.Tables = append(b.set.Tables, t)
	}
	for _, t := range b.set.Tables {
		if err := b.checkRows(t); err != nil {
			return err
		}
		for at := range t.Positions() {
			mirrored := t.Mirror(at)
			switch slices.Compare(at, mirrored) {
			case 0:
				b.jobs = append(b.jobs, &job{table: t, at: at})
			case -1:
				b.jobs = append(b.jobs, &job{table: t, at: at, mirrored: mirrored})
			}
		}
	}
	return nil
}

// checkRows returns an error if the patterns of t can't have the rows asked for.
func (b *builder) checkRows(t *patterns.Table) error {
	least, step, _ := patterns.Rows(b.Width, t.Squares)
	if t.Kind == patterns.Platform {
		least, step, _ = patterns.PlatformRows(b.Width)
	}
	if b.Rows > 0 && !fits(b.Rows, least, step) {
		return &CountError{Width: b.Width, Squares: t.Squares, Rows: b.Rows}
	}
	return nil
}

// resume takes over the patterns of an earlier build.
func (b *builder) resume() error {
	for _, old := range b.Resume {
		if err := old.Check(); err != nil {
			return fmt.Errorf("search: can't resume: %w", err)
		}
		t := b.set.Table(old.Squares)
		if old.Width != b.Width || t == nil || old.Settings != t.Settings {
			return fmt.Errorf("search: can't resume: %v, searched with %q, are not among the tables to build", old, old.Settings)
		}
		for _, j := range b.jobs {
			if j.table != t {
				continue
			}
			p, ok := old.Find(j.at)
			m, mirrored := old.Find(j.mirrored)
			if ok && (mirrored || j.mirrored == nil) {
				j.pattern, j.mirror, j.done = p, m, true
			}
		}
	}
	return nil
}

// run does the jobs that are left.
func (b *builder) run(ctx context.Context, kept, total int) error {
	var left []*job
	for _, j := range b.jobs {
		if !j.done {
			left = append(left, j)
		}
	}
	found := kept
	report := func() {
		if b.Progress != nil {
			b.Progress(found, total)
		}
	}
	report()
	return parallel(ctx, len(left), b.Jobs,
		func(i int) error { return left[i].search(ctx, b.finder(), b.Rows) },
		func(i int) {
			found += left[i].patterns()
			report()
		})
}

// search does j. Its error is one that ends the build.
func (j *job) search(ctx context.Context, f *finder, rows int) error {
	if j.table.Kind == patterns.Platform {
		j.pattern, j.err = f.platform(ctx, j.table.Width, j.at[0], rows)
	} else {
		j.pattern, j.err = f.emitter(ctx, j.table.Width, j.at, rows)
	}
	j.nodes = f.nodes
	if j.err != nil && !notFound(j.err) {
		return j.err
	}
	if j.pattern != nil && j.mirrored != nil {
		j.mirror = j.pattern.Mirror()
	}
	j.done = true
	return nil
}

// collect fills the tables.
func (b *builder) collect() (*patterns.Set, *BuildReport) {
	r := new(BuildReport)
	for _, j := range b.jobs {
		r.Nodes += j.nodes
		switch {
		case j.pattern != nil:
			r.Patterns += j.patterns()
			j.table.Patterns = append(j.table.Patterns, *j.pattern)
			if j.mirror != nil {
				j.table.Patterns = append(j.table.Patterns, *j.mirror)
			}
		case j.err == ErrNoSolution:
			r.None += j.patterns()
		case j.done:
			r.GaveUp += j.patterns()
		}
	}
	for _, t := range b.set.Tables {
		slices.SortFunc(t.Patterns, func(p, q patterns.Pattern) int { return slices.Compare(p.At, q.At) })
	}
	return b.set, r
}
