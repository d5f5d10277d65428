package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// convertOptions are those of the command convert.
type convertOptions struct {
	*streams
	sprite     string
	conversion conversion
	output     output // of the plan
	explains   bool   // say whether it can be printed instead
	words      words
}

func newConvertCommand(s *streams) *cobra.Command {
	o := &convertOptions{streams: s, output: output{path: stream}}
	cmd := &cobra.Command{
		Use:   "convert SPRITE",
		Short: "Turn a sprite into a plan",
		Long: `convert turns a sprite into a plan: a text that shows, block by block, which
tetrominoes to drop where so that the sprite is left standing. Before the plan
is written it is replayed and compared with the sprite cell by cell.

A sprite is a PNG, GIF, BMP, WEBP or JPEG picture or a built-in one such as
sprite:heart, with up to 7 colours. What is transparent stays empty; transparent
borders are cropped. Every row needs at least one pixel, since pieces rest on
something, and none may fill the field from wall to wall, since it would clear.

Any other picture is made a sprite by flags, in this order: --frame, --crop,
--tile, --bg, --alpha-threshold, --invert-bg, --trim, --unscale, --fit or --width
and --height, --merge-within, --palette, --colors, --dither; --fix-parity comes
last. Without them nothing is cut, scaled or recoloured. With --all each tile or
frame gets an output with its number in the name: -o fox.plan makes fox-0.plan
and so on. --explain says what a sprite lacks to be printed on a field.

--field auto takes the smallest field that prints the sprite well: an odd number
of columns, on which any number of pixels can be printed, at least 9 and more
than the sprite has; and ten rows above it, or more if the method needs them.
Small sprites take far fewer pieces there.

The methods: dense looks for the fewest pieces, in rounds: more with --effort or
--time, and Ctrl-C takes the best plan so far. The others are those of 2013, for
17x32 pixels in 3 colours on the usual field: realtime searches emitters as it
goes and takes the tables where it finds none in time; table takes the tables
alone.`,
		Example: `  tetrisprinter convert heart.png -o heart.plan
  tetrisprinter convert sprite:heart --effort 9 --compare
  tetrisprinter convert sprite:heart --colors-on JTL --time 10s
  tetrisprinter convert sprite:heart --method table --seed 7
  tetrisprinter convert photo.jpg --fit --filter box --colors 5 -o photo.plan
  tetrisprinter convert sheet.png --tile 16x16 --all --field auto -o hero.plan
  tetrisprinter convert icon.png --field 10x22 --fix-parity --explain
  tetrisprinter convert - < heart.png > heart.plan
  tetrisprinter convert heart.png -o heart.plan --json`,
		Args: takes(1, 1, "a sprite"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.sprite = args[0]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeSprites,
	}
	addOutputFlags(cmd.Flags(), &o.output, "the `FILE` for the plan, - for stdout")
	cmd.Flags().BoolVar(&o.explains, "explain", false, "write no plan, but say on stdout whether the sprite can be printed, and what would make it")
	addConversionFlags(cmd, &o.conversion)
	addJSONFlag(cmd.Flags(), &o.words.json)
	addQuietFlag(cmd.Flags(), &o.words.quiet)
	return cmd
}

func (o *convertOptions) run(ctx context.Context) error {
	start := time.Now()
	if !o.explains {
		if err := o.conversion.checkOutput(o.output, o.sprite); err != nil {
			return err
		}
	}
	picture, err := o.openPicture(ctx, o.sprite)
	if err != nil {
		return err
	}
	if o.explains {
		return o.explain(ctx, picture)
	}
	list, err := o.convertAll(ctx, &o.conversion, picture, o.output, o.words.quiet)
	if err != nil {
		return err
	}
	ctx = beyond(ctx, list)
	for i, v := range list {
		begun := time.Now()
		if err := o.write(ctx, &v.output, v.plan.Write); err != nil {
			return partly(err, i, len(list))
		}
		v.took(start, begun, len(list))
	}
	return o.tellAll(o.words, list, o.output.toStdout(), func(r *report) string {
		return fmt.Sprintf("%s, %s: %s, %s, %.2f s", r.Sprite, r.picture(), r.play(), r.search(), r.Seconds)
	})
}
