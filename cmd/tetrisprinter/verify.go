package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
)

// verifyOptions are those of the command verify.
type verifyOptions struct {
	*streams
	plan   string
	sprite string // empty: say what the plan prints
	flags  preparation
	words  words
}

func newVerifyCommand(s *streams) *cobra.Command {
	o := &verifyOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "verify PLAN [SPRITE]",
		Short: "Replay a plan and compare it with a sprite",
		Long: `verify plays a plan by the rules alone, from an empty field, and says what
stands in the field at the end.

With a sprite it compares the two cell by cell and ends with status 4 at the
first difference from below. The sprite may stand in any columns. A plan that
can't be played to its end, because a piece has no room, ends with status 3.

Where the plan was made of a part of a picture, or in other colours, verify takes
the flags that said so.`,
		Example: `  tetrisprinter verify heart.plan
  tetrisprinter verify heart.plan heart.png
  tetrisprinter verify hero.plan sheet.png --tile 16x16 --index 3 --colors 4
  tetrisprinter convert sprite:heart | tetrisprinter verify - sprite:heart`,
		Args: takes(1, 2, "a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.plan = args[0]
			if len(args) > 1 {
				o.sprite = args[1]
			}
			return o.run(cmd.Context())
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return completeSprites(nil, nil, word)
		},
	}
	addPictureFlags(cmd, cmd.Flags(), &o.flags)
	addJSONFlag(cmd.Flags(), &o.words.json)
	addQuietFlag(cmd.Flags(), &o.words.quiet)
	return cmd
}

func (o *verifyOptions) run(ctx context.Context) error {
	start := time.Now()
	if o.plan == stream && o.sprite == stream {
		return usage("give one of them as a file", "the plan and the sprite can't both be standard input")
	}
	read, err := o.openPlan(ctx, o.plan)
	if err != nil {
		return err
	}
	p := read.plan
	r := &report{Plan: inputName(o.plan), Oddities: read.odd}
	var result *plan.Result
	if o.sprite == "" {
		result, err = p.Run()
	} else {
		result, err = o.compare(ctx, p, r)
	}
	if err != nil {
		return o.complain(err)
	}
	r.ofPlay(p, result)
	r.ofField(p, result)
	r.Seconds = secondsSince(start)
	o.warn(o.words, r)
	return o.say(r)
}

// compare replays p and compares it with the sprite.
func (o *verifyOptions) compare(ctx context.Context, p *plan.Plan, r *report) (*plan.Result, error) {
	picture, err := o.openPicture(ctx, o.sprite)
	if err != nil {
		return nil, err
	}
	options, err := o.flags.resolve(sprites.Limits{})
	if err != nil {
		return nil, err
	}
	made, err := await(ctx, func() (*prepare.Result, error) { return prepare.First(picture, options) })
	if err != nil {
		return nil, err
	}
	r.Sprite = made.Sprite.Name()
	return p.Verify(made.Sprite.Image())
}

// complain names the plan where the error doesn't.
func (o *verifyOptions) complain(err error) error {
	name := inputName(o.plan)
	if _, ok := errors.AsType[*plan.ReplayError](err); ok {
		return unplayable(name, err)
	}
	if _, ok := errors.AsType[*plan.DiffError](err); ok {
		return different("columns count from the left wall, rows from the floor, both from 0",
			"%s doesn't print %s: %v", name, inputName(o.sprite), err)
	}
	return err
}

// unplayable refuses a plan that the rules don't allow.
func unplayable(name string, err error) error {
	return refused("a higher field may have room: the comment # field 21x60 at the top of a plan names one", "%s can't be played: %v", name, err)
}

// say delivers the verdict, which is the product of verify.
func (o *verifyOptions) say(r *report) error {
	line := fmt.Sprintf("%s prints %s: %s", r.Plan, r.picture(), r.play())
	if r.Sprite != "" {
		line = fmt.Sprintf("%s prints %s exactly: %s", r.Plan, r.Sprite, r.play())
	}
	switch {
	case o.words.json:
		return writeJSON(o.out, r)
	case o.words.quiet:
		return nil
	}
	_, err := fmt.Fprintln(o.out, line)
	return err
}
