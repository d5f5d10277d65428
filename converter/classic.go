package converter

import (
	"context"
	"errors"
	"image/color"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/search"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// sideColumns is how many columns at either wall stay empty: a J or L can't emit
// its square there, and the hole of a platform is there.
const sideColumns = 2

// emitterKinds are the tetrominoes that print, in the order of the colours.
var emitterKinds = [...]tetris.Tetromino{tetris.J, tetris.T, tetris.L}

// classicPalette gives the colours of s, in reading order, to J, T and L.
func classicPalette(s *sprites.Sprite) (p plan.Palette) {
	for i, c := range s.Colors() {
		p[emitterKinds[i]] = c.NRGBA
	}
	return p
}

// checkClassic refuses what the methods of 2013 can't print.
func (c *conversion) checkClassic() error {
	if err := sprites.ClassicLimits(c.Width, c.Height).Check(c.sprite); err != nil {
		return err
	}
	return checkCells(c.sprite, c.Width)
}

// classic converts by the method of 2013. Where some row finds no room with the
// sprite at its usual place, at the left, it is tried at the others.
func (c *conversion) classic(ctx context.Context) (*plan.Plan, error) {
	p := &plan.Plan{Width: c.Width, Height: c.Height, Palette: classicPalette(c.sprite)}
	var first error
	for column := sideColumns; column+c.sprite.Width() <= c.Width-sideColumns; column++ {
		blocks, err := c.print(ctx, column)
		if err == nil {
			p.Blocks = blocks
			return p, nil
		}
		if first == nil {
			first = err
		}
		var room *search.RoomError
		if !errors.As(err, &room) {
			break
		}
	}
	return nil, first
}

// print prints the sprite from the bottom up, its leftmost column in the given
// one of the field.
func (c *conversion) print(ctx context.Context, column int) (blocks []plan.Block, err error) {
	printer := search.Classic{RealTime: c.Method == RealTime, Seed: c.Seed}
	rows := c.rows(column)
	all, err := printer.PrintAll(ctx, rows, c.Jobs, func(count int) { c.Progress(count, len(rows)) })
	if err != nil {
		return nil, c.rowError(err)
	}
	r := c.report
	for _, p := range all {
		for _, pieces := range p.Blocks {
			blocks = append(blocks, plan.Block{Pieces: pieces})
		}
		r.add(p)
	}
	c.report = r
	return blocks, nil
}

// rows lists the rows of the sprite from the bottom up.
func (c *conversion) rows(column int) []*search.Row {
	kinds := make(map[color.NRGBA]tetris.Tetromino)
	for i, col := range c.sprite.Colors() {
		kinds[col.NRGBA] = emitterKinds[i]
	}
	rows := make([]*search.Row, c.sprite.Height())
	var below []bool
	for y := range rows {
		fromTop := len(rows) - 1 - y
		row := &search.Row{Pixels: make([]tetris.Tetromino, c.Width), Below: below, Room: c.Height - 1 - y}
		below = make([]bool, c.Width)
		for x := range c.sprite.Width() {
			if c.sprite.Filled(x, fromTop) {
				row.Pixels[column+x] = kinds[c.sprite.At(x, fromTop)]
				below[column+x] = true
			}
		}
		rows[y] = row
	}
	return rows
}

func (r *Report) add(p *search.Printed) {
	r.Passes += p.Passes
	r.Searched += p.Searched
	r.Nodes += p.Nodes
	if p.Platform {
		r.Platforms++
	}
}

// rowError says which row of the picture a search refused; other errors it
// returns as they are.
func (c *conversion) rowError(err error) error {
	var row *search.RowError
	if !errors.As(err, &row) || !refused(row.Err) {
		return err
	}
	fromTop := c.sprite.Height() - 1 - row.Index
	return &RowError{c.sprite.Name(), c.sprite.Origin().Y + fromTop, c.Width, c.Height, row.Err}
}

// refused reports whether err says that a row can't be printed.
func refused(err error) bool {
	var room *search.RoomError
	var pass *search.PassError
	var budget *search.BudgetError
	return errors.As(err, &room) || errors.As(err, &pass) || errors.As(err, &budget) || errors.Is(err, search.ErrNoSolution)
}
