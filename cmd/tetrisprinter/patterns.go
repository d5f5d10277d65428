package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// platformsName is what the table of platforms is called on the command line.
const platformsName = "platforms"

func newPatternsCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "patterns",
		Short: "Build, check and show the tables of patterns",
		Long: `patterns deals with the tables of the classic method: the emitters, which leave
one to seven squares behind, and the platforms, which carry a row over holes.
The program has the tables of a field of 21 columns built in.`,
		Args: cobra.ArbitraryArgs,
		RunE: helpOrUnknown,
	}
	cmd.AddCommand(newPatternsBuildCommand(s), newPatternsCheckCommand(s), newPatternsShowCommand(s))
	return cmd
}

// patternsCheckOptions are those of the command patterns check.
type patternsCheckOptions struct {
	*streams
	files []string // none: the embedded tables
	quiet bool
}

func newPatternsCheckCommand(s *streams) *cobra.Command {
	o := &patternsCheckOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Replay every pattern of a table",
		Long: `check drops every pattern of the tables in the files, or of those built in, by
the rules alone. An emitter has to leave exactly its squares on a floor; a
platform, on one lone square, three rows full but for the hole at the wall and
after its last piece nothing but that square. It ends with status 4 at the
first pattern that doesn't.`,
		Example: `  tetrisprinter patterns check
  tetrisprinter patterns check my.patterns`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = args
			return o.run(cmd.Context())
		},
	}
	addQuietFlag(cmd.Flags(), &o.quiet)
	return cmd
}

func (o *patternsCheckOptions) run(ctx context.Context) error {
	if len(o.files) == 0 {
		return o.check(ctx, "built in", patterns.EmbeddedSet().Tables)
	}
	for _, name := range o.files {
		tables, err := o.openTables(ctx, name)
		if err != nil {
			return err
		}
		if err := o.check(ctx, inputName(name), tables); err != nil {
			return err
		}
	}
	return nil
}

func (o *patternsCheckOptions) check(ctx context.Context, name string, tables []*patterns.Table) error {
	for _, t := range tables {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.Check(); err != nil {
			return different("", "%s, %v: %v", name, t, err)
		}
		if o.quiet {
			continue
		}
		if _, err := fmt.Fprintf(o.out, "%s, %v: %d of %d patterns, all right\n", name, t, len(t.Patterns), t.Total()); err != nil {
			return err
		}
	}
	return nil
}

// openTables reads the tables in the file name, or in standard input.
func (s *streams) openTables(ctx context.Context, name string) ([]*patterns.Table, error) {
	return await(ctx, func() ([]*patterns.Table, error) {
		r, err := s.open(name)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		tables, err := patterns.Read(r)
		if _, ok := errors.AsType[*patterns.SyntaxError](err); ok {
			return nil, refused(`a table is the text that "tetrisprinter patterns build" writes`, "%s, %v", inputName(name), err)
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", inputName(name), err)
		}
		return tables, nil
	})
}

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
		squares := platformsName
		if t.Kind == patterns.Emitter {
			squares = strconv.Itoa(t.Squares)
		}
		fmt.Fprintf(w, "%d\t%s\t%d of %d\t%s\n", t.Width, squares, len(t.Patterns), t.Total(), heights(t))
	}
	return w.Flush()
}

// heights says how many patterns of t have how many rows, such as "3: 15, 7: 4".
func heights(t *patterns.Table) string {
	counts := map[int]int{}
	var rows []int
	for _, p := range t.Patterns {
		if counts[p.Rows] == 0 {
			rows = append(rows, p.Rows)
		}
		counts[p.Rows]++
	}
	slices.Sort(rows)
	var words []string
	for _, r := range rows {
		words = append(words, fmt.Sprintf("%d: %d", r, counts[r]))
	}
	return strings.Join(words, ", ")
}
