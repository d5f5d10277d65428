package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Row is one row of a sprite to print.
type Row struct {
	// Pixels is, for each column of the field, the J, T or L that has the colour
	// of the pixel there, or None. The outermost two columns stay empty.
	Pixels []tetris.Tetromino

	// Below says in which columns the cell under the row is filled. Nil means
	// everywhere: the row lies on the floor.
	Below []bool

	// Room is how many rows of the field there are above the row.
	Room int
}

// Printed is the drops that print a row.
type Printed struct {
	// Blocks are groups of pieces in drop order: a platform, if one is needed,
	// one emitter after another, and the last piece of the platform. Rows count
	// in each block for itself, as if nothing cleared while it is dropped.
	Blocks [][]tetris.Piece

	Passes   int  // emitters
	Searched int  // emitters that were searched while printing, not in a table
	Platform bool // whether there is a platform
	Nodes    int  // states that searches looked at
}

// Classic prints rows by the method of 2013. The zero value prints from the
// tables alone. A Classic may be used by several goroutines.
type Classic struct {
	// RealTime searches the emitters while printing, those with three equal
	// pixels under one piece too, and falls back to the tables.
	RealTime bool

	Seed uint64 // of the searches
}

// RowError is the error of one of several rows.
type RowError struct {
	Index int // of the row
	Err   error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Index, e.Err) }

// Unwrap returns e.Err.
func (e *RowError) Unwrap() error { return e.Err }

// PrintAll calls [Classic.Print] for every row, for that many at a time, 0
// meaning all cores. The number changes nothing in the result. If rows fail, it
// returns a [*RowError] for the first of them; if the context ends, its error.
// After every row, done, if it is not nil, is called with the number of those
// printed, never by two goroutines at once.
func (c *Classic) PrintAll(ctx context.Context, rows []*Row, jobs int, done func(count int)) ([]*Printed, error) {
	printed := make([]*Printed, len(rows))
	count := 0
	err := parallel(ctx, len(rows), jobs, func(i int) error {
		p, err := c.Print(ctx, rows[i])
		if err != nil {
			return &RowError{i, err}
		}
		printed[i] = p
		return nil
	}, func(int) {
		count++
		if done != nil {
			done(count)
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return printed, nil
}

// Print returns drops that print the row and clear everything else. It returns a
// [*RoomError] if the field is too low, a [*PassError] if the field's width doesn't
// allow for the number of pixels, [ErrNoSolution] or a [*BudgetError] if a pattern
// can't be found, which only happens in very narrow fields, or the error of the
// context.
//
// It panics if the row has another tetromino or none, pixels in the outermost
// two columns, or nothing below it to stand on.
func (c *Classic) Print(ctx context.Context, row *Row) (*Printed, error) {
	row.check()
	j := &rowJob{Classic: c, ctx: ctx, row: row, room: row.Room, printed: new(Printed)}
	if row.supported() {
		if err := j.passes(); err != nil {
			return nil, err
		}
		return j.printed, nil
	}
	platform, err := j.platform()
	if err != nil {
		return nil, err
	}
	// The row stands on the three rows of the platform that stay.
	j.room -= platformHeight
	j.printed.Platform = true
	j.printed.Blocks = append(j.printed.Blocks, platform.Pieces)
	if err := j.passes(); err != nil {
		var room *RoomError
		if errors.As(err, &room) {
			err = &RoomError{Needed: room.Needed + platformHeight, Available: row.Room}
		}
		return nil, err
	}
	j.printed.Blocks = append(j.printed.Blocks, []tetris.Piece{platform.Last})
	return j.printed, nil
}

// platformHeight is how many rows of a platform stay until its last piece.
const platformHeight = 3

func (r *Row) check() {
	pixels := 0
	for x, t := range r.Pixels {
		if t == tetris.None {
			continue
		}
		pixels++
		if t != tetris.J && t != tetris.T && t != tetris.L || x < 2 || x >= len(r.Pixels)-2 {
			panic(fmt.Sprintf("search: a pixel %v in column %d of %d", t, x, len(r.Pixels)))
		}
	}
	if pixels == 0 || r.Below != nil && (len(r.Below) != len(r.Pixels) || !slices.Contains(r.Below[1:len(r.Below)-1], true)) {
		panic("search: a row without pixels or without anything below")
	}
}

// supported reports whether every pixel has something below it.
func (r *Row) supported() bool {
	for x, t := range r.Pixels {
		if t != tetris.None && r.Below != nil && !r.Below[x] {
			return false
		}
	}
	return true
}

// rowJob is one call of Print.
type rowJob struct {
	*Classic
	ctx     context.Context
	row     *Row
	room    int // above the row, where it is printed
	printed *Printed
}

// platform returns the one that needs the least room of those that can stand on
// a square below the row, the first from the left of equal ones.
func (j *rowJob) platform() (*patterns.Pattern, error) {
	var best *patterns.Pattern
	least := 0
	for x := 1; x < len(j.row.Below)-1; x++ {
		if !j.row.Below[x] {
			continue
		}
		p, err := j.findPlatform(x)
		if err != nil {
			return nil, err
		}
		// The pattern counts from the row below.
		if room := p.Room() - 1; best == nil || room < least {
			best, least = p, room
		}
	}
	// The last piece appears above the printed row.
	least = max(least, platformHeight+patterns.RouteRows(best.Last.Drop))
	if least > j.row.Room {
		return nil, &RoomError{Needed: least, Available: j.row.Room}
	}
	return best, nil
}

func (j *rowJob) findPlatform(column int) (*patterns.Pattern, error) {
	width := len(j.row.Pixels)
	if width == patterns.EmbeddedWidth {
		p, _ := patterns.Embedded(0).Find([]int{column})
		return p, nil
	}
	return quickFinder().platform(j.ctx, width, column, 0)
}

func (j *rowJob) findEmitter(triples []int) (*patterns.Pattern, error) {
	width := len(j.row.Pixels)
	if width == patterns.EmbeddedWidth {
		p, _ := patterns.Embedded(len(triples)).Find(triples)
		return p, nil
	}
	return quickFinder().emitter(j.ctx, width, triples, 0)
}

// passes prints all pixels of the row. In a field of even width, where not every
// number of squares can be emitted, the greedy passes may leave pixels that
// don't go together; then the row is taken apart anew.
func (j *rowJob) passes() error {
	before := *j.printed
	var err error
	for _, try := range []func([]pixel) error{j.realTimePasses, j.tablePasses, j.smallPasses} {
		*j.printed = before
		j.printed.Blocks = slices.Clone(before.Blocks)
		err = try(j.row.pixels())
		var pass *PassError
		if !errors.As(err, &pass) {
			return err
		}
	}
	return err
}

// pixel is a pixel of a row.
type pixel struct {
	column int
	kind   tetris.Tetromino
}

func (r *Row) pixels() (list []pixel) {
	for x, t := range r.Pixels {
		if t != tetris.None {
			list = append(list, pixel{x, t})
		}
	}
	return list
}

// triple returns the leftmost column of the triple that emits p.
func (p pixel) triple() int { return patterns.Triple(p.kind, p.column) }

// kinds returns the tetrominoes of a pass.
func kinds(pass []pixel) (list []tetris.Tetromino) {
	for _, p := range pass {
		list = append(list, p.kind)
	}
	return list
}

// without returns the pixels that are not in the pass.
func without(pixels, pass []pixel) (rest []pixel) {
	for _, p := range pixels {
		if !slices.Contains(pass, p) {
			rest = append(rest, p)
		}
	}
	return rest
}
