package dense

import (
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// hanging says what the shapes of the tetrominoes allow.
func TestHanging(t *testing.T) {
	var want [4]types
	for i := range kinds {
		k := &kinds[i]
		var rows [6]int
		for _, cell := range k.cells {
			rows[cell.Y]++
		}
		for row := range 4 {
			if rows[row] == 1 && rows[row+2] == 0 {
				want[rows[row+1]] |= 1 << k.tetromino
			}
		}
	}
	if hanging != want {
		t.Errorf("hanging is %b, want %b", hanging, want)
	}
}

func TestDemands(t *testing.T) {
	tests := []struct {
		name    string
		width   int
		drawing string
		want    []demand
	}{
		{"odd widths demand nothing", 13, "a.. .b. a..", nil},
		{"the first of four may be filled from above", 12, "a.. .b. a..", []demand{{2, hanging[2]}}},
		{"a pixel above helps", 12, "a.. .b. .c. a..", []demand{{2, hanging[1]}}},
		{"the third of four", 12, "a.. .b. a.a", []demand{{2, hanging[1]}}},
		{"with twos the second may hold none or two", 14, "a.. .b. a..", []demand{{2, hanging[0] | hanging[2]}}},
		{"with twos the third may be filled from above", 14, "a.. .b. a.a", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &Problem{Width: test.width, Height: 42, Cells: cellsOf(t, test.drawing), Carriers: free(3)}
			got := p.demands()
			if len(got) != len(test.want) {
				t.Fatalf("demands %v, want %v", got, test.want)
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("demands %v, want %v", got, test.want)
				}
			}
			s := newSearcher(p, &Options{})
			for range 20 {
				if setting := s.newSetting(); !met(s.demands, setting.carries) {
					t.Errorf("%v does not meet %v", setting.carries, s.demands)
				}
			}
		})
	}
}

func TestMet(t *testing.T) {
	carries := [tetris.Tetrominoes + 1]uint8{tetris.J: 1, tetris.I: 2}
	if !met([]demand{{1, 1 << tetris.J}, {2, 1<<tetris.I | 1<<tetris.L}}, carries) {
		t.Error("J and I carry what is demanded")
	}
	if met([]demand{{2, 1 << tetris.J}}, carries) {
		t.Error("J carries another colour")
	}
}
