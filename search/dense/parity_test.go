package dense

import (
	"errors"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// between says what the shapes of the tetrominoes allow.
func TestBetween(t *testing.T) {
	var want types
	for i := range kinds {
		k := &kinds[i]
		var rows [4]int
		for _, cell := range k.cells {
			rows[cell.Y]++
		}
		below := 0
		for _, n := range rows {
			if above := 4 - below - n; n == 1 && (above == 1 || above == 2) {
				want |= 1 << k.tetromino
			}
			below += n
		}
	}
	if between != want {
		t.Errorf("between is %b, want %b", between, want)
	}
}

func TestLone(t *testing.T) {
	onT := [tetris.Tetrominoes + 1][]uint8{tetris.T: {1}, tetris.J: {2}}
	tests := []struct {
		name     string
		width    int
		drawing  string
		carriers [tetris.Tetrominoes + 1][]uint8
		want     *LoneError // nil: no fault
	}{
		{"T leaves the first", 12, "bbb a..", onT, nil},
		{"and the fourth", 12, "a.. bbb", onT, nil},
		{"but not the second", 12, "bb. a.. b..", onT, &LoneError{12, 1, 0, 1}},
		{"nor the third", 12, "b.. .a. bb.", onT, &LoneError{12, 1, 1, 1}},
		{"which it does where 4 doesn't divide the width", 13, "bb. a.. b..", onT, nil},
		{"nor where 2 does", 14, "bb. a.. b..", onT, nil},
		{"three colours", 12, "d.. .c. b.. aa. .c. b.. .d. d..", free(4), nil},
		{"four colours for three tetrominoes", 12, ".d .d b. .d a. ac bc c. .a a.", free(4), &LoneError{12, 4, 1, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &Problem{Width: test.width, Height: 42, Cells: cellsOf(t, test.drawing), Carriers: test.carriers}
			err := p.Check()
			var lone *LoneError
			if errors.As(err, &lone) != (err != nil) || (lone == nil) != (test.want == nil) || lone != nil && *lone != *test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// What is refused for lone pixels is not found either.
func TestLoneIsNeverFound(t *testing.T) {
	p := &Problem{Width: 8, Height: 30, Cells: cellsOf(t, "bb. a.. b.."), Carriers: free(2)}
	s := newSearcher(p, &Options{})
	found := 0
	for column := range s.columns() {
		c := s.canvas(setting{column: column, carries: [tetris.Tetrominoes + 1]uint8{tetris.T: 1, tetris.J: 2, tetris.L: 2}})
		a := newAttempt(c, c.start(), idleTuning, 1, 1, s.tables)
		a.run(t.Context(), 200_000, noLimit)
		if a.best != nil {
			t.Errorf("at column %d there is a plan of what is proved impossible", column)
		}
		c = s.canvas(setting{column: column, carries: [tetris.Tetrominoes + 1]uint8{tetris.J: 1, tetris.T: 2, tetris.L: 2}})
		b := newAttempt(c, c.start(), idleTuning, 1, 1, s.tables)
		b.run(t.Context(), 200_000, noLimit)
		if b.best != nil {
			found++
		}
	}
	if found == 0 {
		t.Error("J doesn't leave the pixel either: the test shows nothing")
	}
}
