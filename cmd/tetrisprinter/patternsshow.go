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
	"github.com/tetrisprinter/tetrisprinter/printer"
)

// patternsShowOptions are those of the command patterns show.
type patternsShowOptions struct {
	*streams
	table   string // a number of squares or "platforms"; empty: an overview
	index   int    // of one pattern, from 0; -1: all of them
	from    string // a file; empty: the embedded tables
	picture patternPicture
}

func newPatternsShowCommand(s *streams) *cobra.Command {
	o := &patternsShowOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "show [SQUARES|platforms]",
		Short: "Show tables or single patterns",
		Long: `show lists the tables: how many patterns each has and of how many rows. With a
number of squares, or "platforms", it writes that table, and with --index one
pattern of it, drawn with letters in drop order. The bottom line of an emitter
is the row in which it leaves its squares.

With -o it makes a picture of the pattern instead, by the ending of OUT: a .png
shows the pieces as they are drawn, each with an edge around it; a .gif, .apng,
.avi or what else print makes shows them fall, the rows clear and the squares
stay. A platform stands on an upright I there, and its last piece falls too.`,
		Example: `  tetrisprinter patterns show
  tetrisprinter patterns show 6 --index 12
  tetrisprinter patterns show 6 --index 12 -o twelve.png
  tetrisprinter patterns show platforms --index 4 -o platform.gif --speed 4`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.table = args[0]
			}
			return o.run(cmd.Context())
		},
		ValidArgs: []cobra.Completion{"1", "2", "3", "4", "5", "6", "7", platformsName},
	}
	f := cmd.Flags()
	addOutputFlags(f, &o.picture.output, "make a picture or video of the pattern, `OUT`, - for a PNG on stdout")
	addLookFlags(f, &o.picture.look)
	f.IntVar(&o.index, "index", -1, "show only pattern `N`, the first being 0")
	f.StringVar(&o.from, "from", "", "show the tables in this `FILE`, - for stdin")
	addQuietFlag(f, &o.picture.quiet)
	completeFlag(cmd, "skin", printer.Skins())
	return cmd
}

func (o *patternsShowOptions) run(ctx context.Context) error {
	if o.picture.output.path != "" && (o.table == "" || o.index < 0) {
		return usage("such as: show 6 --index 12 -o twelve.png", "a picture shows one pattern: name a table and --index")
	}
	if err := o.picture.output.check(o.from); err != nil {
		return err
	}
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
	if o.picture.output.path != "" {
		return o.depict(ctx, &o.picture, &t.Patterns[o.index])
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
