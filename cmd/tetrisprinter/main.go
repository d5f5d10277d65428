// Command tetrisprinter prints pictures by playing Tetris: it turns a sprite
// into a plan, proves the plan by replay, and makes pictures and videos of it.
//
// Each command fills a struct of options, and a function of that struct does
// the work. stdout carries the product, stderr the words.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/internal/progress"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams are what a command reads and writes besides files.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// bar returns a progress bar, which shows nothing if quiet or where stderr is no
// terminal.
func (s *streams) bar(quiet bool, label, unit string) *progress.Bar {
	if quiet {
		return progress.New(io.Discard, label, unit)
	}
	return progress.New(s.err, label, unit)
}

// run runs one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := withInterrupts(ctx)
	defer stop()

	understood := false
	root := newRoot(&streams{stdin, stdout, stderr})
	root.PersistentPreRun = func(*cobra.Command, []string) { understood = true }
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return statusDone
	case !understood: // cobra refused the words before any command ran
		err = &failure{status: statusUsage, text: firstLine(err), hint: hintOf(err)}
	case errors.Is(err, syscall.EPIPE): // nobody reads on, as with head
		return statusPipe
	case ctx.Err() != nil && !isFailure(err):
		err = &failure{status: statusFailed, text: "cancelled, no file was written"}
	}
	explain(stderr, err)
	return statusOf(err)
}

func newRoot(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "tetrisprinter",
		Short: "Print pictures by playing Tetris",
		Long: `tetrisprinter prints pictures by playing Tetris.

It turns a sprite (a small picture) into a plan: the order in which tetrominoes
have to fall so that, when all full rows have cleared, the sprite stands at the
bottom of the field. Every plan is proved by replaying it before it is written.
Then it makes a picture or a video of the print.

Where a command takes a file, "-" is standard input or output, and sprite:heart
is the built-in sprite of that name.

Exit status: 0 done, 1 failed or cancelled, 2 wrong usage, 3 the input is
refused or can't be printed, 4 a verification found a difference.`,
		Example: `  tetrisprinter print sprite:heart -o heart.avi    watch a heart being printed
  tetrisprinter convert heart.png -o heart.plan    how to print your own picture
  tetrisprinter verify heart.plan heart.png        does it really?
  tetrisprinter sprites                            the built-in pictures`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          helpOrUnknown,
		// Without it cobra would look at the words itself and answer in
		// several lines.
		Args:    cobra.ArbitraryArgs,
		Version: versionText(),
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(
		newConvertCommand(s),
		newPreviewCommand(s),
		newPrintCommand(s),
		newVerifyCommand(s),
		newExportCommand(s),
		newImportCommand(s),
		newPatternsCommand(s),
		newSpritesCommand(s),
		newVersionCommand(s),
	)
	root.InitDefaultCompletionCmd() // which takes any word for a cry for help
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = cobra.ArbitraryArgs, helpOrUnknown
		}
	}
	return root
}

// helpOrUnknown runs a command that only has commands below it.
func helpOrUnknown(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	err := &failure{
		status: statusUsage,
		text:   fmt.Sprintf("there is no command %q", cmd.CommandPath()+" "+args[0]),
		hint:   cmd.CommandPath() + " --help lists the commands",
	}
	cmd.SuggestionsMinimumDistance = 2 // letters that may differ
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err.hint = "did you mean " + cmd.CommandPath() + " " + near[0] + "?"
	}
	return err
}

// newHelpCommand replaces cobra's, which calls an unknown topic a success.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		Long:  `help explains a command and its flags, as COMMAND --help does.`,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return helpOrUnknown(target, rest)
			}
			return target.Help()
		},
	}
}
