package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// convertOptions are those of the command convert.
type convertOptions struct {
	*streams
	sprite     string
	conversion conversion
	output     output // of the plan
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
sprite:heart. On the usual field of 21x42 cells it has at most 17x32 pixels and
3 colours. What is transparent stays empty; transparent borders are cropped.
Every row needs at least one pixel, since pieces rest on something.

The methods: realtime searches emitters as it goes and takes the tables where it
finds none in time; table takes the tables alone.`,
		Example: `  tetrisprinter convert heart.png -o heart.plan
  tetrisprinter convert sprite:heart --method table --seed 7
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
	addConversionFlags(cmd, &o.conversion)
	addJSONFlag(cmd.Flags(), &o.words.json)
	addQuietFlag(cmd.Flags(), &o.words.quiet)
	return cmd
}

func (o *convertOptions) run(ctx context.Context) error {
	start := time.Now()
	if err := o.output.check(o.sprite); err != nil {
		return err
	}
	sprite, err := o.openSprite(ctx, o.sprite, &o.conversion.pixels)
	if err != nil {
		return err
	}
	r := &report{Output: o.output.path}
	err = o.write(ctx, &o.output, func(w io.Writer) error {
		p, err := o.conversion.convert(ctx, sprite, r, o.bar(o.words.quiet, "converting", "rows"))
		if err != nil {
			return err
		}
		return p.Write(w)
	})
	if err != nil {
		return err
	}
	r.Seconds = secondsSince(start)
	line := fmt.Sprintf("%s, %s: %s, %s, %.2f s", r.Sprite, r.picture(), r.play(), count(r.Passes, "pass"), r.Seconds)
	return o.tell(o.words, r, o.output.toStdout(), line)
}
