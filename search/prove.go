package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// RefutedError reports that a pattern has more rows than it needs.
type RefutedError struct {
	Pattern *patterns.Pattern
	Rows    int // in which there is one too
}

func (e *RefutedError) Error() string {
	return fmt.Sprintf("%v: there is one of %d rows", e.Pattern, e.Rows)
}

// Prover rules out the heights below those of patterns. The zero value is ready
// for use.
type Prover struct {
	// AnyGame rules out all games for emitters, also those with gaps under pieces
	// and with rows that clear in another order, not packings alone.
	AnyGame bool

	MaxNodes int // in each of the searches for one height; 0 means 1 << 18
}

// Prove returns nil if there is no pattern like p with fewer rows, a
// [*RefutedError] if there is, a [*BudgetError] if it has given up and found
// none, or the error of the context. Heights at which 4 doesn't divide the cells
// need no search. It also returns how many heights it has searched, and how many
// states it has looked at.
func (v *Prover) Prove(ctx context.Context, p *patterns.Pattern) (heights, nodes int, err error) {
	least, step, _ := patterns.Rows(p.Width, p.Squares())
	if p.Kind == patterns.Platform {
		least, step, _ = patterns.PlatformRows(p.Width)
	}
	gaveUp := false
	for rows := least; rows < p.Rows; rows += step {
		n, err := v.possible(ctx, p, rows)
		heights, nodes = heights+1, nodes+n
		switch {
		case err == nil:
			return heights, nodes, &RefutedError{p, rows}
		case !notFound(err):
			return heights, nodes, err
		case err != ErrNoSolution:
			gaveUp = true
		}
	}
	if gaveUp {
		return heights, nodes, &BudgetError{nodes}
	}
	return heights, nodes, nil
}

// possible returns nil if there is a pattern like p of that many rows.
func (v *Prover) possible(ctx context.Context, p *patterns.Pattern, rows int) (nodes int, err error) {
	if p.Kind == patterns.Emitter {
		k := emitterPacking(p.Width, p.At, rows)
		if v.AnyGame {
			return (&AnyGame{v.MaxNodes}).Possible(ctx, k)
		}
		return v.search(ctx, k)
	}
	failed := ErrNoSolution
	for _, start := range platformStarts(p.Width, p.At[0], rows) {
		n, err := v.search(ctx, platformPacking(start, 0))
		nodes += n
		if err == nil || !notFound(err) {
			return nodes, err
		}
		if err != ErrNoSolution {
			failed = err
		}
	}
	return nodes, failed
}

// search decides one packing. The exhaustive search, which knows nothing of
// tilings, goes first: tables are built without it, as far as tilings do.
func (v *Prover) search(ctx context.Context, k *Packing) (nodes int, err error) {
	r, err := (&Exhaustive{v.MaxNodes}).Search(ctx, k)
	var budget *BudgetError
	if !errors.As(err, &budget) {
		return r.Nodes, err
	}
	tiled, err := (&Exact{MaxNodes: v.MaxNodes, TilingsOnly: true}).Search(ctx, k)
	return r.Nodes + tiled.Nodes, err
}

// CheckOptions say how to check tables. Nil is the zero value.
type CheckOptions struct {
	Prove  bool   // rule out the heights below those of the patterns too
	Prover Prover // with which

	Jobs int // patterns checked at a time; 0 means all cores

	// Progress, if not nil, is called after every pattern, never by two
	// goroutines at once.
	Progress func(done, total int)
}

// CheckReport says what a check came to.
type CheckReport struct {
	Patterns int // replayed, all right
	Proved   int // of them, have no lower one, by arithmetic or by search
	GaveUp   int // of them, may have a lower one: the search gave up
	Heights  int // that were searched
	Nodes    int // states that the searches looked at
}

// Check replays every pattern of the tables and, if that is wanted, proves that
// there is none with fewer rows. Its error is that of [patterns.Table.Check], a
// [*RefutedError], the first of each in the order of the tables, or that of the
// context.
func Check(ctx context.Context, tables []*patterns.Table, opts *CheckOptions) (*CheckReport, error) {
	var o CheckOptions
	if opts != nil {
		o = *opts
	}
	var all []*patterns.Pattern
	for _, t := range tables {
		if err := t.Check(); err != nil {
			return nil, fmt.Errorf("%v: %w", t, err)
		}
		for i := range t.Patterns {
			all = append(all, &t.Patterns[i])
		}
	}
	r := &CheckReport{Patterns: len(all)}
	if !o.Prove {
		return r, ctx.Err()
	}
	proofs := make([]CheckReport, len(all))
	done := 0
	err := parallel(ctx, len(all), o.Jobs, func(i int) (err error) {
		proofs[i], err = o.Prover.report(ctx, all[i])
		return err
	}, func(int) {
		if done++; o.Progress != nil {
			o.Progress(done, len(all))
		}
	})
	for _, p := range proofs {
		r.Proved += p.Proved
		r.GaveUp += p.GaveUp
		r.Heights += p.Heights
		r.Nodes += p.Nodes
	}
	return r, err
}

// report proves one pattern; giving up is no error.
func (v *Prover) report(ctx context.Context, p *patterns.Pattern) (r CheckReport, err error) {
	r.Heights, r.Nodes, err = v.Prove(ctx, p)
	var budget *BudgetError
	switch {
	case err == nil:
		r.Proved = 1
	case errors.As(err, &budget):
		r.GaveUp, err = 1, nil
	}
	return r, err
}
