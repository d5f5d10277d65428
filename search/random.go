package search

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Randomised incremental construction, the searcher of the 2013 article.
//
// Depth-first over the placements in random order: all ways to put one of the 19
// orientations in a column, 371 on 21 columns. First comes an S or Z that closes
// the bottom row outwards from a supported column, since that row is what the
// others wait for. After 1,000 attempts, placements that were made, a search is
// given up and started again with other random numbers. A search that ends
// without reaching that limit is a proof that there is no packing.
//
// The article holds 100,000 permutations of the placements and takes one at each
// node. Here the few placements that fit are listed first and then shuffled, which
// is the same. Rounds are numbered and the lowest one that ends decides, so the
// result is the same whatever the number of workers.

// Random is the randomised searcher. The zero value is ready for use.
type Random struct {
	Seed     uint64
	Rounds   int // after which the search gives up; 0 means 100
	Attempts int // placements made in a round before it is given up; 0 means 1,000
	Workers  int // rounds searched at a time; 0 means all cores
}

const (
	defaultRounds   = 100
	defaultAttempts = 1000
)

// errAttempts ends a round that has made all its attempts.
var errAttempts = errors.New("search: attempts used up")

// outcome is how a round ended.
type outcome struct {
	number int // of the round
	moves  []move
	nodes  int
	err    error // nil, ErrNoSolution, errAttempts or that of the context
}

// Search implements [Searcher].
func (r *Random) Search(ctx context.Context, p *Packing) (Result, error) {
	p.check()
	c := Random{
		Seed:     r.Seed,
		Rounds:   cmp.Or(r.Rounds, defaultRounds),
		Attempts: cmp.Or(r.Attempts, defaultAttempts),
		Workers:  cmp.Or(r.Workers, runtime.GOMAXPROCS(0)),
	}
	// Many packings are found in the first round: that needs no goroutine.
	o := c.round(ctx, p, 0, func() bool { return true })
	if o.err == errAttempts && c.Rounds > 1 {
		o = c.rest(ctx, p)
	}
	nodes := o.number*c.Attempts + o.nodes // the rounds before have made all theirs
	switch o.err {
	case nil:
		return finish(p, pieces(o.moves), nodes)
	case errAttempts:
		return Result{Nodes: nodes}, &BudgetError{nodes}
	}
	return Result{Nodes: nodes}, o.err
}

// rest searches the rounds from 1 on and returns the outcome of the first that
// ended the search, or that of the last.
func (r *Random) rest(ctx context.Context, p *Packing) outcome {
	var mu sync.Mutex
	first := outcome{number: r.Rounds - 1, nodes: r.Attempts, err: errAttempts}
	wanted := func(number int) bool {
		mu.Lock()
		defer mu.Unlock()
		return number <= first.number
	}
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)); wanted(i); i = int(next.Add(1)) {
			o := r.round(ctx, p, i, func() bool { return wanted(i) })
			if o.err == errAttempts {
				continue
			}
			mu.Lock()
			if o.number <= first.number {
				first = o
			}
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	for range min(r.Workers, r.Rounds-1) {
		wg.Go(work)
	}
	wg.Wait()
	return first
}

// round is one search with its own random numbers. It stops early, as if its
// attempts were used up, when it is not wanted any more.
func (r *Random) round(ctx context.Context, p *Packing, number int, wanted func() bool) outcome {
	c := construction{
		state:    newState(p),
		ctx:      ctx,
		wanted:   wanted,
		rng:      rand.New(rand.NewPCG(r.Seed, uint64(number))),
		attempts: r.Attempts,
	}
	err := c.visit()
	return outcome{number, c.moves, c.made, err}
}

// construction is the search of one round.
type construction struct {
	*state
	ctx      context.Context
	wanted   func() bool // false: an earlier round has decided
	rng      *rand.Rand
	attempts int
	made     int
	moves    []move
	fitting  []move // those of the states on the way, one after another
}

func (c *construction) visit() error {
	if c.dead() {
		return ErrNoSolution
	}
	if c.finished() {
		return nil
	}
	from := len(c.fitting)
	c.listMoves()
	defer func() { c.fitting = c.fitting[:from] }()
	for i := from; i < len(c.fitting); i++ {
		if err := c.try(c.fitting[i]); err != ErrNoSolution {
			return err
		}
	}
	return ErrNoSolution
}

// listMoves appends the moves that fit to c.fitting in random order, but those
// first that close the bottom row.
func (c *construction) listMoves() {
	from := len(c.fitting)
	c.fitting = c.appendMoves(c.fitting)
	list := c.fitting[from:]
	c.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	closing := 0 // those before are closing ones
	for i, m := range list {
		if c.closes(m) {
			list[closing], list[i] = list[i], list[closing]
			closing++
		}
	}
}

// closes reports whether m is an S or Z that leans with its outer cell on a
// supported column and covers two cells of the bottom row beside it.
func (c *construction) closes(m move) bool {
	t := m.form.tetromino
	return (t == tetris.S || t == tetris.Z) && m.form.orientation == tetris.Spawn && m.base == c.done
}

// try makes m and searches on from there.
func (c *construction) try(m move) error {
	if c.made == c.attempts {
		return errAttempts
	}
	if c.made%64 == 0 {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if !c.wanted() {
			return errAttempts
		}
	}
	c.made++
	c.place(m)
	c.moves = append(c.moves, m)
	if err := c.visit(); err != ErrNoSolution {
		return err
	}
	c.moves = c.moves[:len(c.moves)-1]
	c.remove(m)
	return ErrNoSolution
}
