package dense

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A search runs many attempts: each on a canvas of its own, with the sprite at some
// columns of the field, perhaps mirrored, and the colours on some tetrominoes. Work
// comes in rounds of a fixed size. A round begins new attempts and goes on with
// those that have come furthest; which these are depends on the rounds before
// alone, so neither the clock nor the number of workers can change a plan.

const (
	sliceSteps  = 550_000 // beam steps of one slice of an attempt, once for each slicePixels begun
	slicePixels = 1000
	largePixels = 500 // pixels of a large picture: without a plan it is searched in another way
	firstRounds = 1   // rounds of new attempts alone
	roundSlices = 4
	newSlices   = 1 // slices of a later round that begin an attempt
	keptRuns    = 8 // attempts kept between rounds

	// A search without a plan goes on for more rounds, and after the first ones in
	// other ways, by turns.
	moreRounds      = 120
	largeMoreRounds = 40 // with a large picture
	largeRounds     = 30 // first ones with one
)

// shares divides the other slices of a round among the best attempts.
var shares = [...]int{2, 1}

// largeShares divides all slices among the best attempts at a large picture that has a
// plan: others would take too long to come up to these.
var largeShares = [...]int{3, 1}

// largeEffort is how many levels of effort are worth as many rounds as the first plan of a
// large picture took.
const largeEffort = 4

// rounds returns the number of rounds of the effort. Large pictures take many until their
// first plan, and more effort goes on for a part of that.
func (s *searcher) rounds() int {
	effort := min(max(cmp.Or(s.opts.Effort, DefaultEffort), 1), MaxEffort)
	rounds := [MaxEffort + 1]int{1: 1, 2, 4, 7, 12, 25, 50, 110, 220}[effort]
	if s.best != nil && s.large() {
		rounds = max(rounds, s.first*(largeEffort+effort-1)/largeEffort)
	}
	return rounds
}

// searching reports whether there are rounds left.
func (s *searcher) searching() bool {
	rounds := s.rounds()
	switch {
	case s.best != nil:
	case s.large():
		rounds += largeMoreRounds
	default:
		rounds += moreRounds
	}
	return s.round < rounds
}

type trial struct {
	setting setting
	number  int
	attempt *attempt
	spent   bool // nothing left to expand
}

type searcher struct {
	problem *Problem
	opts    *Options
	rand    *rand.Rand
	tables  *voidTables
	round   int
	first   int // round of the first plan, counted from 1; 0: none yet
	begun   int // attempts
	trials  []*trial
	best    *trial
	cleared int // of the best plan
	nodes   int
	pixels  int
	colors  int                  // the highest of the sprite's
	palette []uint8              // colours of the sprite
	lonely  [MaxColors + 1]int   // see the function of that name
	pairs   [MaxColors + 1]types // tetrominoes that may be the only ones of a colour
}

func newSearcher(p *Problem, opts *Options) *searcher {
	s := &searcher{
		problem: p, opts: opts, rand: rand.New(rand.NewPCG(opts.Seed, 1<<63)),
		tables: newVoidTables(p.Width), cleared: noLimit,
	}
	for _, row := range p.Cells {
		for _, c := range row {
			if c > 0 {
				s.pixels++
				s.colors = max(s.colors, int(c))
			}
		}
	}
	s.palette = p.palette()
	s.pairs, s.lonely = p.pairs(s.palette), lonely(p.Cells)
	return s
}

// work is a slice of an attempt.
type work struct {
	trial  *trial
	steps  int
	tuning tuning
}

// run does one round.
func (s *searcher) run(ctx context.Context) {
	works := s.plan()
	limit := noLimit
	if s.best != nil {
		limit = s.cleared - step(s.problem.Width)
	}
	before := s.count()
	s.each(works, func(w work) {
		if w.trial.attempt == nil {
			c := s.canvas(w.trial.setting)
			w.trial.attempt = newAttempt(c, c.start(), w.tuning, s.opts.Seed, uint64(w.trial.number), s.tables)
		}
		w.trial.attempt.tune(w.tuning)
		w.trial.spent = !w.trial.attempt.run(ctx, w.steps, limit)
	})
	s.nodes += s.count() - before
	s.round++
	s.rank()
	if s.best != nil && s.first == 0 {
		s.first = s.round
	}
}

func (s *searcher) count() int {
	n := 0
	for _, t := range s.trials {
		if t.attempt != nil {
			n += t.attempt.beam.steps
		}
	}
	return n
}

// each does the works, as many at the same time as there are jobs.
func (s *searcher) each(works []work, do func(work)) {
	queue := make(chan work)
	var wait sync.WaitGroup
	for range max(1, s.opts.Jobs) {
		wait.Go(func() {
			for w := range queue {
				do(w)
			}
		})
	}
	for _, w := range works {
		queue <- w
	}
	close(queue)
	wait.Wait()
}

// plan chooses the slices of the next round.
func (s *searcher) plan() (works []work) {
	fresh, kept := s.divide()
	for _, t := range s.trials {
		if len(kept) > 0 && !t.spent {
			works = append(works, work{t, kept[0] * sliceSteps, s.tuning(s.round)})
			kept = kept[1:]
		}
	}
	for range fresh {
		t := &trial{setting: s.newSetting(), number: s.begun}
		works = append(works, work{t, sliceSteps, s.tuning(s.begun)})
		s.trials = append(s.trials, t)
		s.begun++
	}
	for i := range works {
		works[i].steps *= 1 + s.pixels/slicePixels
	}
	return works
}

// divide divides the slices of a round: how many begin an attempt, and how many each of
// the best attempts gets. Without a plan of a small picture most begin one in every second
// round: where the best are stuck, others may not be.
func (s *searcher) divide() (fresh int, kept []int) {
	switch {
	case s.round < firstRounds:
		return roundSlices, nil
	case s.large() && s.best != nil:
		return 0, largeShares[:]
	case s.large() || s.best != nil:
		return newSlices, shares[:]
	case s.round%2 == 0:
		return roundSlices - 1, []int{1}
	default:
		return 1, []int{1, 1, 1}
	}
}

// tuning returns the n-th of those taken by turns. What helps small pictures that are
// hard makes more pieces of large ones, which have many ways.
func (s *searcher) tuning(n int) tuning {
	if s.best != nil || s.round < firstRounds || s.large() && s.round < largeRounds {
		return usualTuning(s.problem.Width)
	}
	return tunings[n%len(tunings)]
}

func (s *searcher) large() bool { return s.pixels >= largePixels }

// rank sorts the trials, best first, notes the best plan and forgets the hopeless. As
// long as there is no plan of a small picture the best have filled most pixels.
func (s *searcher) rank() {
	for _, t := range s.trials {
		if b := t.attempt.best; b != nil && b.cleared < s.cleared {
			s.best, s.cleared = t, b.cleared
		}
	}
	slices.SortStableFunc(s.trials, func(a, b *trial) int {
		if s.best == nil && !s.large() {
			return cmp.Or(cmp.Compare(slices.Max(b.attempt.most), slices.Max(a.attempt.most)), cmp.Compare(a.number, b.number))
		}
		return cmp.Or(cmp.Compare(a.attempt.projection(), b.attempt.projection()), cmp.Compare(a.number, b.number))
	})
	if len(s.trials) > keptRuns {
		clear(s.trials[keptRuns:])
		s.trials = s.trials[:keptRuns]
	}
}

func (s *searcher) canvas(t setting) *canvas {
	cells := make([][]uint8, len(s.problem.Cells))
	for y, row := range s.problem.Cells {
		cells[y] = make([]uint8, s.problem.Width)
		copy(cells[y][t.column:], row)
	}
	c := newCanvas(s.problem.Width, s.problem.Height, cells, t.carries)
	if t.mirror {
		c = c.mirrored()
	}
	return c
}

func (s *searcher) progress() Progress {
	p := Progress{Round: s.round, Rounds: s.rounds(), Nodes: s.nodes}
	if s.best != nil {
		p.Pieces = (s.pixels + s.problem.Width*s.cleared) / 4
	}
	return p
}

func (s *searcher) result() *Result {
	t := s.best
	r := &Result{
		Column: t.setting.column, Carries: t.setting.carries, Cleared: s.cleared,
		Pieces: (s.pixels + s.problem.Width*s.cleared) / 4, Rounds: s.round, Nodes: s.nodes,
	}
	for q := t.attempt.best; q.parent != nil; q = q.parent {
		pieces := make([]tetris.Piece, len(q.drops))
		for i, d := range q.drops {
			k := &kinds[d.kind]
			pieces[i] = tetris.Piece{
				Drop: tetris.Drop{Tetromino: k.tetromino, Orientation: k.orientation, Column: int(d.column)},
				Row:  int(d.row),
			}
			if t.setting.mirror {
				pieces[i] = mirrorPiece(pieces[i], s.problem.Width)
			}
		}
		r.Structures = append(r.Structures, pieces)
	}
	slices.Reverse(r.Structures)
	return r
}
