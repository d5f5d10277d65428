package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/search"
)

// partialSuffix is appended to the name of the output for what an interrupted
// build leaves.
const partialSuffix = ".partial"

// patternsBuildOptions are those of the command patterns build.
type patternsBuildOptions struct {
	*streams
	build  search.BuildOptions
	tables []string // names of the tables wanted; none: all
	verify bool     // compare with the embedded tables
	jobs   jobs
	resume string // file of an interrupted build; empty: begin anew
	output output
	words  words
}

func newPatternsBuildCommand(s *streams) *cobra.Command {
	o := &patternsBuildOptions{streams: s, output: output{path: stream}}
	cmd := &cobra.Command{
		Use:   "build [SQUARES|platforms]...",
		Short: "Build tables of patterns from nothing",
		Long: `build searches the patterns of all tables of a field, or of the tables named:
numbers of squares, or "platforms". The tables built in come from "build" with
no flags.

Each pattern has the least number of rows, unless --rows asks for another. What
is searched for is decided: either there is a pattern or none exists. With
--random the searcher of the 2013 article does it instead, which gives up on a
pattern when so many permutations of so many attempts have found nothing.

The tables are the same for the same settings, whatever the number of cores.
With -o, Ctrl-C leaves what was found in OUT.partial, from which --resume goes
on. With --verify they are compared with those built in, byte by byte, and
written only with -o; a difference ends with status 4.

Every piece has four cells, so on W columns an emitter of n squares can have h
rows only if 4 divides W*h+n: on odd widths every fourth h will do for any n; on
even ones n is even, and on those that 4 divides a multiple of 4. A number of
squares for which that or the room is missing is refused.`,
		Example: `  tetrisprinter patterns build -o my.patterns
  tetrisprinter patterns build 1 6 platforms -o some.patterns
  tetrisprinter patterns build --width 10 -o ten.patterns
  tetrisprinter patterns build --verify
  tetrisprinter patterns build 3 --random --seed 7 --permutations 200`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.tables = args
			if o.verify && !cmd.Flags().Changed("output") {
				o.output.path = ""
			}
			return o.run(cmd.Context())
		},
		ValidArgs: []cobra.Completion{"1", "2", "3", "4", "5", "6", "7", platformsName},
	}
	f := cmd.Flags()
	addOutputFlags(f, &o.output, "the `FILE` for the tables, - for stdout")
	f.BoolVar(&o.verify, "verify", false, "compare with the tables built in")
	addWidthFlag(f, &o.build.Width)
	f.IntVar(&o.build.Rows, "rows", 0, "height of the patterns in `ROWS`; 0: the least of each")
	f.BoolVar(&o.build.Random, "random", false, "search as the 2013 article does")
	f.Uint64Var(&o.build.Seed, "seed", defaultSeed, "`SEED` of --random")
	f.IntVar(&o.build.Rounds, "permutations", 100, "`N` random orders that --random tries")
	f.IntVar(&o.build.Attempts, "attempts", 1000, "`N` attempts of --random in each")
	f.Var(&o.jobs, "jobs", "how many cores to use; 0: all (the tables are the same)")
	f.StringVar(&o.resume, "resume", "", "go on from the `FILE` that an interrupted build left")
	addJSONFlag(f, &o.words.json)
	addQuietFlag(f, &o.words.quiet)
	return cmd
}

// addWidthFlag adds --width.
func addWidthFlag(f *pflag.FlagSet, width *int) {
	f.IntVar(width, "width", patterns.EmbeddedWidth, fmt.Sprintf("`COLUMNS` of the field, %d to %d", patterns.MinWidth, patterns.MaxWidth))
}

// checkWidth refuses widths that have no tables.
func checkWidth(width int) error {
	if width < patterns.MinWidth || width > patterns.MaxWidth {
		return usage("", "--width is %d, want %d to %d", width, patterns.MinWidth, patterns.MaxWidth)
	}
	return nil
}

// buildReport is what --json says of a build.
type buildReport struct {
	Output   string  `json:"output,omitempty"`
	Width    int     `json:"width"`
	Patterns int     `json:"patterns"`
	None     int     `json:"none"`    // positions proved to have no pattern
	GaveUp   int     `json:"gave_up"` // positions nobody knows about
	Nodes    int     `json:"nodes"`
	Verified bool    `json:"verified"` // equal to the tables built in
	Seconds  float64 `json:"seconds"`
}

func (o *patternsBuildOptions) run(ctx context.Context) error {
	start := time.Now()
	defer limitMemory()()
	if err := o.check(); err != nil {
		return err
	}
	if o.resume != "" {
		var err error
		if o.build.Resume, err = o.openTables(ctx, o.resume); err != nil {
			return err
		}
	}
	var found *search.BuildReport
	var unfinished *patterns.Set
	build := func(w io.Writer) error {
		set, report, err := o.search(ctx)
		if err != nil {
			unfinished = set
			return err
		}
		found = report
		if o.verify {
			if err := compare(set.Tables); err != nil {
				return err
			}
		}
		return patterns.Write(w, set.Tables...)
	}
	err := o.deliver(ctx, build)
	if ctx.Err() != nil && unfinished != nil {
		return o.keep(unfinished)
	}
	if err != nil {
		return err
	}
	return o.report(found, start)
}

// deliver sends to the output what build writes. Without an output, build only
// compares.
func (o *patternsBuildOptions) deliver(ctx context.Context, build func(io.Writer) error) error {
	if o.output.path == "" {
		return build(io.Discard)
	}
	return o.write(ctx, &o.output, build)
}

// compare returns an error if the tables are not those built in.
func compare(tables []*patterns.Table) error {
	for _, t := range tables {
		want, err := patterns.EmbeddedText(t.Squares)
		if err != nil {
			return err
		}
		if line, ok := firstDifference(t.Text(), string(want)); !ok {
			return different("this is a fault of the program, please report it", "%v: line %d is not that of the table built in", t, line)
		}
	}
	return nil
}

// firstDifference returns the number of the first line, from 1, in which the
// texts differ, and whether they are equal.
func firstDifference(got, want string) (line int, equal bool) {
	if got == want {
		return 0, true
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for line < min(len(a), len(b)) && a[line] == b[line] {
		line++
	}
	return line + 1, false
}

// check makes numbers of the tables' names and refuses numbers that mean
// nothing.
func (o *patternsBuildOptions) check() error {
	for _, name := range o.tables {
		squares, err := strconv.Atoi(name)
		if name == platformsName {
			squares, err = 0, nil
		} else if err != nil || squares < 1 {
			return usage("name tables by a number of squares or as platforms", "%q is no table", name)
		}
		o.build.Squares = append(o.build.Squares, squares)
	}
	b := &o.build
	if err := checkWidth(b.Width); err != nil {
		return err
	}
	switch {
	case b.Rows < 0 || b.Rows > search.MaxRows:
		return usage("", "--rows is %d, want 1 to %d, or 0 for the least", b.Rows, search.MaxRows)
	case b.Rounds < 1 || b.Attempts < 1:
		return usage("", "--permutations and --attempts are 1 or more")
	case o.verify && (b.Width != patterns.EmbeddedWidth || b.Rows != 0 || b.Random):
		return usage("leave out --width, --rows and --random", "--verify compares with the tables built in: %d columns, least rows, decided", patterns.EmbeddedWidth)
	}
	b.Jobs = int(o.jobs)
	return o.output.check()
}

func (o *patternsBuildOptions) search(ctx context.Context) (*patterns.Set, *search.BuildReport, error) {
	bar := o.bar(o.words.quiet, "searching", "patterns")
	o.build.Progress = bar.Show
	set, report, err := search.Build(ctx, &o.build)
	bar.Done()
	if count, ok := errors.AsType[*search.CountError](err); ok {
		return nil, nil, usage(countHint(count), "%v", err)
	}
	if err != nil && ctx.Err() == nil { // the options are checked, so it is the file to resume from
		return nil, nil, refused("give the settings of the build that was interrupted", "%s: %s", o.resume, strings.TrimPrefix(err.Error(), "search: "))
	}
	return set, report, err
}

// countHint explains the arithmetic, and names the tables there are if it was the
// number of squares that can't be.
func countHint(err *search.CountError) string {
	if _, _, ok := patterns.Rows(err.Width, err.Squares); ok || err.Squares == 0 {
		return err.Hint()
	}
	var names []string
	for _, t := range patterns.NewSet(err.Width, "").Tables {
		names = append(names, squaresOf(t))
	}
	return fmt.Sprintf("a piece has 4 cells and a full row %d: %s; the tables are %s", err.Width, err.Hint(), strings.Join(names, ", "))
}

// keep writes the tables of an interrupted build beside the output.
func (o *patternsBuildOptions) keep(set *patterns.Set) error {
	if o.output.toStdout() || o.output.path == "" {
		return context.Canceled
	}
	partial := &output{path: o.output.path + partialSuffix, force: true}
	err := o.write(context.Background(), partial, func(w io.Writer) error { return patterns.Write(w, set.Tables...) })
	if err != nil {
		return err
	}
	return &failure{status: statusFailed, text: "cancelled, what was found is in " + partial.path, hint: "--resume " + partial.path + " goes on from there"}
}

func (o *patternsBuildOptions) report(b *search.BuildReport, start time.Time) error {
	r := &buildReport{
		Output:   o.output.path,
		Width:    o.build.Width,
		Patterns: b.Patterns,
		None:     b.None,
		GaveUp:   b.GaveUp,
		Nodes:    b.Nodes,
		Verified: o.verify,
		Seconds:  secondsSince(start),
	}
	line := fmt.Sprintf("%s on %d columns, %.2f s", count(r.Patterns, "pattern"), r.Width, r.Seconds)
	if r.None > 0 {
		line += fmt.Sprintf("; none exists for %s", count(r.None, "position"))
	}
	if r.GaveUp > 0 {
		line += fmt.Sprintf("; gave up on %s", count(r.GaveUp, "position"))
	}
	if o.verify {
		line += "; the tables built in are the same"
	}
	return o.tell(o.words, r, o.output.toStdout(), line)
}
