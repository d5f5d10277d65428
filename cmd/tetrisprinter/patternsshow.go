package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// patternsShowOptions are those of the command patterns show.
type patternsShowOptions struct {
	*streams
	table string // a number of squares or "platforms"; empty: an overview
	index int    // of one pattern, from 0; -1: all of them
	from  string // a file; empty: the embedded tables
}

func newPatternsShowCommand(s *streams) *cobra.Command {
	o := &patternsShowOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "show [SQUARES|platforms]",
		Short: "Show tables or single patterns",
		Long: `show lists the tables: how many patterns each has and of how many rows. With a
number of squares, or "platforms", it writes that table, and with --index one
pattern of it, drawn with letters in drop order. The bottom line of an emitter
is the row in which it leaves its squares.`,
		Example: `  tetrisprinter patterns show
  tetrisprinter patterns show 6 --index 12
  tetrisprinter patterns show platforms`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.table = args[0]
			}
			return o.run(cmd.Context())
		},
		ValidArgs: []cobra.Completion{"1", "2", "3", "4", "5", "6", "7", platformsName},
	}
	cmd.Flags().IntVar(&o.index, "index", -1, "show only pattern `N`, the first being 0")
	cmd.Flags().StringVar(&o.from, "from", "", "show the tables in this `FILE`, - for stdin")
	return cmd
}

func (o *patternsShowOptions) run(ctx context.Context) error {
	tables := patterns.EmbeddedSet().Tables
	if o.from != "" {
		var err error
		if tables, err = o.openTables(ctx, o.from); err != nil {
			return err
		}
	}
	if o.table == "" {
		return overview(o.out, tables)
	}
	t, err := o.choose(tables)
	if err != nil {
		return err
	}
	if o.index < 0 {
		return patterns.Write(o.out, t)
	}
	if o.index >= len(t.Patterns) {
		return usage(fmt.Sprintf("--index 0 to --index %d", len(t.Patterns)-1), "there is no pattern %d: %v, %d patterns", o.index, t, len(t.Patterns))
	}
	_, err = fmt.Fprintf(o.out, "%v\n%s", &t.Patterns[o.index], t.Patterns[o.index].Text())
	return err
}

// choose returns the table asked for.
func (o *patternsShowOptions) choose(tables []*patterns.Table) (*patterns.Table, error) {
	squares, err := strconv.Atoi(o.table)
	platforms := o.table == platformsName
	for _, t := range tables {
		if platforms && t.Kind == patterns.Platform || err == nil && t.Kind == patterns.Emitter && t.Squares == squares {
			return t, nil
		}
	}
	return nil, usage("tetrisprinter patterns show lists the tables", "there is no table of %s", o.table)
}

// overview lists the tables, with the number of patterns for each height.
func overview(out io.Writer, tables []*patterns.Table) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "columns\tsquares\tpatterns\trows: patterns")
	for _, t := range tables {
		fmt.Fprintf(w, "%d\t%s\t%d of %d\t%s\n", t.Width, squaresOf(t), len(t.Patterns), t.Total(), heights(t))
	}
	return w.Flush()
}

// heights says how many patterns of t have how many rows, such as "3: 15, 7: 4".
func heights(t *patterns.Table) string {
	var words []string
	for _, s := range t.Stats() {
		words = append(words, fmt.Sprintf("%d: %d", s.Rows, s.Patterns))
	}
	return strings.Join(words, ", ")
}
