package search

import (
	"context"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Rows of the field that a pattern may need for its stack and the next piece
// over it. All emitters on 21 columns do with the first; a sprite of 32 rows
// printed on a platform leaves 7 in a field of 42.
const (
	goodRoom = 6
	fairRoom = 8
)

// finder looks for single patterns.
type finder struct {
	quick, thorough Searcher // quick may give up early
	nodes           int      // of all searches so far
}

// exactFinder returns the finder with which tables are built.
func exactFinder() *finder { return &finder{quick: &Exact{TilingsOnly: true}, thorough: &Exact{}} }

// quickFinder returns one that takes milliseconds even on wide fields, but may
// miss the least number of rows or the least room.
func quickFinder() *finder {
	s := &Exact{TilingsOnly: true}
	return &finder{quick: s, thorough: s}
}

// emitter looks for the emitter whose triples begin at these columns of a field of
// the given width, in ascending order. It has that many rows, or with 0 the least
// possible number. The errors are those of a [Searcher] and, if there can be no
// such emitter, a [*CountError].
func (f *finder) emitter(ctx context.Context, width int, triples []int, rows int) (*patterns.Pattern, error) {
	least, step, ok := patterns.Rows(width, len(triples))
	if !ok || rows > 0 && !fits(rows, least, step) {
		return nil, &CountError{Width: width, Squares: len(triples), Rows: rows}
	}
	return overRows(rows, least, step, func(rows int) (*patterns.Pattern, error) {
		r, err := f.leastRoom(ctx, emitterPacking(width, triples, rows))
		if err != nil {
			return nil, err
		}
		// Wide fields have tens of thousands of patterns: none is larger
		// than it has to be.
		list := make([]tetris.Piece, 0, len(triples)+len(r.Pieces))
		for _, at := range triples {
			list = append(list, patterns.Upright(tetris.T, at))
		}
		list = append(list, r.Pieces...)
		return &patterns.Pattern{Kind: patterns.Emitter, Width: width, At: triples, Rows: rows, Pieces: list}, nil
	})
}

// platform does the same for the platform on a square of that column.
func (f *finder) platform(ctx context.Context, width, square, rows int) (*patterns.Pattern, error) {
	least, step, ok := patterns.PlatformRows(width)
	if !ok || rows > 0 && !fits(rows, least, step) {
		return nil, &CountError{Width: width, Rows: rows}
	}
	return overRows(rows, least, step, func(rows int) (*patterns.Pattern, error) {
		return f.lowestPlatform(ctx, width, square, rows)
	})
}

// lowestPlatform takes, of the platforms of that many rows, one that needs the
// least room, which keeps the stack lowest.
func (f *finder) lowestPlatform(ctx context.Context, width, square, rows int) (*patterns.Pattern, error) {
	var failed error
	for _, room := range []int{4, 5, 6, 7, 8, 0} { // 3 aren't enough for anything on a T
		failed = ErrNoSolution
		for _, start := range platformStarts(width, square, rows) {
			r, err := f.thoroughly(ctx, platformPacking(start, room))
			if err == nil {
				start.Pieces = append(start.Pieces, r.Pieces...)
				return start, nil
			}
			if !notFound(err) {
				return nil, err
			}
			if err != ErrNoSolution {
				failed = err
			}
		}
	}
	return nil, failed // that of the last time, with room without end
}

// platformStarts lists the ways to begin a platform on a square, the T with its
// middle on it and the hole at the left wall first. On odd widths the middle of
// the T has to be in an odd column, so it is beside every other square.
func platformStarts(width, square, rows int) (starts []*patterns.Pattern) {
	for _, center := range []int{square, square - 1, square + 1} {
		if center < 1 || center > width-2 {
			continue
		}
		for _, atLeft := range []bool{true, false} {
			p := patterns.NewPlatform(width, square, center, rows, atLeft)
			if platformPacking(p, 0) != nil {
				starts = append(starts, p)
			}
		}
	}
	return starts
}

func fits(rows, least, step int) bool {
	return rows >= least && (rows-least)%step == 0 && rows <= MaxRows
}

// overRows calls find with the given number of rows or, if that is 0, with one
// after another until there is a pattern.
func overRows(rows, least, step int, find func(rows int) (*patterns.Pattern, error)) (*patterns.Pattern, error) {
	if rows > 0 {
		return find(rows)
	}
	failed := ErrNoSolution // or, if one of them gave up, its error
	for rows := least; rows <= MaxRows; rows += step {
		p, err := find(rows)
		if err == nil {
			p.Unproved = failed != ErrNoSolution
			return p, nil
		}
		if !notFound(err) {
			return nil, err
		}
		if err != ErrNoSolution {
			failed = err
		}
	}
	return nil, failed
}

// leastRoom solves p with as little room as it can.
func (f *finder) leastRoom(ctx context.Context, p *Packing) (Result, error) {
	p.Room = goodRoom
	r, err := f.quickly(ctx, p)
	if err == nil || !notFound(err) {
		return r, err
	}
	p.Room = 0
	anyRoom, err := f.thoroughly(ctx, p)
	if err != nil {
		return anyRoom, err
	}
	for p.Room = goodRoom + 1; p.Room <= fairRoom; p.Room++ {
		if r, err := f.quickly(ctx, p); err == nil || !notFound(err) {
			return r, err
		}
	}
	return anyRoom, nil
}

func (f *finder) quickly(ctx context.Context, p *Packing) (Result, error) {
	r, err := f.quick.Search(ctx, p)
	f.nodes += r.Nodes
	return r, err
}

func (f *finder) thoroughly(ctx context.Context, p *Packing) (Result, error) {
	r, err := f.thorough.Search(ctx, p)
	f.nodes += r.Nodes
	return r, err
}

// emitterPacking is what is left to fill over the triples.
func emitterPacking(width int, triples []int, rows int) *Packing {
	p := &Packing{Start: make([]int, width), Goal: make([]int, width)}
	for x := range p.Goal {
		p.Goal[x] = rows
	}
	for _, at := range triples {
		p.Start[at], p.Start[at+1], p.Start[at+2] = 1, 1, 1
	}
	return p
}

// platformPacking is what is left to fill between the first piece of p, a flat T
// on a square, and its hole. It is nil if the two overlap.
func platformPacking(p *patterns.Pattern, room int) *Packing {
	k := emitterPacking(p.Width, nil, p.Rows)
	k.Room = room
	for _, c := range p.Pieces[0].Cells() {
		k.Start[c.X]++
	}
	for _, c := range p.Last.Cells() {
		if k.Goal[c.X]--; k.Goal[c.X] < k.Start[c.X] {
			return nil
		}
	}
	k.Filled = make([]bool, p.Width)
	k.Filled[p.At[0]] = true
	return k
}
