package dense

import (
	"context"
	"errors"
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// MaxColors is the greatest number of colours a sprite can have: one for each
// tetromino.
const MaxColors = tetris.Tetrominoes

// ErrNoPlan reports that neither the rounds nor the way row by row has led to a plan. It
// proves nothing.
var ErrNoPlan = errors.New("dense: no plan found")

// Problem is a sprite and the field it is printed in.
type Problem struct {
	Width, Height int // of the field, in cells
	// Cells holds the colours of the sprite, 1 to MaxColors, 0 for empty cells:
	// rows from the lowest one up, all of the same length, at most Width.
	Cells [][]uint8
	// Carriers gives the colours that each tetromino may carry: none, one, or
	// several of which the search chooses one for the whole plan.
	Carriers [tetris.Tetrominoes + 1][]uint8
}

// Options are the settings of a search. Nil is the zero struct.
type Options struct {
	Seed   uint64
	Effort int // 1 to MaxEffort; 0: DefaultEffort
	Jobs   int // attempts that run at the same time; 0: one
	// Round, if not nil, is called after each whole round; the rounds end if it returns
	// false. If there is no plan by then, the rows are printed one after the other.
	Round func(Progress) bool
}

// The effort of a search: each level has about twice the rounds of the one below. They are
// short with small pictures, whose attempts end where nothing better can follow. With
// pictures of 500 pixels or more the lowest ends with the first plan, and each further one
// adds at least a quarter of the rounds that took.
const (
	DefaultEffort = 5
	MaxEffort     = 9
)

// Progress says how far a search has come.
type Progress struct {
	Round  int // rounds done
	Rounds int // rounds that the effort stands for
	Pieces int // of the best plan so far; 0: none yet
	Nodes  int // partial structures looked at, and the work of closing them
}

// Result is a plan and how it was found.
type Result struct {
	Column     int                           // field column of the sprite's column 0
	Carries    [tetris.Tetrominoes + 1]uint8 // colour of each tetromino, 0: none
	Structures [][]tetris.Piece              // in drop order
	Pieces     int
	Cleared    int // rows
	Rounds     int // whole rounds done
	Nodes      int // partial structures looked at, and the work of closing them
}

// Check returns an error that names the fault if p is no problem for [Search].
func (p *Problem) Check() error {
	if err := tetris.CheckSize(p.Width, p.Height); err != nil {
		return err
	}
	if len(p.Cells) == 0 || len(p.Cells) > p.Height-spawnRows {
		return fmt.Errorf("%d rows of pixels: a field of %d rows prints 1 to %d", len(p.Cells), p.Height, p.Height-spawnRows)
	}
	carried := [MaxColors + 1]bool{}
	for t, colors := range p.Carriers {
		for _, c := range colors {
			if c < 1 || c > MaxColors {
				return fmt.Errorf("%v carries colour %d: colours are 1 to %d", tetris.Tetromino(t), c, MaxColors)
			}
			carried[c] = true
		}
	}
	for y, row := range p.Cells {
		if err := p.checkRow(y, row, carried); err != nil {
			return err
		}
	}
	return p.checkColors()
}

func (p *Problem) checkRow(y int, row []uint8, carried [MaxColors + 1]bool) error {
	if len(row) != len(p.Cells[0]) || len(row) > p.Width {
		return fmt.Errorf("row %d has %d cells, row 0 has %d, the field %d", y, len(row), len(p.Cells[0]), p.Width)
	}
	for x, c := range row {
		if c > MaxColors || c > 0 && !carried[c] {
			return fmt.Errorf("row %d, column %d: no tetromino may carry colour %d", y, x, c)
		}
	}
	return nil
}

// Search looks for a plan with few pieces. The same problem, seed and effort give
// the same result, whatever the machine and the number of jobs, unless Round or the
// context ends it early; then it is that of the whole rounds done, or one row by row if these
// have led to none.
//
// It returns the error of [Problem.Check]; [ErrNoPlan]; or, once ctx has ended, the
// error of ctx, and with it the best result so far if there is one.
func Search(ctx context.Context, p *Problem, opts *Options) (*Result, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if opts == nil {
		opts = &Options{}
	}
	return newSearcher(p, opts).search(ctx)
}

func (s *searcher) search(ctx context.Context) (*Result, error) {
	if r := s.tile(ctx); r != nil {
		return r, nil
	}
	for ctx.Err() == nil && s.searching() {
		s.run(ctx)
		if s.opts.Round != nil && !s.opts.Round(s.progress()) {
			break
		}
	}
	if s.best == nil {
		s.byRows(ctx)
	}
	switch {
	case s.best != nil:
		return s.result(), ctx.Err()
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, ErrNoPlan
	}
}
