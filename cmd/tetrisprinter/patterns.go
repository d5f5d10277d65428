package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// platformsName is what the table of platforms is called on the command line.
const platformsName = "platforms"

func newPatternsCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "patterns",
		Short: "Build, check, count and show the tables of patterns",
		Long: `patterns deals with the tables of the classic method: the emitters, which leave
one to seven squares behind, and the platforms, which carry a row over holes.
The program has the tables of a field of 21 columns built in.`,
		Args: cobra.ArbitraryArgs,
		RunE: helpOrUnknown,
	}
	cmd.AddCommand(newPatternsBuildCommand(s), newPatternsCheckCommand(s), newPatternsStatsCommand(s), newPatternsShowCommand(s))
	return cmd
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

// maxMemory is what the largest tables, those of 31 columns, need in bytes with
// some room to breathe. The collector would let twice as much grow.
const maxMemory = 192 << 20

// limitMemory makes the collector keep to maxMemory, as far as that goes, until
// the function it returns is called. A lower limit from outside stays.
func limitMemory() (restore func()) {
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, maxMemory))
	return func() { debug.SetMemoryLimit(before) }
}
