package printer

import (
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A kind says what a tile shows.
type kind uint8

const (
	empty kind = iota // a cell with nothing in it
	block             // a cell of tetromino a
	flash             // a cell of a row about to clear
	text              // the characters a and b
)

// A tile is the square picture of one cell. Equal tiles look equal throughout a
// video.
type tile struct {
	kind kind
	a, b byte
}

// A screen is a frame as tiles, row by row from the top.
type screen struct {
	cols, rows int
	tiles      []tile
}

func (s *screen) set(x, y int, t tile) { s.tiles[y*s.cols+x] = t }

// captionMinCell is the least side of a cell, in pixels, whose letters can be
// read: they are half as wide.
const captionMinCell = 8

// A layout says where on the screen things are.
type layout struct {
	cols, rows int    // tiles
	caption    string // format of the counts of pieces and lines; "": no caption
}

// newLayout returns the layout of a video whose last frame is last.
func newLayout(last *frame, o *Options) layout {
	l := layout{cols: last.width, rows: last.height}
	if !o.NoCaption && o.Cell >= captionMinCell {
		l.rows++
		l.caption = captionFormat(l.cols*2, last.pieces, last.lines)
	}
	return l
}

// captionFormat returns the longest format of the caption that fits into so
// many characters until the counts are as given. The counts keep their places
// while they grow.
func captionFormat(chars, pieces, lines int) string {
	p, l := len(fmt.Sprint(pieces)), len(fmt.Sprint(lines))
	for _, c := range []struct {
		pieces, lines, gap string
	}{
		{"pieces ", "lines ", "   "},
		{"pcs ", "lns ", "  "},
		{"p ", "l ", " "},
		{"", "", " "},
	} {
		if len(c.pieces)+len(c.lines)+len(c.gap)+p+l <= chars {
			return fmt.Sprintf("%s%%%dd%s%s%%%dd", c.pieces, p, c.gap, c.lines, l)
		}
	}
	return "%d %d" // and the end is cut off
}

func (l *layout) newScreen() *screen {
	return &screen{cols: l.cols, rows: l.rows, tiles: make([]tile, l.cols*l.rows)}
}

// compose puts the frame on the screen, which has this layout.
func (l *layout) compose(fr *frame, s *screen) {
	for y := range fr.height {
		row := s.tiles[(fr.height-1-y)*s.cols:]
		for x := range fr.width {
			row[x] = blockTile(fr.at(x, y))
		}
	}
	if fr.piece.Tetromino != tetris.None {
		for _, c := range fr.piece.Cells() {
			s.set(c.X, fr.height-1-c.Y, blockTile(fr.piece.Tetromino))
		}
	}
	for i := range 4 {
		if fr.flash>>i&1 != 0 {
			y := (fr.height - 1 - fr.piece.Row - i) * s.cols
			fill(s.tiles[y:y+fr.width], tile{kind: flash})
		}
	}
	if l.caption != "" {
		s.write(fr.height, fmt.Sprintf(l.caption, fr.pieces, fr.lines))
	}
}

func blockTile(t tetris.Tetromino) tile {
	if t == tetris.None {
		return tile{}
	}
	return tile{kind: block, a: byte(t)}
}

func fill(tiles []tile, t tile) {
	for i := range tiles {
		tiles[i] = t
	}
}

// write puts the words into row y, two characters a tile. What doesn't fit is
// cut off.
func (s *screen) write(y int, words string) {
	row := s.tiles[y*s.cols : (y+1)*s.cols]
	for x := range row {
		row[x] = tile{text, charAt(words, 2*x), charAt(words, 2*x+1)}
	}
}

func charAt(words string, i int) byte {
	if i >= len(words) {
		return ' '
	}
	return words[i]
}
