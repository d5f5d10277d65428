package printer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func TestMoments(t *testing.T) {
	tests := []struct {
		name string
		plan *plan.Plan
		want string
	}{
		{"small", parsePlan(t, smallPlan), "5 5"},
		{"no pieces", &plan.Plan{Width: 5, Height: 6}, ""},
	}
	for _, tt := range tests {
		after := mustJob(t, tt.plan, nil).timeline.printed
		if got := strings.Trim(fmt.Sprint(after), "[]"); got != tt.want {
			t.Errorf("%s: rows stand after %s pieces, want %s", tt.name, got, tt.want)
		}
	}
}

// The slow twin asks of each row after how many drops no later field differs
// from the last one in it or below.
func TestRowsPrinted(t *testing.T) {
	for seed := range uint64(20) {
		p := playedPlan(seed, 8+int(seed%5), 20, 60)
		tl := mustJob(t, p, nil).timeline
		f, fr := tl.start()
		goal := newFrame(tl.final.Field)
		want := make([]int, tl.final.Field.StackHeight())
		for s, err := range p.Replay(f) {
			if err != nil {
				t.Fatal(err)
			}
			fr.copyRows(f, 0)
			for y := range want {
				if n := (y + 1) * fr.width; !slices.Equal(goal.cells[:n], fr.cells[:n]) {
					want[y] = s.Index + 2
				}
			}
		}
		if diff := cmp.Diff(want, tl.printed); diff != "" {
			t.Errorf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

func TestSheet(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    *plan.Plan
		o    Options
	}{
		{"sheet.png", parsePlan(t, smallPlan), Options{Cell: 32}},
		{"empty-sheet.png", &plan.Plan{Width: 5, Height: 6}, Options{}},
		{"played.sheet.png", playedPlan(1, 10, 20, 47), Options{Skin: Flat}},
	} {
		path := filepath.Join(t.TempDir(), tt.name)
		r, err := Print(background, tt.p, path, &tt.o)
		if err != nil {
			t.Fatal(err)
		}
		m := readPNG(t, path)
		if want := (&Report{Width: m.Bounds().Dx(), Height: m.Bounds().Dy(), Frames: 1, Files: []string{path}}); !cmp.Equal(r, want) {
			t.Errorf("%s: report %+v, want %+v", tt.name, r, want)
		}
		goldenPNG(t, tt.name, m)
	}
}

func TestSheetTooLarge(t *testing.T) {
	p := &plan.Plan{Width: 60, Height: 220}
	standing := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.I, Orientation: tetris.Right}}
	for range 50 {
		p.Blocks = append(p.Blocks, plan.Block{Pieces: []tetris.Piece{standing}})
	}
	_, err := Print(background, p, filepath.Join(t.TempDir(), "sheet.png"), &Options{Cell: 64})
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}

func TestGridColumns(t *testing.T) {
	tests := []struct{ n, width, height, want int }{
		{1, 10, 10, 1}, {4, 10, 10, 2}, {32, 20, 30, 7}, {2, 100, 5, 1}, {2, 5, 100, 2}, {9, 1000, 1, 1},
	}
	for _, tt := range tests {
		if got := gridColumns(tt.n, tt.width, tt.height); got != tt.want {
			t.Errorf("%+v: got %d", tt, got)
		}
	}
}

// A contact sheet has a picture for each row of the sprite and ends with the field as the
// plan leaves it, also where pieces stand on the highest row when that is done.
func TestSheetEndsWithTheSprite(t *testing.T) {
	plans := []*plan.Plan{parsePlan(t, "# field 6x8\ne63946 2a9d8f f4a261\n\nBDDEEC\nBDDEEC\nB.AA.C\nB.AA.C\n")}
	for seed := range uint64(20) {
		plans = append(plans, playedPlan(seed, 8+int(seed%5), 20, 60))
	}
	early := 0
	for i, p := range plans {
		tl := mustJob(t, p, nil).timeline
		pictures, last := 0, []tetris.Tetromino(nil)
		for fr := range tl.moments() {
			pictures, last = pictures+1, slices.Clone(fr.cells)
		}
		if want := max(1, len(tl.printed)); pictures != want {
			t.Errorf("plan %d: %d pictures, want %d", i, pictures, want)
		}
		if diff := cmp.Diff(newFrame(tl.final.Field).cells, last); diff != "" {
			t.Errorf("plan %d: the last picture is not the sprite (-want +got):\n%s", i, diff)
		}
		if n := len(tl.printed); n > 0 && tl.printed[n-1] < tl.final.Pieces {
			early++
		}
	}
	if early == 0 {
		t.Error("the highest row was always the last to be done: the test shows nothing")
	}
}
