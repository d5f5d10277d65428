package search

import (
	"cmp"
	"context"
	"slices"
)

// Depth-first search that remembers every state it has left without success.
//
// Since no piece leaves a gap, a state is its column heights; the number of
// completed rows follows from them. So no state is looked at twice, and a search
// that ends is a proof. It is exponential in the width all the same: it ends
// quickly where few pieces fit, as below the least height of an emitter, where
// it needs tens of states, and may run into its limit elsewhere. It is tested
// against a search of all sequences of drops on small fields, played by the rules.

// Exhaustive is the search alone. The zero value is ready for use.
type Exhaustive struct {
	MaxNodes int // after which it gives up; 0 means 1 << 18, which takes some 50 MB at most
}

const defaultNodes = 1 << 18

// Search implements [Searcher].
func (s *Exhaustive) Search(ctx context.Context, p *Packing) (Result, error) {
	p.check()
	e := exhaust{ctx: ctx, limit: cmp.Or(s.MaxNodes, defaultNodes)}
	moves, err := e.search(p)
	if err != nil {
		return Result{Nodes: e.nodes}, err
	}
	return finish(p, pieces(moves), e.nodes)
}

// checkEvery is how many nodes pass between two looks at the context.
const checkEvery = 1 << 10

// exhaust is one run of the search.
type exhaust struct {
	*state
	ctx   context.Context
	nodes int
	limit int                 // nodes
	moves []move              // those made
	left  map[string]struct{} // states left without success
	key   []byte              // of the state being looked at
}

// search looks for moves that lead to the goal. The error is ErrNoSolution if
// there are none, a *BudgetError or that of the context.
func (e *exhaust) search(p *Packing) ([]move, error) {
	e.state = newState(p)
	e.left = make(map[string]struct{})
	e.key = make([]byte, len(p.Start))
	if err := e.visit(); err != nil {
		return nil, err
	}
	return e.moves, nil
}

func (e *exhaust) visit() error {
	if e.dead() {
		return ErrNoSolution
	}
	if e.finished() {
		return nil
	}
	for x, h := range e.heights {
		e.key[x] = byte(h)
	}
	if _, seen := e.left[string(e.key)]; seen {
		return ErrNoSolution
	}
	if err := e.count(); err != nil {
		return err
	}
	key := string(e.key)
	for _, m := range e.candidates() {
		e.place(m)
		e.moves = append(e.moves, m)
		if err := e.visit(); err != ErrNoSolution {
			return err
		}
		e.moves = e.moves[:len(e.moves)-1]
		e.remove(m)
	}
	e.left[key] = struct{}{}
	return ErrNoSolution
}

// count enters a node.
func (e *exhaust) count() error {
	if e.nodes == e.limit {
		return &BudgetError{e.nodes}
	}
	if e.nodes%checkEvery == 0 && e.ctx.Err() != nil {
		return e.ctx.Err()
	}
	e.nodes++
	return nil
}

// candidates lists the moves that fit, low ones first: what fills the rows from
// the bottom keeps the stack low.
func (e *exhaust) candidates() []move {
	list := e.appendMoves(nil)
	slices.SortStableFunc(list, func(a, b move) int {
		return cmp.Or(a.top()-b.top(), a.form.rank-b.form.rank)
	})
	return list
}
