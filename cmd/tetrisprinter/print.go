package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/printer"
)

// printOptions are those of the command print.
type printOptions struct {
	*streams
	input      string // a plan or a sprite
	conversion conversion
	output     output
	format     string // a word of printer.Formats; empty: what the output's name says
	look       printer.Options
	words      words
}

func newPrintCommand(s *streams) *cobra.Command {
	o := &printOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "print PLAN|SPRITE -o OUT",
		Short: "Make a picture or a video of the print",
		Long: `print makes a picture or a video of a print. The name of the output, or
--format, says which:

  OUT.png         the final field; with --animate the video as an animated PNG
  OUT.sheet.png   a contact sheet: the field after each row printed
  OUT.avi         a Motion-JPEG video: pieces appear, turn, shift and fall, and
                  full rows flash and vanish
  OUT.gif         the same as an animated GIF
  OUT.apng        the same as an animated PNG
  OUT.mp4 .webm   the same, made by ffmpeg, which has to be installed
  OUT.y4m         the same as raw frames, for other programs
  FOLDER/         the frames of the video as PNG pictures
  -               standard output: a PNG, or what --format says

A sprite is converted first, with the flags of convert; Ctrl-C then takes the
best plan so far, and once more it ends all. A plan is played as it is, also one
that was written by hand or by the program of 2013.`,
		Example: `  tetrisprinter print sprite:heart -o heart.avi
  tetrisprinter print heart.png -o final.png --cell 8
  tetrisprinter print heart.plan -o heart.gif --duration 20s --skin flat
  tetrisprinter print heart.plan -o frames/
  tetrisprinter convert heart.png | tetrisprinter print - -o - > final.png
  tetrisprinter print heart.plan -o - --format y4m | ffmpeg -i - heart.mkv`,
		Args: takes(1, 1, "a plan or a sprite"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.input = args[0]
			return o.run(cmd.Context())
		},
		ValidArgsFunction: completeSprites,
	}
	f := cmd.Flags()
	addOutputFlags(f, &o.output, "the `OUT` to write, - for stdout")
	f.StringVar(&o.format, "format", "", "`KIND` of output: "+strings.Join(printer.Formats(), ", "))
	addLookFlags(f, &o.look)
	addConversionFlags(cmd, &o.conversion)
	addJSONFlag(f, &o.words.json)
	addQuietFlag(f, &o.words.quiet)
	completeFlag(cmd, "format", printer.Formats())
	completeFlag(cmd, "skin", printer.Skins())
	return cmd
}

func addLookFlags(f *pflag.FlagSet, look *printer.Options) {
	f.StringVar(&look.Skin, "skin", printer.Skins()[0], "`SKIN` of the blocks: "+strings.Join(printer.Skins(), ", "))
	f.BoolVar(&look.Panel, "panel", false, "show counts, the next piece and the goal beside the field")
	f.BoolVar(&look.NoCaption, "no-caption", false, "leave out the counts under the field")
	f.IntVar(&look.Cell, "cell", 16, "side of a cell in `PIXELS`; an AVI takes multiples of 16")
	f.IntVar(&look.FPS, "fps", printer.MaxFPS, "`FRAMES` a second")
	f.Float64Var(&look.Speed, "speed", 0, "`PIECES` a second, at most one a frame (usually 10)")
	f.DurationVar(&look.Duration, "duration", 0, "`TIME` the whole video takes, such as 60s, instead of --speed")
	f.DurationVar(&look.Hold, "hold", 2*time.Second, "`TIME` the finished picture is shown")
	f.BoolVar(&look.ZoomOut, "zoom-out", false, "show the sprite alone at the end, large")
	f.BoolVar(&look.Animate, "animate", false, "make an animated picture of OUT.png")
	f.BoolVar(&look.Split, "split", false, "make several files of an AVI that is too large for one")
}

func (o *printOptions) run(ctx context.Context) error {
	start := time.Now()
	if err := o.checkLook(); err != nil {
		return err
	}
	_, list, err := o.openPlans(ctx, o.input, &o.conversion, o.output, o.words.quiet)
	if err != nil {
		return err
	}
	ctx = beyond(ctx, list)
	for i, v := range list {
		begun := time.Now()
		if err := o.print(ctx, v); err != nil {
			return partly(err, i, len(list))
		}
		v.took(start, begun, len(list))
	}
	return o.tellAll(o.words, list, o.output.toStdout(), func(r *report) string {
		return fmt.Sprintf("%s: %s; %s, %dx%d pixels, %.2f s", r.input(), r.play(), count(r.Frames, "frame"), r.PictureWidth, r.PictureHeight, r.Seconds)
	})
}

// checkLook finds out what to write, says what zeros mean on the command line where
// the printer takes them for the usual, and refuses what no plan can be drawn with.
func (o *printOptions) checkLook() error {
	if o.look.Cell == 0 || o.look.FPS == 0 {
		return usage("", "--cell and --fps are more than 0")
	}
	if o.look.Hold == 0 {
		o.look.Hold = -1
	}
	format, err := o.outputFormat()
	if err != nil {
		return err
	}
	o.look.Format = format
	return printFailure(o.look.Check(o.output.path))
}

// outputFormat returns the format that --format or the output's name says. An
// output that is a folder already takes frames.
func (o *printOptions) outputFormat() (printer.Format, error) {
	path := o.output.path
	if path == "" {
		return 0, usage("such as -o heart.avi", "print needs an output")
	}
	if o.format != "" {
		format, err := printer.ParseFormat(o.format)
		if err != nil {
			return 0, usage("", "--format %v", err)
		}
		if o.output.toStdout() && format == printer.Folder {
			return 0, usage("name a folder: -o frames/", "a folder can't go to standard output")
		}
		return format, nil
	}
	if o.output.toStdout() {
		return printer.PNG, nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return printer.Folder, nil
	}
	format, err := printer.FormatOf(path)
	if err != nil {
		return 0, usage("--format says what to write whatever the name", "%v", err)
	}
	return format, nil
}

// printFailure offers a way out of an error of the printer.
func printFailure(err error) error {
	if option, ok := errors.AsType[*printer.OptionError](err); ok {
		return usage("--help lists the flags", "--%v", option)
	}
	if large, ok := errors.AsType[*printer.TooLargeError](err); ok {
		return refused("--split makes several files of it; --speed or --duration makes it shorter", "%v", large)
	}
	if ffmpeg, ok := errors.AsType[*printer.FFmpegError](err); ok && ffmpeg.Missing {
		return &failure{status: statusFailed, text: ffmpeg.Error(), hint: "install ffmpeg (apt-get install ffmpeg), or write an .avi, which needs nothing else"}
	}
	return err
}

// print plays a plan, writes the picture or video and fills in what it is.
func (o *printOptions) print(ctx context.Context, v *converted) error {
	result, err := v.plan.Run()
	if err != nil {
		return unplayable(inputName(o.input), err)
	}
	v.report.ofPlay(v.plan, result)
	if v.prepared == nil {
		v.report.ofField(v.plan, result)
	}
	return printFailure(o.draw(ctx, v))
}

// draw writes the picture or video.
func (o *printOptions) draw(ctx context.Context, v *converted) error {
	bar := o.bar(o.words.quiet, "printing", "frames")
	defer bar.Done()
	look := o.look
	look.Force = o.output.force
	look.Progress = bar.Show
	var printed *printer.Report
	var err error
	if o.output.toStdout() {
		printed, err = printer.Write(ctx, v.plan, o.stdout(ctx), look.Format, &look)
	} else {
		printed, err = printer.Print(ctx, v.plan, v.output.path, &look)
	}
	if err != nil {
		return err
	}
	v.report.ofPicture(printed)
	return nil
}
