package dense

import (
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Take a row that has a single pixel in the end, on a field whose width 4 divides. When
// the piece with that pixel locks, the row holds nothing else, for it would stay; so all
// is empty above it, since cells rest on cells, but for the piece's own. Every later
// piece lies wholly above the row or wholly below. So the cells above it are those of the
// piece, and then change by fours: by whole pieces and whole rows. In the end they are
// the pixels above it, and as all pixels are a multiple of four, the number of pixels up
// to the row says how many cells the piece has above its pixel: none if that number is
// a multiple of four, three if it is one more, else two or one, with one or two below.
// Only I, J and L have that.

// between are the tetrominoes that may have one or two cells above a single one, and one
// or two below.
const between types = 1<<tetris.I | 1<<tetris.J | 1<<tetris.L

// LoneError reports single pixels of rows that only an I, a J or an L can leave behind,
// on a field whose width is a multiple of four.
type LoneError struct {
	Width       int // of the field
	Colors      int // that have such pixels; 1: none of the three may carry it
	Column, Row int // in the sprite of the first such pixel, row 0 the lowest
}

func (e *LoneError) Error() string {
	const why = "on a field of %d columns only I, J or L can leave the single pixel of column %d, row %d from below, since the cells of such a field are always a multiple of 4"
	if e.Colors == 1 {
		return fmt.Sprintf(why+", and none of them may carry its colour", e.Width, e.Column, e.Row)
	}
	return fmt.Sprintf(why+"; %d colours have such pixels, for three tetrominoes", e.Width, e.Column, e.Row, e.Colors)
}

// lone returns the first pixel of colour c that only I, J or L can leave, or nil.
func (p *Problem) lone(c uint8) *LoneError {
	if p.Width%4 != 0 {
		return nil
	}
	pixels := 0
	for y, row := range p.Cells {
		n, at := 0, 0
		for x, color := range row {
			if color > 0 {
				n, at = n+1, x
			}
		}
		pixels += n
		if n == 1 && row[at] == c && pixels%4 >= 2 {
			return &LoneError{Width: p.Width, Colors: 1, Column: at, Row: y}
		}
	}
	return nil
}

// checkLone returns an error if the lone pixels have too few tetrominoes.
func (p *Problem) checkLone(palette []uint8) error {
	var sets [MaxColors + 1]types
	var lone []uint8
	var first *LoneError
	for _, c := range palette {
		e := p.lone(c)
		if e == nil {
			continue
		}
		if sets[c] = p.carriers(c) & between; sets[c] == 0 {
			return e
		}
		if lone = append(lone, c); first == nil || e.Row < first.Row {
			first = e
		}
	}
	if _, ok := match(sets, lone, func(n int) int { return n - 1 }); !ok {
		first.Colors = len(lone)
		return first
	}
	return nil
}
