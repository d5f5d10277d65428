package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/preview"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// previewOptions are those of the command preview.
type previewOptions struct {
	*streams
	input      string // a plan or a sprite
	conversion conversion
	output     output // of the picture; no path: text on stdout
	terminal   string // a word of terminals
	words      words
}

// terminals are the words for what text is shown with. Auto, the first, asks
// the terminal.
var terminals = []string{auto, "truecolor", "256", "letters"}

func newPreviewCommand(s *streams) *cobra.Command {
	o := &previewOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "preview SPRITE|PLAN",
		Short: "Show what will be printed",
		Long: `preview shows in the terminal what will be printed. A sprite is converted
first, with the flags of convert; then the plan is played by the rules alone and
what is left in the field is shown, so it is what print prints.

Half blocks show two pixels each, in the colours that the terminal has; empty
cells show its own background. A picture that is wider than the terminal is
shrunk to it. Without colours, where NO_COLOR is set, and where stdout is no
terminal, a letter stands for each colour.

With -o it writes a PNG: for a sprite the original on the left and what is
printed on the right, for a plan what is printed, a pixel for a cell.`,
		Example: `  tetrisprinter preview photo.jpg --fit --colors 4
  tetrisprinter preview heart.plan
  tetrisprinter preview sheet.png --tile 16x16 --index 3 -o beside.png
  tetrisprinter preview heart.png --terminal truecolor | less -R`,
		Args: takes(1, 1, "a sprite or a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.input = args[0]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeSprites,
	}
	f := cmd.Flags()
	addOutputFlags(f, &o.output, "write a PNG to this `FILE`, - for stdout, instead of text")
	f.StringVar(&o.terminal, "terminal", auto, "`KIND` of text: "+strings.Join(terminals, ", "))
	addConversionFlags(cmd, &o.conversion)
	addJSONFlag(f, &o.words.json)
	addQuietFlag(f, &o.words.quiet)
	completeFlag(cmd, "terminal", terminals)
	return cmd
}

func (o *previewOptions) run(ctx context.Context) error {
	start := time.Now()
	if !slices.Contains(terminals, o.terminal) {
		return usage("", "--terminal %.20q: want one of %s", o.terminal, strings.Join(terminals, ", "))
	}
	in, list, err := o.openPlans(ctx, o.input, &o.conversion, o.output, o.words.quiet)
	if err != nil {
		return err
	}
	ctx = beyond(ctx, list)
	onStdout := o.output.toStdout() || o.output.path == ""
	for i, v := range list {
		begun := time.Now()
		if o.output.path == "" && i > 0 {
			fmt.Fprintln(o.stdout(ctx))
		}
		if err := o.show(ctx, in.picture, v); err != nil {
			return partly(err, i, len(list))
		}
		v.took(start, begun, len(list))
	}
	return o.tellAll(o.words, list, onStdout, func(r *report) string {
		return fmt.Sprintf("%s, %s: %s, %.2f s", r.input(), r.picture(), r.play(), r.Seconds)
	})
}

// show plays a plan and shows what is printed.
func (o *previewOptions) show(ctx context.Context, original *sprites.Picture, v *converted) error {
	printed, err := o.played(v)
	if err != nil {
		return err
	}
	if v.output.path == "" {
		return preview.WriteText(o.stdout(ctx), printed, o.terminalOf())
	}
	return o.write(ctx, &v.output, func(w io.Writer) error {
		if v.prepared == nil {
			return png.Encode(w, printed)
		}
		frame, err := original.Frame(v.Frame)
		if err != nil {
			return err
		}
		return preview.WriteBeside(w, frame, printed)
	})
}

// played plays a plan, and fills in what the report says of it.
func (o *previewOptions) played(v *converted) (*image.NRGBA, error) {
	printed, err := preview.OfPlan(v.plan)
	if _, ok := errors.AsType[*plan.ReplayError](err); ok {
		return nil, unplayable(inputName(o.input), err)
	}
	if errors.Is(err, preview.ErrEmpty) {
		return nil, refused("its pieces clear all rows: there is nothing to see", "%s prints nothing", inputName(o.input))
	}
	if err != nil || v.prepared != nil {
		return printed, err
	}
	result, err := v.plan.Run()
	if err != nil {
		return nil, err
	}
	v.report.ofPlay(v.plan, result)
	v.report.ofField(v.plan, result)
	return printed, nil
}

// terminalOf returns what the text is written for.
func (o *previewOptions) terminalOf() *preview.Terminal {
	t := &preview.Terminal{Columns: tetris.MaxWidth, Colors: preview.NoColors}
	if f, ok := o.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		t.Colors = preview.ColorsOf(os.Getenv)
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			t.Columns = columns
		}
	}
	switch o.terminal {
	case "truecolor":
		t.Colors = preview.TrueColor
	case "256":
		t.Colors = preview.Colors256
	case "letters":
		t.Colors = preview.NoColors
	}
	return t
}
