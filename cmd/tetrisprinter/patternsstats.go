package main

import (
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/search"
)

// patternsStatsOptions are those of the command patterns stats.
type patternsStatsOptions struct {
	*streams
	width int
	from  string // a file; empty: the embedded tables, or those built for the width
	jobs  jobs
	quiet bool
}

func newPatternsStatsCommand(s *streams) *cobra.Command {
	o := &patternsStatsOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count the patterns of a width by their height",
		Long: `stats counts the patterns for each number of squares and of rows: how many
tetrominoes each has, how many patterns there are, and for how many of them it
is proved that fewer rows don't do. The last column is the number of positions:
C(W-2n, n) for emitters of n squares on W columns, W-2 for platforms.

The tables of other widths than 21 are built for it, which takes up to some
minutes on odd widths beyond 27.`,
		Example: `  tetrisprinter patterns stats
  tetrisprinter patterns stats --width 10
  tetrisprinter patterns stats --from my.patterns`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.from != "" && cmd.Flags().Changed("width") {
				return usage("leave --width out", "the tables in %s say which width they are for", inputName(o.from))
			}
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	addWidthFlag(f, &o.width)
	f.StringVar(&o.from, "from", "", "count the tables in this `FILE`, - for stdin")
	f.Var(&o.jobs, "jobs", "how many cores to use; 0: all")
	addQuietFlag(f, &o.quiet)
	return cmd
}

func (o *patternsStatsOptions) run(ctx context.Context) error {
	defer limitMemory()()
	if err := checkWidth(o.width); err != nil {
		return err
	}
	tables, err := o.tables(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(o.stdout(ctx), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "columns\tsquares\trows\ttetrominoes\tpatterns\tproved\tpositions")
	for _, t := range tables {
		for _, s := range t.Stats() {
			fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%d\n", t.Width, squaresOf(t), s.Rows, s.Pieces, s.Patterns, s.Proved, t.Total())
		}
		if missing := t.Total() - len(t.Patterns); missing > 0 {
			fmt.Fprintf(w, "%d\t%s\t-\t-\t%d missing\t0\t%d\n", t.Width, squaresOf(t), missing, t.Total())
		}
	}
	return w.Flush()
}

// tables returns the tables to count.
func (o *patternsStatsOptions) tables(ctx context.Context) ([]*patterns.Table, error) {
	switch {
	case o.from != "":
		return o.openTables(ctx, o.from)
	case o.width == patterns.EmbeddedWidth:
		return patterns.EmbeddedSet().Tables, nil
	}
	bar := o.bar(o.quiet, "searching", "patterns")
	defer bar.Done()
	set, _, err := search.Build(ctx, &search.BuildOptions{Width: o.width, Jobs: int(o.jobs), Progress: bar.Show})
	if err != nil {
		return nil, err
	}
	return set.Tables, nil
}

// squaresOf returns what the table is called on the command line.
func squaresOf(t *patterns.Table) string {
	if t.Kind == patterns.Platform {
		return platformsName
	}
	return strconv.Itoa(t.Squares)
}
