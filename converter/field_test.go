package converter

import (
	"fmt"
	"image"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// block returns a sprite of so many columns and rows without an empty cell.
func block(t *testing.T, width, height int) *sprites.Sprite {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	s, err := sprites.FromImage(m, fmt.Sprintf("block of %dx%d", width, height), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The smallest field is of odd width, prints the sprite, and neither two columns
// nor a row less would do by the rule.
func TestSmallestField(t *testing.T) {
	for _, m := range Methods() {
		for _, size := range [][2]int{{1, 1}, {4, 3}, {8, 9}, {9, 9}, {16, 32}, {17, 32}, {18, 5}, {64, 64}, {128, 128}, {256, 240}} {
			s := block(t, size[0], size[1])
			width, height := m.SmallestField(s)
			holds := func(width, height int) bool { return m.Limits(width, height).Check(s) == nil }
			if width%2 == 0 || width <= s.Width() || !holds(width, height) {
				t.Errorf("%s, %s: got %dx%d, which prints %+v", m, s.Name(), width, height, m.Limits(width, height))
			}
			if narrower := width - 2; narrower >= minWidth && narrower > s.Width() && holds(narrower, height) {
				t.Errorf("%s, %s: got %d columns, %d would do", m, s.Name(), width, narrower)
			}
			if height > s.Height()+minRoom && holds(width, height-1) {
				t.Errorf("%s, %s: got %d rows, which is higher than needed", m, s.Name(), height)
			}
		}
	}
}

// What no field holds gets the largest, which refuses it.
func TestSmallestFieldOfGiants(t *testing.T) {
	for _, m := range Methods() {
		for _, s := range []*sprites.Sprite{block(t, tetris.MaxWidth+1, 1), block(t, 1, tetris.MaxHeight+1)} {
			width, height := m.SmallestField(s)
			if err := tetris.CheckSize(width, height); err != nil {
				t.Errorf("%s, %s: %v", m, s.Name(), err)
			}
			if m.Limits(width, height).Check(s) == nil {
				t.Errorf("%s, %s: accepted on %dx%d", m, s.Name(), width, height)
			}
		}
	}
}
