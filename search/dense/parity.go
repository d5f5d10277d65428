package dense

import "github.com/tetrisprinter/tetrisprinter/tetris"

// On fields of even width pixels and cells left over come in twos or fours: with P
// pixels in a row and those below it, the cells left over once they are filled are -P
// up to a multiple of 4, or of 2 where 4 does not divide the width. If the row is a lone
// pixel with nothing above it, all of them hang on the piece that fills it, and how many
// that piece can hold depends on the tetromino; others come in fours. So some colours
// can't do with some tetrominoes.

// hanging are the tetrominoes of which a piece can fill a lone pixel from below and hold
// 0, 1, 2 or 3 cells in the row above it.
var hanging = [4]types{
	1<<tetris.I | 1<<tetris.S | 1<<tetris.Z | 1<<tetris.J | 1<<tetris.L | 1<<tetris.T,
	1<<tetris.I | 1<<tetris.J | 1<<tetris.L,
	1<<tetris.J | 1<<tetris.L,
	1<<tetris.J | 1<<tetris.L | 1<<tetris.T,
}

// demand says that one of some tetrominoes has to carry a colour.
type demand struct {
	color uint8
	types types
}

// demands returns what the lone pixels of the sprite demand.
func (p *Problem) demands() (list []demand) {
	if p.Width%2 != 0 {
		return nil
	}
	before := 0
	for y, row := range p.Cells {
		n, at := 0, 0
		for x, c := range row {
			if c > 0 {
				n, at = n+1, x
			}
		}
		if alone := n == 1 && y+1 < len(p.Cells) && p.Cells[y+1][at] == 0; alone && before%(4/step(p.Width)) != 0 {
			list = append(list, demand{row[at], holding(p.Width, before+1)})
		}
		before += n
	}
	return list
}

// holding returns the tetrominoes that can fill the last of so many pixels if it is
// alone in its row.
func holding(width, pixels int) (ts types) {
	for n, set := range hanging {
		if (pixels+n)%(4/step(width)) == 0 {
			ts |= set
		}
	}
	return ts
}

// met reports whether the tetrominoes carry what is demanded of them.
func met(demands []demand, carries [tetris.Tetrominoes + 1]uint8) bool {
	for _, d := range demands {
		found := false
		for t := tetris.I; t <= tetris.L; t++ {
			found = found || carries[t] == d.color && d.types.has(t)
		}
		if !found {
			return false
		}
	}
	return true
}
