package dense

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func TestOutlook(t *testing.T) {
	for _, tt := range []struct {
		name, drawing string
		column, want  int
	}{
		{"tiled from the floor", "aa aa", 9, 0},
		{"tiled on another colour", "aaaa bbbb", 9, 0},
		{"one pixel", "a", 9, 1},
		{"five, from the floor", "aaaaa", 9, 1},
		{"one on a square", "b aa aa", 2, 3},
		{"hangs over beside a square", "aaaa aa.. aa..", 9, 0},
		{"floats", "aaaa .... bbbb", 9, 3},
		{"two colours, one cut between", "a b", 9, 3},
		{"three colours, one cut on the floor", "a b c", 9, 1 + 3},
		{"two rows to the walls", "a.........aaaa b.........bbbb c.........ccca", 3, 1 + 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cells := make([][]uint8, 0)
			for _, row := range cellsOf(t, tt.drawing) {
				wide := make([]uint8, 21)
				copy(wide[tt.column:], row)
				cells = append(cells, wide)
			}
			c := newCanvas(21, 42, cells, [tetris.Tetrominoes + 1]uint8{})
			if got := newOutlook(c).of(c.start()); got != tt.want {
				t.Errorf("got %d rows, want %d", got, tt.want)
			}
		})
	}
}

func TestBridgeRows(t *testing.T) {
	for _, tt := range []struct {
		below string
		want  int
	}{
		{"...a......a......a...", 1},
		{"....a.....a......a...", 2},
		{"...a.......a.....a...", 2},
		{"...a..........a..a...", 2},
		{".....a....a......a...", 3},
		{"...a......a.....a....", 2},
		{"aa...................", 3},
	} {
		c := newCanvas(21, 42, cellsOf(t, tt.below), [tetris.Tetrominoes + 1]uint8{1: 1})
		if got := c.bridgeRows(1); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.below, got, tt.want)
		}
		if got := c.bridgeRows(0); got != 1 {
			t.Errorf("on the floor: got %d, want 1", got)
		}
	}
}

// slowPatch is a patch with the cuts that serve it.
type slowPatch struct{ low, high int }

// slowPatches is the twin of outlook.gather.
func slowPatches(c *canvas, s *state) (patches []slowPatch) {
	seen := map[tetris.Cell]bool{}
	for y, row := range c.cells {
		for x := range row {
			var patch []tetris.Cell
			slowSpread(c, s, tetris.Cell{X: x, Y: y}, c.cells[y][x], seen, &patch)
			stands := false
			p := slowPatch{low: y, high: y}
			for _, at := range patch {
				p.high = max(p.high, at.Y+1)
				under := tetris.Cell{X: at.X, Y: at.Y - 1}
				stands = stands || at.Y == 0 || c.cells[under.Y][under.X] != 0 && !slices.Contains(patch, under) ||
					s.floor > 0 && s.floor == at.Y && !s.hollow(at.X)
			}
			if len(patch)%4 != 0 || len(patch) > 0 && !stands {
				patches = append(patches, p)
			}
		}
	}
	return patches
}

func slowSpread(c *canvas, s *state, at tetris.Cell, color uint8, seen map[tetris.Cell]bool, patch *[]tetris.Cell) {
	if at.X < 0 || at.X >= c.width || at.Y < 0 || at.Y >= c.rows || color == 0 || c.cells[at.Y][at.X] != color || at.Y < int(s.next[at.X]) || seen[at] {
		return
	}
	seen[at] = true
	*patch = append(*patch, at)
	for _, d := range []tetris.Cell{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
		slowSpread(c, s, tetris.Cell{X: at.X + d.X, Y: at.Y + d.Y}, color, seen, patch)
	}
}

// slowOutlook is the twin of outlook.serve: it goes through all sets of cuts.
func slowOutlook(c *canvas, s *state, servedBy int) int {
	patches := slices.DeleteFunc(slowPatches(c, s), func(p slowPatch) bool { return p.low <= servedBy && servedBy <= p.high })
	best := unending
	for cuts := range 1 << (c.rows - s.height + 1) {
		rows := 0
		for cut := s.height; cut <= c.rows; cut++ {
			switch {
			case cuts>>(cut-s.height)&1 == 0:
			case cut == s.height && (s.carry != nil || s.floor == cut):
				rows++
			default:
				rows += c.bridgeRows(cut)
			}
		}
		served := !slices.ContainsFunc(patches, func(p slowPatch) bool {
			for cut := max(p.low, s.height); cut <= p.high; cut++ {
				if cuts>>(cut-s.height)&1 != 0 {
					return false
				}
			}
			return true
		})
		if served {
			best = min(best, rows)
		}
	}
	return best
}

func TestOutlookAgainstSlowTwin(t *testing.T) {
	more := 0
	attempts(12, 60, idleTuning, 20_000, func(_ *rand.Rand, a *attempt) {
		o := newOutlook(a.canvas)
		for _, layer := range a.layers {
			for _, s := range layer {
				o.look(s)
				if want := slowOutlook(a.canvas, s, none); s.outlook != want {
					t.Errorf("%s filled up to %v: got %d rows, want %d", drawing(a.canvas.cells), s.next, s.outlook, want)
				}
				for rise, got := range s.after {
					cut := s.height + rise
					if want := slowOutlook(a.canvas, s, cut); cut <= a.canvas.rows && s.outlook < unending && got != want {
						t.Errorf("%s filled up to %v: got %d rows after cut %d, want %d", drawing(a.canvas.cells), s.next, got, cut, want)
					}
				}
				if s.outlook > 3 && s.outlook < unending {
					more++
				}
			}
		}
	})
	if more == 0 {
		t.Error("no state needs more than one structure")
	}
}

// No plan found without it clears fewer rows from any of its states than their outlook.
func TestOutlookHolds(t *testing.T) {
	plans, exact := 0, 0
	r := rand.New(rand.NewPCG(13, 0))
	for range 60 {
		width := []int{9, 11, 15, 21}[r.IntN(4)]
		cells := randomCells(r, width, min(width, 6), 2+r.IntN(6), 3)
		s := newSearcher(&Problem{Width: width, Height: 42, Cells: cells, Carriers: free(3)}, &Options{})
		c := s.canvas(s.newSetting())
		a := newAttempt(c, c.start(), defaultTuning, 1, 1, s.tables)
		o := a.outlook
		a.outlook = nil
		a.run(context.Background(), 300_000, noLimit)
		if a.best == nil {
			continue
		}
		plans++
		for q := a.best.parent; q != nil; q = q.parent {
			left, least := a.best.cleared-q.cleared, o.of(q)
			if least > left {
				t.Errorf("%s filled up to %v: %d rows cleared after that, the outlook is %d", drawing(c.cells), q.next, left, least)
			}
			if least == left {
				exact++
			}
		}
	}
	if plans == 0 || exact == 0 {
		t.Errorf("%d plans, %d states whose outlook is exact: want some of each", plans, exact)
	}
}
