package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/exchange"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// exportOptions are those of the command export.
type exportOptions struct {
	*streams
	input      string // a plan or a sprite
	to         string // a word of exchange.Formats
	split      int    // most pages of a fumen; 0: one fumen
	rules      string // a word of exchange.AllRules, for keys
	keyFormat  string // a word of exchange.KeyFormats, for keys
	bags       bool   // of a queue
	conversion conversion
	output     output
	words      words
}

// exportFlags says which format a flag is for.
var exportFlags = map[string]exchange.Format{
	"split": exchange.Fumen, "rules": exchange.Keys, "format": exchange.Keys, "bags": exchange.Queue,
}

func newExportCommand(s *streams) *cobra.Command {
	o := &exportOptions{streams: s, output: output{path: stream}}
	cmd := &cobra.Command{
		Use:   "export PLAN|SPRITE --to FORMAT",
		Short: "Write a plan for another program or for hands",
		Long: `export writes a plan in the form that another program takes. A sprite is
converted first, with the flags of convert. The formats:

  fumen    a diagram for fumen.zui.jp and many tools, one page a piece, from a
           field of 10 columns and at most 23 rows; --split 100 makes several
           strings of 100 pages, one a line, each beginning where the last ended
  seigot   an art file of the game seigot/tetris, from a field of 10 columns
  keys     the keys to press, a line a piece, by the --rules of a game:
             printer   turn either way, shift, drop: any field
             srs       guideline games: 10 columns, pieces appear above 20 rows
             nes       the game of 1989: 10x20, no hard drop ("down" lets fall)
             fahey     Standard Tetris: 10x20, counter-clockwise turns alone, and
                       only when the piece has fallen a row ("wait")
             seigot    as above: 10x22, clockwise turns alone
           --format csv writes a table, --format ahk an AutoHotkey script
  json     the drops with landing row, lines cleared and pixels so far
  ndjson   the same, a line a drop
  csv      the same as a table
  queue    the letters of the pieces; --bags adds how far they are from the
           order in which bags of seven are dealt
  steps    a sheet to play by hand: each piece drawn as it has to stand

A piece that the format or the game can't take is refused by its number and
the reason, nothing is approximated.`,
		Example: `  tetrisprinter export gift.plan --to fumen
  tetrisprinter export sprite:checker --field 10x22 --to seigot -o art.json
  tetrisprinter export gift.plan --to keys --rules nes --format csv -o keys.csv
  tetrisprinter export heart.plan --to steps | less`,
		Args: takes(1, 1, "a plan or a sprite"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.input = args[0]
			if err := o.checkFlags(cmd.Flags()); err != nil {
				return err
			}
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeSprites,
	}
	f := cmd.Flags()
	f.StringVar(&o.to, "to", "", "`FORMAT` to write: "+strings.Join(wordsOf(exchange.Formats()), ", "))
	f.IntVar(&o.split, "split", 0, "`PAGES` of a fumen, at most; 0: one fumen for all")
	f.StringVar(&o.rules, "rules", string(exchange.RulesPrinter), "`GAME` whose rules say which keys: "+strings.Join(wordsOf(exchange.AllRules()), ", "))
	f.StringVar(&o.keyFormat, "format", string(exchange.KeyText), "`FORM` of the keys: "+strings.Join(wordsOf(exchange.KeyFormats()), ", "))
	f.BoolVar(&o.bags, "bags", false, "write a queue in bags of seven and say how far it is from their order")
	addOutputFlags(f, &o.output, "the `FILE` to write, - for stdout")
	addConversionFlags(cmd, &o.conversion)
	addJSONFlag(f, &o.words.json)
	addQuietFlag(f, &o.words.quiet)
	completeFlag(cmd, "to", wordsOf(exchange.Formats()))
	completeFlag(cmd, "rules", wordsOf(exchange.AllRules()))
	completeFlag(cmd, "format", wordsOf(exchange.KeyFormats()))
	return cmd
}

// wordsOf returns what the command line calls each of list.
func wordsOf[W ~string](list []W) (names []string) {
	for _, word := range list {
		names = append(names, string(word))
	}
	return names
}

// checkFlags refuses flags of another format.
func (o *exportOptions) checkFlags(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if format, ok := exportFlags[f.Name]; ok && o.to != string(format) && err == nil {
			err = usage("leave it out", "--%s is for --to %s", f.Name, format)
		}
	})
	return err
}

func (o *exportOptions) run(ctx context.Context) error {
	start := time.Now()
	write, err := o.writer()
	if err != nil {
		return err
	}
	_, list, err := o.openPlans(ctx, o.input, &o.conversion, o.output, o.words.quiet)
	if err != nil {
		return err
	}
	ctx = beyond(ctx, list)
	for i, v := range list {
		begun := time.Now()
		if err := o.export(ctx, v, write); err != nil {
			return partly(err, i, len(list))
		}
		v.took(start, begun, len(list))
	}
	return o.tellAll(o.words, list, o.output.toStdout(), func(r *report) string {
		return fmt.Sprintf("%s as %s: %s", r.input(), o.to, r.play())
	})
}

// exporter writes the plan v.
type exporter func(w io.Writer, v *converted) error

// writer returns what writes the format wanted.
func (o *exportOptions) writer() (exporter, error) {
	if o.to == "" {
		return nil, usage("--to says which: "+strings.Join(wordsOf(exchange.Formats()), ", "), "export needs a format")
	}
	format, err := exchange.ParseFormat(o.to)
	if err != nil {
		return nil, usage("", "--to: %v", err)
	}
	switch format {
	case exchange.Fumen:
		return o.fumenWriter()
	case exchange.Keys:
		return o.keyWriter()
	}
	writers := map[exchange.Format]func(io.Writer, *plan.Plan) error{
		exchange.Seigot: exchange.WriteSeigot,
		exchange.NDJSON: exchange.WriteNDJSON,
		exchange.JSON:   exchange.WriteJSON,
		exchange.CSV:    exchange.WriteCSV,
		exchange.Queue:  exchange.WriteQueue,
		exchange.Steps:  exchange.WriteSteps,
	}
	if o.bags {
		writers[exchange.Queue] = exchange.WriteBags
	}
	return func(w io.Writer, v *converted) error { return writers[format](w, v.plan) }, nil
}

func (o *exportOptions) fumenWriter() (exporter, error) {
	if o.split < 0 {
		return nil, usage("", "--split %d: it is a number of pages, 0 for all", o.split)
	}
	return func(w io.Writer, v *converted) error {
		comment := fmt.Sprintf("%s: %s", title(v.report), v.report.play())
		return exchange.WriteFumen(w, v.plan, &exchange.FumenOptions{Comment: comment, Split: o.split})
	}, nil
}

func (o *exportOptions) keyWriter() (exporter, error) {
	rules, err := exchange.ParseRules(o.rules)
	if err != nil {
		return nil, usage("", "--rules: %v", err)
	}
	format, err := exchange.ParseKeyFormat(o.keyFormat)
	if err != nil {
		return nil, usage("", "--format: %v", err)
	}
	return func(w io.Writer, v *converted) error { return exchange.WriteKeys(w, v.plan, rules, format) }, nil
}

// title returns the name of what is printed, without its folder: that is of no
// interest to others.
func title(r *report) string {
	name := filepath.Base(strings.TrimPrefix(r.input(), "sprite:"))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// export plays the plan v, fills in what the report says of it, and writes it.
func (o *exportOptions) export(ctx context.Context, v *converted, write exporter) error {
	result, err := v.plan.Run()
	if err != nil {
		return unplayable(inputName(o.input), err)
	}
	v.report.ofPlay(v.plan, result)
	if v.prepared == nil {
		v.report.ofField(v.plan, result)
	}
	err = o.write(ctx, &v.output, func(w io.Writer) error { return write(w, v) })
	if cannot, ok := errors.AsType[*exchange.RefusedError](err); ok {
		hint := "another --seed may find other pieces"
		if cannot.Piece == 0 {
			hint = "convert the sprite for such a field: --field 10x22"
		}
		return refused(hint, "%s can't be exported: %v", v.report.input(), cannot)
	}
	return err
}
