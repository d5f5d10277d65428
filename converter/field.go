package converter

import (
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A cleared row takes a quarter of its columns in pieces, so small sprites need few
// on narrow fields. An odd number of columns prints any number of pixels, at once and row
// by row, so that no search is stopped by a remainder. Fewer columns than minWidth leave
// no room for two tetrominoes beside a third, and with less than minRoom rows above the
// sprite structures get too low.
const (
	minWidth = 9  // columns
	minRoom  = 10 // rows above the sprite
)

// SmallestField returns the columns and rows of the smallest field that prints s well by
// m: an odd number of columns, at least 9 and one more than s has, and at least 10 rows
// above s. Small sprites take far fewer pieces there. If no field is large enough for s it
// returns one that the limits of m refuse s on.
func (m Method) SmallestField(s *sprites.Sprite) (width, height int) {
	width = max(minWidth, s.Width()+1) | 1
	for width+2 <= tetris.MaxWidth && m.Limits(width, tetris.MaxHeight).MaxWidth < s.Width() {
		width += 2
	}
	width = min(width, tetris.MaxWidth)
	height = min(s.Height()+minRoom, tetris.MaxHeight)
	for height < tetris.MaxHeight && m.Limits(width, height).MaxHeight < s.Height() {
		height++
	}
	return width, height
}
