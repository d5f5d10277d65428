package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/exchange"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// importOptions are those of the command import.
type importOptions struct {
	*streams
	input  string
	from   string // a word of exchange.Readable; empty: what its form says
	output output // of the plan
	words  words
}

func newImportCommand(s *streams) *cobra.Command {
	o := &importOptions{streams: s, output: output{path: stream}}
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Turn another program's file into a plan",
		Long: `import turns a file of another program into a plan. It reads

  fumen    diagrams of version 115, also as the addresses of pages; several are
           the parts of one game
  seigot   art files of the game seigot/tetris
  json     what export --to json writes
  ndjson   what export --to ndjson writes

and finds out which it is unless --from says so. The pieces fall as in the other
program; what drops can't say, such as a piece that floats, or what goes
otherwise than the file means, such as a move that is blocked, is reported on
stderr. print, verify and preview take such files directly.`,
		Example: `  tetrisprinter import art.json -o art.plan
  tetrisprinter import - --from fumen < page.txt | tetrisprinter verify -
  tetrisprinter print art.json -o art.gif`,
		Args: takes(1, 1, "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.input = args[0]
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "", "`FORMAT` of the file: "+strings.Join(wordsOf(exchange.Readable()), ", "))
	addOutputFlags(f, &o.output, "the `FILE` for the plan, - for stdout")
	addJSONFlag(f, &o.words.json)
	addQuietFlag(f, &o.words.quiet)
	completeFlag(cmd, "from", wordsOf(exchange.Readable()))
	return cmd
}

func (o *importOptions) run(ctx context.Context) error {
	start := time.Now()
	format, err := o.format()
	if err != nil {
		return err
	}
	if err := o.output.check(o.input); err != nil {
		return err
	}
	p, odd, err := o.openForeign(ctx, o.input, format)
	if err != nil {
		return err
	}
	result, err := p.Run()
	if err != nil {
		return unplayable(inputName(o.input), err)
	}
	r := &report{Plan: inputName(o.input), Output: o.output.path, Oddities: odd}
	r.ofPlay(p, result)
	r.ofField(p, result)
	if err := o.write(ctx, &o.output, p.Write); err != nil {
		return err
	}
	r.Seconds = secondsSince(start)
	o.warn(o.words, r)
	return o.tell(o.words, r, o.output.toStdout(), fmt.Sprintf("%s, %s: %s", r.Plan, r.picture(), r.play()))
}

// format returns the format that --from names, or "".
func (o *importOptions) format() (exchange.Format, error) {
	if o.from == "" {
		return "", nil
	}
	format, err := exchange.ParseReadable(o.from)
	if err != nil {
		return "", usage("", "--from: %v", err)
	}
	return format, nil
}

// openForeign reads the file name, or standard input, in the given format, or if
// that is empty in the one that its first bytes say.
func (s *streams) openForeign(ctx context.Context, name string, format exchange.Format) (*plan.Plan, []string, error) {
	read, err := await(ctx, func() (foreign, error) {
		file, err := s.open(name)
		if err != nil {
			return foreign{}, err
		}
		defer file.Close()
		r, found := sniff(file)
		switch {
		case format != "":
			found = format
		case found == "":
			return foreign{}, refused("--from says which it is; a plan of ours needs no import, print, verify and preview take it as it is", "%s is in none of the forms that are read: %s", inputName(name), strings.Join(wordsOf(exchange.Readable()), ", "))
		}
		return readForeign(r, name, found)
	})
	return read.plan, read.odd, err
}

// foreign is a plan that another program wrote.
type foreign struct {
	plan *plan.Plan
	odd  []string // what it has that a plan hasn't
}

func readForeign(r io.Reader, name string, format exchange.Format) (foreign, error) {
	p, odd, err := exchange.Read(r, format)
	if _, ok := errors.AsType[*exchange.SyntaxError](err); ok {
		return foreign{}, refused("", "%s, %v", inputName(name), err)
	}
	if err != nil {
		return foreign{}, fmt.Errorf("reading %s: %w", inputName(name), err)
	}
	said := make([]string, len(odd))
	for i, o := range odd {
		said[i] = o.String()
	}
	return foreign{p, said}, nil
}

// maxWarnings is how many oddities are told one by one.
const maxWarnings = 10

// warn tells the oddities of what r was read from, unless they are in the report
// or nothing is to be said.
func (s *streams) warn(w words, r *report) {
	if w.json || w.quiet {
		return
	}
	for i, odd := range r.Oddities {
		if i == maxWarnings {
			fmt.Fprintf(s.err, "%s: and %d more\n", r.Plan, len(r.Oddities)-i)
			return
		}
		fmt.Fprintf(s.err, "%s: %s\n", r.Plan, odd)
	}
}
