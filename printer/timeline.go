package printer

import (
	"fmt"
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
	pieces        int                // locked so far
	lines         int                // cleared so far
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

// at returns the tetromino of a cell of the stack.
func (fr *frame) at(x, y int) tetris.Tetromino { return fr.cells[y*fr.width+x] }

// A timeline says which frames a print has. Each drop gets at least one, that
// of its lock; the finished field is held at the end.
type timeline struct {
	plan    *plan.Plan
	final   *plan.Result
	playing int // frames in which pieces drop
	holding int // frames of the finished field, at least 1
}

// newTimeline replays p, so that its frames can't fail. Its error is that of
// [plan.Plan.Run].
func newTimeline(p *plan.Plan, o *Options) (*timeline, error) {
	final, err := p.Run()
	if err != nil {
		return nil, err
	}
	playing := int(math.Ceil(float64(final.Pieces) * float64(o.FPS) / o.Speed))
	holding := int(o.Hold * time.Duration(o.FPS) / time.Second)
	return &timeline{
		plan:    p,
		final:   final,
		playing: max(playing, final.Pieces),
		holding: max(holding, 1),
	}, nil
}

// total returns the number of frames.
func (t *timeline) total() int { return t.playing + t.holding }

// start returns the number of the first frame of drop i, or for the drop after
// the last one the number of the first held frame.
func (t *timeline) start(i int) int {
	return int(int64(i) * int64(t.playing) / int64(t.final.Pieces))
}

// frames yields the frames. The frame is the same one each time: it holds until
// the next.
func (t *timeline) frames() iter.Seq[*frame] {
	return func(yield func(*frame) bool) {
		f, err := tetris.NewField(t.plan.Width, t.plan.Height)
		if err != nil {
			panic("printer: the plan has changed: " + err.Error())
		}
		fr := newFrame(f)
		var d drop
		for s, err := range t.plan.Replay(f) {
			if err != nil {
				panic(fmt.Sprintf("printer: the plan has changed: %v", err))
			}
			d.set(s.Placement, fr, t.start(s.Index+1)-t.start(s.Index))
			if !d.play(fr, yield) {
				return
			}
			fr.copyRows(f, s.Row) // a lock changes nothing below
			fr.piece, fr.flash = tetris.Piece{}, 0
			fr.lines += s.Lines()
		}
		for range t.holding {
			if !yield(fr) {
				return
			}
		}
	}
}

// last returns the last frame.
func (t *timeline) last() *frame {
	fr := newFrame(t.final.Field)
	fr.pieces, fr.lines = t.final.Pieces, t.final.Lines
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
		d.flashing = max(1, n/4)
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
	for range d.flashing {
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
