package search

import (
	"cmp"
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

// tilingTries is how many tilings are tried to be ordered. With room for 6 rows,
// all emitters on 21 columns can be ordered within these: those of 4 or 5 squares
// mostly at once, those of 2 or 3 squares after ten or twenty.
const tilingTries = 64

// Search implements [Searcher].
func (e *Exact) Search(ctx context.Context, p *Packing) (Result, error) {
	p.check()
	limit := cmp.Or(e.MaxNodes, defaultNodes)
	moves, nodes, err := tileAndOrder(ctx, p, limit)
	var budget *BudgetError
	if errors.As(err, &budget) && !e.TilingsOnly {
		r, err := (&Exhaustive{limit}).Search(ctx, p)
		r.Nodes += nodes
		if errors.As(err, &budget) {
			err = &BudgetError{r.Nodes}
		}
		return r, err
	}
	if err != nil {
		return Result{Nodes: nodes}, err
	}
	return finish(p, pieces(moves), nodes)
}

// tileAndOrder looks for a tiling that can be ordered. It returns ErrNoSolution
// if there is no tiling, a *BudgetError if none of those tried could be ordered.
func tileAndOrder(ctx context.Context, p *Packing, limit int) ([]move, int, error) {
	t := newTiler(ctx, p, limit)
	rng := rand.New(rand.NewPCG(0, 0))
	for range tilingTries {
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
