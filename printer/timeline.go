package printer

import (
	"iter"
	"math"
	"slices"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// fallMoves is how many turns or shifts take as long as the fall.
const fallMoves = 8

// A frame is what one picture shows.
type frame struct {
	width, height int                // of the field, in cells
	cells         []tetris.Tetromino // the stack without the piece, row by row from the floor
	piece         tetris.Piece       // in play or just locked; Tetromino None: no piece
	flash         uint8              // bit i set: row piece.Row+i is full and about to clear
	wiped         int                // cells in the middle of those rows that are gone already
	next          tetris.Tetromino   // the one after the piece in play; None: no more
	pieces        int                // locked so far
	lines         int                // cleared so far
	printed       int                // rows of the sprite, from below, that stand for good
	zoomed        bool               // the sprite alone, large
}

// newFrame returns a frame that shows the field.
func newFrame(f *tetris.Field) *frame {
	fr := &frame{width: f.Width(), height: f.Height()}
	fr.cells = make([]tetris.Tetromino, fr.width*fr.height)
	fr.copyRows(f, 0)
	return fr
}

// copyRows takes over the stack from row y up.
func (fr *frame) copyRows(f *tetris.Field, y int) {
	for ; y < fr.height; y++ {
		for x := range fr.width {
			fr.cells[y*fr.width+x] = f.At(x, y)
		}
	}
}

// row returns row y of the stack.
func (fr *frame) row(y int) []tetris.Tetromino { return fr.cells[y*fr.width : (y+1)*fr.width] }

// A timeline says which frames a print has. Each drop gets at least one, that
// of its lock; the finished field is held at the end, then the sprite alone.
type timeline struct {
	plan    *plan.Plan
	final   *plan.Result
	order   []tetris.Tetromino // of the drops
	printed []int              // by rows of the sprite: how many drops it takes until the row stands
	playing int                // frames in which pieces drop
	holding int                // frames of the finished field, at least 1
	zooming int                // frames of the sprite alone
}

// newTimeline replays p, so that its frames can't fail. Its error is that of
// [plan.Plan.Run], or an [*OptionError] if the duration is too short.
func newTimeline(p *plan.Plan, o *Options) (*timeline, error) {
	final, err := p.Run()
	if err != nil {
		return nil, err
	}
	t := &timeline{plan: p, final: final}
	for _, d := range p.Drops() {
		t.order = append(t.order, d.Tetromino)
	}
	t.printed = t.rowsPrinted()
	t.holding = max(1, int(o.Hold*time.Duration(o.FPS)/time.Second))
	if o.ZoomOut {
		t.zooming = t.holding
	}
	if o.Duration != 0 {
		return t, t.fit(o)
	}
	playing := int(math.Ceil(float64(final.Pieces) * float64(o.FPS) / o.Speed))
	t.playing = max(playing, final.Pieces)
	return t, nil
}

// fit makes the whole timeline last as long as o.Duration says.
func (t *timeline) fit(o *Options) error {
	frames := int((o.Duration*time.Duration(o.FPS) + time.Second/2) / time.Second)
	least := t.final.Pieces + t.holding + t.zooming
	if frames < least {
		seconds := math.Ceil(float64(least)/float64(o.FPS)*100) / 100
		return optionError("duration", "is %v, but %d pieces at one a frame and the hold take at least %gs", o.Duration, t.final.Pieces, seconds)
	}
	t.playing = frames - t.holding - t.zooming
	if t.final.Pieces == 0 {
		t.holding += t.playing
		t.playing = 0
	}
	return nil
}

// rowsPrinted replays the plan and returns after how many drops each row of the
// final field, from below, stands for good.
func (t *timeline) rowsPrinted() (after []int) {
	goal := newFrame(t.final.Field)
	f, fr := t.start()
	for s, err := range t.plan.Replay(f) {
		mustReplay(err)
		fr.copyRows(f, s.Row)
		after = after[:min(len(after), s.Row)] // a lock changes nothing below
		for y := len(after); y < t.final.Field.StackHeight() && slices.Equal(fr.row(y), goal.row(y)); y++ {
			after = append(after, s.Index+1)
		}
	}
	return after
}

// start returns an empty field and a frame that shows it.
func (t *timeline) start() (*tetris.Field, *frame) {
	f, err := tetris.NewField(t.plan.Width, t.plan.Height)
	mustReplay(err)
	return f, newFrame(f)
}

// mustReplay panics if a replay fails that has succeeded before.
func mustReplay(err error) {
	if err != nil {
		panic("printer: the plan has changed: " + err.Error())
	}
}

// total returns the number of frames.
func (t *timeline) total() int { return t.playing + t.holding + t.zooming }

// first returns the number of the first frame of drop i, or for the drop after
// the last one the number of the first held frame.
func (t *timeline) first(i int) int {
	return int(int64(i) * int64(t.playing) / int64(t.final.Pieces))
}

// framesOf returns how many frames drop i has; after the last one come the held
// frames and those of the sprite alone.
func (t *timeline) framesOf(i int) int {
	switch i - t.final.Pieces {
	case 0:
		return t.holding
	case 1:
		return t.zooming
	}
	return t.first(i+1) - t.first(i)
}

// next returns the tetromino of drop i, None after the last one.
func (t *timeline) next(i int) tetris.Tetromino {
	if i < len(t.order) {
		return t.order[i]
	}
	return tetris.None
}

// frames yields the frames. The frame is the same one each time: it holds until
// the next.
func (t *timeline) frames() iter.Seq[*frame] {
	return func(yield func(*frame) bool) {
		f, fr := t.start()
		var d drop
		for s, err := range t.plan.Replay(f) {
			mustReplay(err)
			d.set(s.Placement, fr, t.first(s.Index+1)-t.first(s.Index))
			fr.next = t.next(s.Index + 1)
			if !d.play(fr, yield) {
				return
			}
			fr.copyRows(f, s.Row)
			fr.piece, fr.flash, fr.wiped = tetris.Piece{}, 0, 0
			fr.lines += s.Lines()
			for fr.printed < len(t.printed) && t.printed[fr.printed] <= s.Index+1 {
				fr.printed++
			}
		}
		for i := range t.holding + t.zooming {
			fr.zoomed = i >= t.holding
			if !yield(fr) {
				return
			}
		}
	}
}

// last returns the last frame of the field.
func (t *timeline) last() *frame {
	fr := newFrame(t.final.Field)
	fr.pieces, fr.lines, fr.printed = t.final.Pieces, t.final.Lines, len(t.printed)
	return fr
}

// A drop shares its frames out to the moves at the top, the fall, the lock, and
// the flash of full rows.
type drop struct {
	placement tetris.Placement
	route     []tetris.Piece
	moving    int // frames of the moves and the fall
	falling   int // of these, the frames of the fall; they come last
	flashing  int
}

// set prepares the drop that ends in p for n frames, at least 1.
func (d *drop) set(p tetris.Placement, fr *frame, n int) {
	d.placement = p
	d.route = slices.AppendSeq(d.route[:0], p.Route(fr.width, fr.height))
	d.flashing = 0
	if p.Cleared != 0 && n >= 3 {
		d.flashing = n / 3
	}
	d.moving = n - 1 - d.flashing
	d.falling = d.moving * fallMoves / (len(d.route) + fallMoves)
}

// play shows the drop. It returns false when yield does.
func (d *drop) play(fr *frame, yield func(*frame) bool) bool {
	for i := range d.moving {
		fr.piece = d.position(i)
		if !yield(fr) {
			return false
		}
	}
	fr.piece = d.placement.Piece
	fr.pieces++
	if !yield(fr) {
		return false
	}
	fr.flash = d.placement.Cleared
	for i := range d.flashing {
		fr.wiped = d.wiped(i, fr.width)
		if !yield(fr) {
			return false
		}
	}
	return true
}

// position returns where the piece is in moving frame i: the moves of the route
// are evenly spread, then the piece falls faster and faster.
func (d *drop) position(i int) tetris.Piece {
	atTop := d.moving - d.falling
	if i < atTop {
		return d.route[i*len(d.route)/atTop]
	}
	p := d.route[len(d.route)-1]
	now, end := i-atTop+1, d.falling+1 // the lock comes at the end
	p.Row -= (p.Row - d.placement.Row) * now * now / (end * end)
	return p
}

// wiped returns how many cells of full rows are gone in flashing frame i: none in
// the first half, then more and more from the middle to the walls.
func (d *drop) wiped(i, width int) int {
	white := (d.flashing + 1) / 2
	return width * max(0, i+1-white) / (d.flashing + 1 - white)
}
