package dense

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// The last resort prints the rows of the sprite one after the other from below, a group
// of pixels at a time, each with a small search of its own: nothing gets buried that way,
// and where a pixel has nothing below it there is a platform. A group has as many pixels
// as whole pieces and rows make: one on fields of odd width, else two or four, some of
// them from the rows above where a row has too few.
//
// On odd widths that leads on for up to four colours, if each tetromino may carry any, but
// for the room above. A structure can leave one pixel in any column with a T, and in any
// but two at a wall with a J or an L, standing on that piece alone, so whatever else stands
// in the row. I, S and Z need more: a structure on any single pixel or platform below can
// leave one in any column that sticks up as the first of its row, and if there is another
// one in the row, one of the three leaves a pixel in any column of the sprite. So the
// fourth colour is given to all three. A platform stands on any pixel alone, with its hole
// at a wall. Tests prove that for each odd width from 9 to 31. On even widths pixels of the
// rows above come into the way, and of five colours one may have only an I, an S or a Z. So
// the search goes back some rows if need be, and begins again in other settings: of 900
// random sprites on 10 columns, in one to six colours, it misses two, of five and six.

const (
	rowSettings = 20          // settings tried
	rowBudget   = 100_000_000 // beam steps after which no other setting is tried
	rowFaults   = 3           // times that a way by rows goes back
	rowBack     = 4           // it goes back fewer rows than these
	wholeTries  = 3           // groups of a whole row tried
	partTries   = 24          // groups of a part of a row tried
	groupSteps  = 200_000     // beam steps for a group, doubled every groupLonger tries
	groupLonger = 8
	groupLook   = 20_000 // beam steps between two looks at whether it is printed
)

// stage is how far a way by rows has come.
type stage struct {
	printed [][]uint8
	left    []tetris.Cell // still to print, row by row from below
	state   *state
	last    *attempt // at the last group
}

// rowPrinter prints a sprite by rows in one setting.
type rowPrinter struct {
	stage
	searcher *searcher
	rand     *rand.Rand
	canvas   *canvas // of the whole sprite
	number   uint64  // of the last attempt, apart from those of the rounds and of other settings
	steps    int
}

// byRows prints the sprite by rows.
func (s *searcher) byRows(ctx context.Context) {
	steps := 0
	for i := 0; i < rowSettings && steps < rowBudget && ctx.Err() == nil; i++ {
		t := &trial{setting: s.newSetting(), number: s.begun}
		if i == 0 { // room for the holes of platforms, and for J and L
			t.setting.mirror, t.setting.column = false, min(platformColumns, s.columns()-1)
		}
		s.gather(&t.setting.carries)
		s.begun++
		r := s.newRowPrinter(t)
		t.attempt = r.run(ctx)
		steps += r.steps
		if t.attempt != nil {
			s.best, s.cleared = t, t.attempt.best.cleared
			break
		}
	}
	s.nodes += steps
}

// gather gives the colour that none of J, T and L carries, if there is one such colour
// alone, to I, S and Z as far as they may have it and no other colour needs them.
func (s *searcher) gather(carries *[tetris.Tetrominoes + 1]uint8) {
	without := slices.DeleteFunc(slices.Clone(s.palette), func(c uint8) bool {
		return carries[tetris.J] == c || carries[tetris.T] == c || carries[tetris.L] == c
	})
	if len(without) != 1 {
		return
	}
	may := s.problem.carriers(without[0])
	for _, k := range []tetris.Tetromino{tetris.I, tetris.S, tetris.Z} {
		next := *carries
		next[k] = without[0]
		if may.has(k) && s.carriesAll(next) {
			*carries = next
		}
	}
}

func (s *searcher) newRowPrinter(t *trial) *rowPrinter {
	c := s.canvas(t.setting)
	number := uint64(t.number)
	r := &rowPrinter{searcher: s, rand: rand.New(rand.NewPCG(s.opts.Seed, number)), canvas: c, number: number << 32}
	r.printed, r.state = blank(c), &state{}
	for y, row := range c.cells {
		for x, color := range row {
			if color > 0 {
				r.left = append(r.left, tetris.Cell{X: x, Y: y})
			}
		}
	}
	return r
}

// run returns the attempt at the last group, whose best state is the plan, or nil. After
// a row that can't be printed it goes back some rows.
func (r *rowPrinter) run(ctx context.Context) *attempt {
	var stages []stage
	for faults := 0; len(r.left) > 0; {
		before := r.stage
		if r.row(ctx) {
			stages = append(stages, before)
			continue
		}
		if faults++; faults > rowFaults || ctx.Err() != nil {
			return nil
		}
		stages = append(stages, before)
		at := max(0, len(stages)-1-r.rand.IntN(rowBack))
		r.stage, stages = stages[at], stages[:at]
	}
	return r.last
}

// row prints the lowest row that is not done, all at once if possible. Else pixels with
// nothing below need a platform that stays until the whole row is printed, since under
// printed pixels there can't be another one.
func (r *rowPrinter) row(ctx context.Context) bool {
	y := r.left[0].Y
	for try := range wholeTries {
		n := r.inRow()
		if groupPixels(r.canvas.width) > 1 {
			n += r.rand.IntN(r.canvas.width) // which of the row above come along decides how that goes on
		}
		if r.group(ctx, n, try) {
			return true
		}
	}
	if r.hanging(y) {
		r.raise(y)
	}
	for len(r.left) > 0 && r.left[0].Y == y {
		if !r.part(ctx) {
			return false
		}
	}
	if r.state.floor > 0 {
		r.last.best = r.last.lower(r.state)
		r.state = r.last.best
	}
	return true
}

// part prints some pixels of the lowest row: the first tries take many, the later ones as
// few as possible.
func (r *rowPrinter) part(ctx context.Context) bool {
	for try := range partTries {
		if r.group(ctx, r.inRow()>>try, try) {
			return true
		}
		if ctx.Err() != nil {
			break
		}
	}
	return false
}

// inRow returns how many pixels of the lowest row are left.
func (r *rowPrinter) inRow() (n int) {
	for n < len(r.left) && r.left[n].Y == r.left[0].Y {
		n++
	}
	return n
}

// hanging reports whether a pixel of row y has nothing below it.
func (r *rowPrinter) hanging(y int) bool {
	for x, color := range r.canvas.cells[y] {
		if color > 0 && y > 0 && r.canvas.under(x, y) == 0 {
			return true
		}
	}
	return false
}

// raise puts a platform under row y if it can: best with its hole at a wall, since on a
// single pixel it stands nowhere else.
func (r *rowPrinter) raise(y int) {
	c := newCanvas(r.canvas.width, r.canvas.height, r.canvas.cells[:y+1], r.canvas.carries)
	a := r.newAttempt(c, 0)
	s := a.layers[r.state.cleared][0]
	if !a.mayRaise(s) {
		return
	}
	inside := func(hole int) int { return min(hole, c.width-platformColumns-hole) }
	holes := s.holes(s.height)
	slices.SortStableFunc(holes, func(a, b int) int { return inside(a) - inside(b) })
	for _, hole := range holes {
		if a.raiseWith(s, hole, 0) {
			r.state = a.layers[s.cleared+platformRows][0]
			return
		}
	}
}

// group looks for a way to print a random group of the next pixels, of at least n.
func (r *rowPrinter) group(ctx context.Context, n, try int) bool {
	list := r.shuffled()
	n = r.size(list, n)
	cells := blank(r.canvas)
	for y := range cells {
		copy(cells[y], r.printed[y])
	}
	top := 0
	for _, at := range list[:n] {
		top = max(top, at.Y)
		cells[at.Y][at.X] = r.canvas.cells[at.Y][at.X]
	}
	a := r.newAttempt(newCanvas(r.canvas.width, r.canvas.height, cells[:top+1], r.canvas.carries), try)
	a.stays = r.state.floor > 0
	a.print(ctx, groupSteps<<(try/groupLonger))
	r.steps += a.beam.steps
	if a.best == nil {
		return false
	}
	r.stage = stage{cells, list[n:], a.best, a}
	return true
}

// print runs an attempt until it has a plan or has taken some steps.
func (a *attempt) print(ctx context.Context, steps int) {
	for a.best == nil && a.beam.steps < steps && a.run(ctx, groupLook, noLimit) && ctx.Err() == nil {
	}
}

// newAttempt returns an attempt that goes on with what is printed.
func (r *rowPrinter) newAttempt(c *canvas, try int) *attempt {
	r.number++
	return newAttempt(c, c.goOn(r.state, r.printed), tunings[try%len(tunings)], r.searcher.opts.Seed, r.number, r.searcher.tables)
}

// goOn returns the state on c that is last on a canvas with fewer pixels.
func (c *canvas) goOn(last *state, printed [][]uint8) *state {
	s := *last
	s.next, s.filled, s.height, s.idle, s.visits, s.bad = make([]int16, c.width), 0, 0, 0, 0, moveSet{}
	for x := range s.next {
		s.next[x] = done
	}
	for y := c.rows - 1; y >= 0; y-- {
		for x, color := range c.cells[y] {
			switch {
			case color == 0:
			case printed[y][x] == 0:
				s.next[x] = int16(y)
			default:
				s.filled++
				s.height = max(s.height, y+1)
			}
		}
	}
	s.rank = c.score(&s)
	return &s
}

// shuffled returns the pixels left, those of each row in random order. Pairs that only an
// O leaves stay together.
func (r *rowPrinter) shuffled() []tetris.Cell {
	list := make([]tetris.Cell, 0, len(r.left))
	var row [][]tetris.Cell
	for rest := r.left; len(rest) > 0; {
		n := r.together(rest[0])
		row = append(row, rest[:n])
		if rest = rest[n:]; len(rest) > 0 && rest[0].Y == row[0][0].Y {
			continue
		}
		r.rand.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
		for _, unit := range row {
			list = append(list, unit...)
		}
		row = row[:0]
	}
	return list
}

// together returns how many pixels are left together with the given one: two if only an O
// carries its colour.
func (r *rowPrinter) together(at tetris.Cell) int {
	color := r.canvas.cells[at.Y][at.X]
	for t, c := range r.canvas.carries {
		if c == color && tetris.Tetromino(t) != tetris.O {
			return 1
		}
	}
	return 2
}

// size returns how many of the first pixels of a list make a group of at least n.
func (r *rowPrinter) size(list []tetris.Cell, n int) (size int) {
	for size < len(list) {
		size += r.together(list[size])
		if size >= n && size%groupPixels(r.canvas.width) == 0 {
			return size
		}
	}
	return len(list)
}

// groupPixels returns the number of which the pixels that whole pieces and rows make are
// a multiple.
func groupPixels(width int) int { return 4 / step(width) }

// blank returns as many empty rows as the sprite of c has.
func blank(c *canvas) [][]uint8 {
	cells := make([][]uint8, c.rows)
	for y := range cells {
		cells[y] = make([]uint8, c.width)
	}
	return cells
}
