package printer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func mustJob(t testing.TB, p *plan.Plan, o *Options) *job {
	t.Helper()
	j, err := newJob(p, o, ByName)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// Every frame of a short print, drawn.
func TestScreens(t *testing.T) {
	for name, o := range map[string]*Options{
		"screens-fast.txt":     {FPS: 30, Speed: 30, Hold: -1},
		"screens-2.txt":        {FPS: 30, Speed: 15, Hold: -1},
		"screens-default.txt":  {Hold: 50 * time.Millisecond},
		"screens-slow.txt":     {FPS: 12, Speed: 1.5, Hold: -1, NoCaption: true},
		"screens-panel.txt":    {FPS: 12, Speed: 6, Hold: -1, Panel: true, ZoomOut: true},
		"screens-fraction.txt": {FPS: 20, Speed: 7.5, Hold: -1, Cell: 4},
	} {
		j := mustJob(t, parsePlan(t, smallPlan), o)
		s := j.layout.newScreen()
		var b strings.Builder
		i := 0
		for fr := range j.timeline.frames() {
			j.layout.compose(fr, s)
			fmt.Fprintf(&b, "frame %d, %d pieces, %d lines\n%s\n", i, fr.pieces, fr.lines, drawn(s))
			i++
		}
		golden(t, name, b.String())
	}
}

// checkDrop checks the frames of one drop.
func checkDrop(t *testing.T, frames []frame, want tetris.Placement, before *tetris.Field) {
	t.Helper()
	locked, flashing := 0, 0
	row, column := before.Height(), -1
	for i, fr := range frames {
		if !slices.Equal(fr.cells, newFrame(before).cells) {
			t.Fatalf("frame %d of %v: the stack changes before the lock", i, want)
		}
		if !before.Free(fr.piece) {
			t.Errorf("frame %d of %v: %v, row %d overlaps the stack", i, want, fr.piece.Drop, fr.piece.Row)
		}
		if fr.piece == want.Piece {
			locked++
		}
		if fr.flash != 0 {
			flashing++
		}
		falling := fr.piece.Row+fr.piece.Shape().Height < before.Height()
		if falling && (fr.piece.Drop != want.Drop || fr.piece.Row > row || column >= 0 && fr.piece.Column != column) {
			t.Errorf("frame %d of %v: %v, row %d is no fall from row %d, column %d", i, want, fr.piece.Drop, fr.piece.Row, row, column)
		}
		if falling {
			row, column = fr.piece.Row, fr.piece.Column
		}
	}
	last := frames[len(frames)-1]
	if locked == 0 || last.piece != want.Piece {
		t.Errorf("%v: the lock is not shown", want)
	}
	if want.Cleared == 0 && flashing > 0 || want.Cleared != 0 && len(frames) >= 3 && (flashing == 0 || last.flash != want.Cleared) {
		t.Errorf("%v: %d of %d frames flash, last %b, cleared %b", want, flashing, len(frames), last.flash, want.Cleared)
	}
	if first := slices.Collect(want.Route(before.Width(), before.Height()))[0]; len(frames) >= 2 && want.Cleared == 0 && frames[0].piece != first {
		t.Errorf("%v: begins at %v, row %d, want %v, row %d", want, frames[0].piece.Drop, frames[0].piece.Row, first.Drop, first.Row)
	}
}

// Random plans at any speed: each drop's frames hold what the rules say.
func TestTimelineFollowsTheRules(t *testing.T) {
	speeds := []float64{1.3, 7, 10, 29.99, 30}
	for seed := range uint64(40) {
		p := randomPlan(seed, 4+int(seed%9), 8+int(seed%13), 60)
		o := Options{FPS: 30, Speed: speeds[seed%5], Hold: time.Duration(seed) * 10 * time.Millisecond}
		tl := mustJob(t, p, &o).timeline
		var frames []frame
		for fr := range tl.frames() {
			c := *fr
			c.cells = slices.Clone(fr.cells)
			frames = append(frames, c)
		}
		if len(frames) != tl.total() {
			t.Fatalf("seed %d: %d frames, want %d", seed, len(frames), tl.total())
		}
		before, _ := tetris.NewField(p.Width, p.Height)
		after := before.Clone()
		lines := 0
		for s, err := range p.Replay(after) {
			if err != nil {
				t.Fatal(err)
			}
			of := frames[tl.first(s.Index):tl.first(s.Index+1)]
			if len(of) == 0 {
				t.Fatalf("seed %d, drop %d: no frame", seed, s.Index)
			}
			if of[0].lines != lines {
				t.Errorf("seed %d, drop %d: %d lines, want %d", seed, s.Index, of[0].lines, lines)
			}
			checkDrop(t, of, s.Placement, before)
			lines += s.Lines()
			before = after.Clone()
		}
		held := frames[tl.first(p.Pieces()):]
		if len(held) != tl.holding {
			t.Errorf("seed %d: held for %d frames, want %d", seed, len(held), tl.holding)
		}
		for _, fr := range held {
			last := tl.last()
			if !slices.Equal(fr.cells, newFrame(after).cells) || !slices.Equal(fr.cells, last.cells) || fr.pieces != last.pieces || fr.lines != last.lines || fr.flash != 0 {
				t.Errorf("seed %d: a held frame is not the final field", seed)
			}
		}
	}
}

func TestFrameCount(t *testing.T) {
	p := randomPlan(1, 10, 20, 40)
	n := p.Pieces()
	tests := []struct {
		o    Options
		want int
	}{
		{Options{}, n*6 + 120},
		{Options{FPS: 12, ZoomOut: true}, (n*12+9)/10 + 48},
		{Options{Duration: 30 * time.Second}, 1800},
		{Options{FPS: 24, Duration: 12340 * time.Millisecond, ZoomOut: true}, 296},
		{Options{FPS: 60, Speed: 60, Hold: -1}, n + 1},
		{Options{FPS: 60, Speed: 0.5, Hold: time.Second}, n*120 + 60},
		{Options{FPS: 25, Speed: 10, Hold: time.Nanosecond}, (n*25+9)/10 + 1},
	}
	for _, tt := range tests {
		if got := mustJob(t, p, &tt.o).timeline.total(); got != tt.want {
			t.Errorf("%+v: %d frames for %d pieces, want %d", tt.o, got, n, tt.want)
		}
	}
}

func TestEmptyPlan(t *testing.T) {
	j := mustJob(t, &plan.Plan{Width: 5, Height: 6}, &Options{Hold: -1})
	n := 0
	for fr := range j.timeline.frames() {
		if fr.piece.Tetromino != tetris.None {
			t.Errorf("a piece %v in play", fr.piece)
		}
		n++
	}
	if n != 1 {
		t.Errorf("%d frames, want 1", n)
	}
}

func TestPlanThatTopsOut(t *testing.T) {
	p := parsePlan(t, "# field 4x4\nff0000\n\nAA..\nAA..\n\nAA..\nAA..\n\nAA..\nAA..\n")
	if _, err := newJob(p, nil, ByName); !errors.Is(err, tetris.ErrTopOut) {
		t.Errorf("got %v, want tetris.ErrTopOut", err)
	}
}
