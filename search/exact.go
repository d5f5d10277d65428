package search

import (
	"context"
	"errors"
	"math/rand/v2"
)

// Exact finds a packing or proves that there is none. It looks for a tiling, and
// then for an order in which its pieces can be dropped. No tiling is a proof; a
// tiling that can't be ordered is followed by others, and then by the exhaustive
// search, which is a proof too if it ends. The result depends on nothing but the
// packing and these fields. The zero value is ready for use.
type Exact struct {
	// MaxNodes is how many nodes the tilings and, after them, the exhaustive
	// search may each look at before they give up. 0 means 1 << 18, which
	// takes some 50 MB at most.
	MaxNodes int

	// TilingsOnly makes the search give up when it has tilings but can't order
	// them, in milliseconds, instead of searching exhaustively.
	TilingsOnly bool
}

const (
	exactNodes = 1 << 18
	// Of the tilings of the 1,872 emitters on 21 columns, most can be
	// ordered at once; see BenchmarkExact.
	tilingTries = 64
)

// Search implements [Searcher].
func (e *Exact) Search(ctx context.Context, p *Packing) (Result, error) {
	p.check()
	limit := e.MaxNodes
	if limit == 0 {
		limit = exactNodes
	}
	moves, nodes, err := tileAndOrder(ctx, p, limit, tilingTries)
	var budget *BudgetError
	if !e.TilingsOnly && errors.As(err, &budget) {
		all := exhaust{ctx: ctx, limit: limit}
		moves, err = all.search(p)
		nodes += all.nodes
	}
	if errors.As(err, &budget) {
		err = &BudgetError{nodes}
	}
	if err != nil {
		return Result{Nodes: nodes}, err
	}
	return finish(p, pieces(moves), nodes)
}

// tileAndOrder looks for a tiling that can be ordered. It returns ErrNoSolution
// if there is no tiling, a *BudgetError if none of those tried could be ordered.
func tileAndOrder(ctx context.Context, p *Packing, limit, tries int) ([]move, int, error) {
	t := newTiler(ctx, p, limit)
	rng := rand.New(rand.NewPCG(0, 0))
	for range tries {
		tiling, err := t.next()
		if err != nil {
			return nil, t.nodes, err
		}
		if moves, ok := order(p, tiling); ok {
			return moves, t.nodes, nil
		}
		t.shuffle(rng)
	}
	return nil, t.nodes, &BudgetError{t.nodes}
}
