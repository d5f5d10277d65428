package dense

import "github.com/tetrisprinter/tetrisprinter/tetris"

// pad is how many rows a window may reach below the floor.
const pad = 8

// windowRows is the height of a window, one lane of a packed window.
const windowRows = 16

// spawnRows is how many rows at the top stay free, so that every piece has room
// to appear, turn and shift.
const spawnRows = 4

// done is the next row of a column without unfilled pixels. It is above all rows.
const done = 1 << 14

// canvas is the sprite at its place in the field, with the colours that the
// tetrominoes carry. It does not change during a search.
type canvas struct {
	width, height int // of the field
	rows          int // of the sprite
	pixels        int
	colors        int
	carries       [tetris.Tetrominoes + 1]uint8 // colour of each tetromino, 1 to colors; 0: none
	cells         [][]uint8                     // colour of each cell by row and field column; 0: empty
	// spans[c][y+pad][x] holds rows y to y+15 of column x, lowest row in the
	// lowest bit: the pixels of colour c, of any colour for c = 0.
	spans [][][]uint16
	after [][]int16 // after[x][y]: row of the lowest pixel of column x at or above row y, or done
	first []int16   // after[x][0]
}

func newCanvas(width, height int, cells [][]uint8, carries [tetris.Tetrominoes + 1]uint8) *canvas {
	c := &canvas{width: width, height: height, rows: len(cells), cells: cells, carries: carries}
	for _, row := range cells {
		for _, color := range row {
			if color != 0 {
				c.pixels++
				c.colors = max(c.colors, int(color))
			}
		}
	}
	for _, color := range carries {
		c.colors = max(c.colors, int(color))
	}
	c.spans = make([][][]uint16, c.colors+1)
	for color := range c.spans {
		c.spans[color] = c.measureSpans(uint8(color))
	}
	c.after = make([][]int16, width)
	c.first = make([]int16, width)
	for x := range width {
		c.after[x] = c.measureAfter(x)
		c.first[x] = c.after[x][0]
	}
	return c
}

func (c *canvas) measureSpans(color uint8) [][]uint16 {
	spans := make([][]uint16, c.rows+pad+windowRows)
	flat := make([]uint16, len(spans)*c.width)
	above := flat[:0]
	for i := len(spans) - 1; i >= 0; i-- {
		span := flat[i*c.width : (i+1)*c.width]
		for x := range span {
			if len(above) > 0 {
				span[x] = above[x] << 1
			}
			if y := i - pad; y >= 0 && y < c.rows && c.cells[y][x] != 0 && (color == 0 || c.cells[y][x] == color) {
				span[x] |= 1
			}
		}
		spans[i], above = span, span
	}
	return spans
}

func (c *canvas) measureAfter(x int) []int16 {
	after := make([]int16, c.rows+windowRows)
	next := int16(done)
	for y := len(after) - 1; y >= 0; y-- {
		if y < c.rows && c.cells[y][x] != 0 {
			next = int16(y)
		}
		after[y] = next
	}
	return after
}

// span returns the lanes of all columns for the rows from y up.
func (c *canvas) span(color int, y int) []uint16 {
	return c.spans[color][min(y+pad, len(c.spans[color])-1)]
}

// under returns the colour below a cell, 0 if there is none.
func (c *canvas) under(x, y int) uint8 {
	if y == 0 {
		return 0
	}
	return c.cells[y-1][x]
}

// below returns the bits of a window from row y up that lie below row limit.
func below(y int, limit int) uint16 {
	switch n := limit - y; {
	case n <= 0:
		return 0
	case n >= windowRows:
		return 1<<windowRows - 1
	default:
		return 1<<n - 1
	}
}

// mirrored returns the canvas as seen in a mirror, in which J and L, and S and Z,
// change places.
func (c *canvas) mirrored() *canvas {
	cells := make([][]uint8, len(c.cells))
	for y, row := range c.cells {
		cells[y] = make([]uint8, len(row))
		for x, color := range row {
			cells[y][len(row)-1-x] = color
		}
	}
	carries := c.carries
	for t := tetris.I; t <= tetris.L; t++ {
		carries[mirrorOf(t)] = c.carries[t]
	}
	return newCanvas(c.width, c.height, cells, carries)
}

func mirrorOf(t tetris.Tetromino) tetris.Tetromino {
	switch t {
	case tetris.J:
		return tetris.L
	case tetris.L:
		return tetris.J
	case tetris.S:
		return tetris.Z
	case tetris.Z:
		return tetris.S
	default:
		return t
	}
}

// mirrorPiece returns p as seen in a mirror.
func mirrorPiece(p tetris.Piece, width int) tetris.Piece {
	w := p.Shape().Width
	p.Column = width - p.Column - w
	p.Tetromino = mirrorOf(p.Tetromino)
	switch p.Orientation {
	case tetris.Right:
		p.Orientation = tetris.Left
	case tetris.Left:
		p.Orientation = tetris.Right
	}
	return p
}

// step returns by how many cleared rows two plans of one sprite can differ at the
// least: pieces have four cells, so 4 divides pixels + width·rows.
func step(width int) int {
	switch {
	case width%4 == 0:
		return 1
	case width%2 == 0:
		return 2
	default:
		return 4
	}
}
