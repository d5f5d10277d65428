package printer

import (
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A kind says what a tile shows.
type kind uint16

const (
	empty   kind = iota // a cell of the field with nothing in it
	block               // a cell of tetromino a
	part                // the same, joined to its piece on the sides b: see sides
	flash               // a cell of a row about to clear
	outside             // nothing, beyond the field
	wall                // the frame of the field: column a, row b of 3 by 3 around it
	text                // the characters a and b
	goal                // column a, row b of the small picture of the goal
	zoom                // column a, row b of the large picture of the goal
)

// A tile is the square picture of one cell. Equal tiles look equal throughout a
// video.
type tile struct {
	kind kind
	a, b uint16
}

// A screen is a frame as tiles, row by row from the top.
type screen struct {
	cols, rows int
	tiles      []tile
}

func newScreen(cols, rows int) *screen {
	return &screen{cols, rows, make([]tile, cols*rows)}
}

// equal reports whether the screens, of one size, show the same.
func (s *screen) equal(other *screen) bool { return slices.Equal(s.tiles, other.tiles) }

func (s *screen) set(x, y int, t tile) { s.tiles[y*s.cols+x] = t }

// row returns the tiles of row y.
func (s *screen) row(y int) []tile { return s.tiles[y*s.cols : (y+1)*s.cols] }

// write puts words into row y from column x on, two characters a tile, as far as
// they fit.
func (s *screen) write(x, y int, words string) {
	row := s.row(y)
	for i := 0; i < len(words) && x < s.cols; i += 2 {
		row[x] = tile{text, charAt(words, i), charAt(words, i+1)}
		x++
	}
}

func charAt(words string, i int) uint16 {
	if i >= len(words) {
		return ' '
	}
	return uint16(words[i])
}

func blockTile(t tetris.Tetromino) tile {
	if t == tetris.None {
		return tile{}
	}
	return tile{kind: block, a: uint16(t)}
}

func fill(tiles []tile, t tile) {
	for i := range tiles {
		tiles[i] = t
	}
}
