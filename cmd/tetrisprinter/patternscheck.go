package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/search"
)

// patternsCheckOptions are those of the command patterns check.
type patternsCheckOptions struct {
	*streams
	files  []string // none: the embedded tables
	check  search.CheckOptions
	jobs   jobs
	quiet  bool
	gaveUp int // patterns so far of which it isn't known whether lower ones exist
}

func newPatternsCheckCommand(s *streams) *cobra.Command {
	o := &patternsCheckOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Replay every pattern of a table, and prove that none is lower",
		Long: `check drops every pattern of the tables in the files, or of those built in, by
the rules alone. An emitter has to leave exactly its squares on a floor; a
platform, on one lone square, three rows full but for the hole at the wall and
after its last piece nothing but that square. It ends with status 4 at the
first pattern that doesn't.

With --prove it also proves that no pattern has more rows than it needs: lower
ones are ruled out by arithmetic, or by a search that looks at everything there
is. If it finds a lower one it ends with status 4, and with status 1 if it gives
up on any pattern, after --nodes states of one search, or is cancelled.

Patterns are packings: no piece leaves a gap under itself, and rows clear from
the bottom up. With --any-game the proof covers emitters without these rules:
any drops that end with nothing but the squares.`,
		Example: `  tetrisprinter patterns check
  tetrisprinter patterns check my.patterns
  tetrisprinter patterns check --prove
  tetrisprinter patterns check --prove --any-game`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.files = args
			return o.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.check.Prove, "prove", false, "prove too that fewer rows don't do")
	f.BoolVar(&o.check.Prover.AnyGame, "any-game", false, "--prove it for games with gaps and rows that clear in any order too")
	f.IntVar(&o.check.Prover.MaxNodes, "nodes", 1<<18, "`STATES` that each search of --prove looks at before it gives up")
	f.Var(&o.jobs, "jobs", "how many cores --prove uses; 0: all")
	addQuietFlag(f, &o.quiet)
	return cmd
}

func (o *patternsCheckOptions) run(ctx context.Context) error {
	defer limitMemory()()
	switch {
	case o.check.Prover.MaxNodes < 1:
		return usage("", "--nodes is 1 or more")
	case o.check.Prover.AnyGame && !o.check.Prove:
		return usage("add --prove", "--any-game says what to prove")
	}
	if err := o.checkAll(ctx); err != nil {
		return err
	}
	if o.gaveUp > 0 {
		return &failure{status: statusFailed, text: "gave up on " + count(o.gaveUp, "pattern") + ": there may be lower ones", hint: "--nodes lets each search look at more"}
	}
	return nil
}

// checkAll checks the files, or the embedded tables.
func (o *patternsCheckOptions) checkAll(ctx context.Context) error {
	if len(o.files) == 0 {
		return o.checkTables(ctx, "built in", patterns.EmbeddedSet().Tables)
	}
	for _, name := range o.files {
		tables, err := o.openTables(ctx, name)
		if err != nil {
			return err
		}
		if err := o.checkTables(ctx, inputName(name), tables); err != nil {
			return err
		}
	}
	return nil
}

// checkTables checks the tables of one file and writes a line for each.
func (o *patternsCheckOptions) checkTables(ctx context.Context, name string, tables []*patterns.Table) error {
	for _, t := range tables {
		found, err := o.checkTable(ctx, t)
		if err != nil && ctx.Err() != nil {
			return err
		}
		if refuted, ok := errors.AsType[*search.RefutedError](err); ok {
			return different(`"tetrisprinter patterns build" finds the lowest`, "%s, %v: %v", name, t, refuted)
		}
		if err != nil {
			return different("", "%s, %v", name, err)
		}
		o.gaveUp += found.GaveUp
		if o.quiet {
			continue
		}
		if _, err := fmt.Fprintf(o.out, "%s, %v: %d of %d patterns, all right%s\n", name, t, len(t.Patterns), t.Total(), o.proof(found)); err != nil {
			return err
		}
	}
	return nil
}

func (o *patternsCheckOptions) checkTable(ctx context.Context, t *patterns.Table) (*search.CheckReport, error) {
	bar := o.bar(o.quiet, "proving", "patterns")
	defer bar.Done()
	o.check.Jobs = int(o.jobs)
	o.check.Progress = bar.Show
	return search.Check(ctx, []*patterns.Table{t}, &o.check)
}

// proof says what the proofs for one table came to.
func (o *patternsCheckOptions) proof(r *search.CheckReport) string {
	switch {
	case !o.check.Prove:
		return ""
	case r.Heights == 0:
		return "; fewer rows: ruled out by arithmetic"
	case r.GaveUp > 0:
		return fmt.Sprintf("; fewer rows: none exists for %d, gave up on %d (%d heights, %d states searched)", r.Proved, r.GaveUp, r.Heights, r.Nodes)
	}
	return fmt.Sprintf("; fewer rows: none exists (%d heights, %d states searched)", r.Heights, r.Nodes)
}
