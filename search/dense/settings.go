package dense

import (
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// ColorError reports a pixel that no allowed tetromino can leave behind. Only an O
// can't leave a single pixel: it needs two of its colour side by side.
type ColorError struct {
	Column, Row int // of the pixel in the sprite, row 0 the lowest
	Color       uint8
}

func (e *ColorError) Error() string {
	return fmt.Sprintf("the pixel in column %d, row %d from below has colour %d, which only O may carry: an O leaves no single pixel", e.Column, e.Row, e.Color)
}

// CarriersError reports that there are not enough tetrominoes for the colours.
type CarriersError struct{ Colors int }

func (e *CarriersError) Error() string {
	return fmt.Sprintf("the %d colours can't be given to different tetrominoes", e.Colors)
}

// setting is what an attempt is made for.
type setting struct {
	column  int // of the sprite
	mirror  bool
	carries [tetris.Tetrominoes + 1]uint8
}

// types is a set of tetrominoes, bit t for tetromino t.
type types uint8

func (ts types) has(t tetris.Tetromino) bool { return ts>>t&1 != 0 }

func (ts types) size() (n int) {
	for ; ts != 0; ts &= ts - 1 {
		n++
	}
	return n
}

// singles are the tetrominoes that leave single pixels with least waste.
const singles types = 1<<tetris.I | 1<<tetris.T | 1<<tetris.J | 1<<tetris.L

// carriers returns the tetrominoes that may carry colour c.
func (p *Problem) carriers(c uint8) (ts types) {
	for t := tetris.I; t <= tetris.L; t++ {
		for _, choice := range p.Carriers[t] {
			if choice == c {
				ts |= 1 << t
			}
		}
	}
	return ts
}

// lonely returns a pixel of colour c without one of its colour beside it, or false.
func (p *Problem) lonely(c uint8) (tetris.Cell, bool) {
	for y, row := range p.Cells {
		for x := range row {
			beside := x > 0 && row[x-1] == c || x+1 < len(row) && row[x+1] == c
			if row[x] == c && !beside {
				return tetris.Cell{X: x, Y: y}, true
			}
		}
	}
	return tetris.Cell{}, false
}

// pairs returns, by colour, the tetrominoes of which one at least has to carry it:
// J, T, L and I where that is possible, and O only for colours without lonely pixels.
func (p *Problem) pairs(colors int) (pairs [MaxColors + 1]types) {
	var any [MaxColors + 1]types
	for c := 1; c <= colors; c++ {
		any[c] = p.carriers(uint8(c))
		if _, lonely := p.lonely(uint8(c)); lonely {
			any[c] &^= 1 << tetris.O
		}
		pairs[c] = any[c] & singles
	}
	identity := func(n int) int { return n - 1 }
	if _, ok := match(pairs, colors, identity); ok {
		return pairs
	}
	return any
}

// checkColors returns an error if no choice of carriers can print the pixels.
func (p *Problem) checkColors(colors int) error {
	for c := 1; c <= colors; c++ {
		if p.carriers(uint8(c))&^(1<<tetris.O) != 0 {
			continue
		}
		if at, lonely := p.lonely(uint8(c)); lonely {
			return &ColorError{Column: at.X, Row: at.Y, Color: uint8(c)}
		}
	}
	if _, ok := match(p.pairs(colors), colors, func(n int) int { return n - 1 }); !ok {
		return &CarriersError{Colors: colors}
	}
	return nil
}

// match gives each colour a tetromino of its own, beginning its choices with
// pick(n) of n. It returns false if that is impossible.
func match(pairs [MaxColors + 1]types, colors int, pick func(n int) int) (carries [tetris.Tetrominoes + 1]uint8, ok bool) {
	for c := 1; c <= colors; c++ {
		var tried types
		if !augment(pairs, uint8(c), pick(tetris.Tetrominoes), &tried, &carries) {
			return carries, false
		}
	}
	return carries, true
}

// augment finds a tetromino for colour c, moving other colours if need be.
func augment(pairs [MaxColors + 1]types, c uint8, first int, tried *types, carries *[tetris.Tetrominoes + 1]uint8) bool {
	for i := range tetris.Tetrominoes {
		t := tetris.I + tetris.Tetromino((first+i)%tetris.Tetrominoes)
		if !pairs[c].has(t) || tried.has(t) {
			continue
		}
		*tried |= 1 << t
		if other := carries[t]; other == 0 || augment(pairs, other, first, tried, carries) {
			carries[t] = c
			return true
		}
	}
	return false
}

// newSetting draws a setting for a new attempt: half of them at random, half by a
// small change to that of one of the best attempts.
func (s *searcher) newSetting() setting {
	if s.round >= firstRounds && len(s.trials) > 0 && s.rand.IntN(2) == 0 {
		return s.changed(s.trials[s.rand.IntN(min(len(s.trials), len(shares)))].setting)
	}
	t := setting{column: s.rand.IntN(s.columns()), mirror: s.rand.IntN(2) == 0}
	t.carries, _ = match(s.pairs, s.colors, s.rand.IntN)
	for k := tetris.I; k <= tetris.L; k++ {
		if t.carries[k] == 0 {
			t.carries[k] = s.pickColor(k)
		}
	}
	return t
}

// columns returns at how many columns of the field the sprite can stand.
func (s *searcher) columns() int { return s.problem.Width - len(s.problem.Cells[0]) + 1 }

// pickColor draws one of the colours that k may carry and the sprite has, or 0.
func (s *searcher) pickColor(k tetris.Tetromino) uint8 {
	colors := slices.DeleteFunc(slices.Clone(s.problem.Carriers[k]), func(c uint8) bool { return !s.has[c] })
	if len(colors) == 0 {
		return 0
	}
	return colors[s.rand.IntN(len(colors))]
}

func (s *searcher) changed(t setting) setting {
	for {
		next := t
		switch s.rand.IntN(4) {
		case 0:
			next.column = min(max(0, t.column+1-2*s.rand.IntN(2)), s.columns()-1)
		case 1:
			next.mirror = !t.mirror
		default:
			k := tetris.I + tetris.Tetromino(s.rand.IntN(tetris.Tetrominoes))
			next.carries[k] = s.pickColor(k)
		}
		if s.carriesAll(next.carries) {
			return next
		}
	}
}

// carriesAll reports whether each colour has one of its pairs.
func (s *searcher) carriesAll(carries [tetris.Tetrominoes + 1]uint8) bool {
	for c := 1; c <= s.colors; c++ {
		found := false
		for k := tetris.I; k <= tetris.L; k++ {
			found = found || int(carries[k]) == c && s.pairs[c].has(k)
		}
		if !found {
			return false
		}
	}
	return true
}
