package printer

import (
	"context"
	"image"
	"iter"
	"time"

	"github.com/tetrisprinter/tetrisprinter/internal/avi"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// A job is one print with all that its frames need.
type job struct {
	opts     Options
	timeline *timeline
	layout   layout
	painter  *painter
	maxAVI   int64 // bytes in an AVI file
}

// newJob checks the options for the format and replays the plan.
func newJob(p *plan.Plan, opts *Options, format Format) (*job, error) {
	o, err := opts.withDefaults(format)
	if err != nil {
		return nil, err
	}
	t, err := newTimeline(p, &o)
	if err != nil {
		return nil, err
	}
	j := &job{
		opts:     o,
		timeline: t,
		layout:   newLayout(t.last(), &o),
		painter:  newPainter(&p.Palette, o.Skin, o.Cell),
		maxAVI:   avi.MaxBytes,
	}
	j.drawGoals()
	return j, nil
}

// drawGoals draws the pictures of the sprite that the layout has room for.
func (j *job) drawGoals() {
	last := j.timeline.last()
	if size := j.layout.goal.Mul(j.opts.Cell); size != (image.Point{}) {
		g := goalPicture{size: size, room: image.Rectangle{Max: size}, ground: inkOutside, grid: goalGrid, skin: Flat}
		j.painter.goal = g.draw(last)
	}
	if j.timeline.zooming > 0 {
		size := image.Pt(j.layout.cols, j.layout.rows).Mul(j.opts.Cell)
		g := goalPicture{size: size, room: image.Rectangle{Max: size}.Inset(j.opts.Cell), ground: inkField, grid: zoomGrid, skin: j.opts.Skin}
		j.painter.zoom = g.draw(last)
	}
}

// A scene is a screen that several frames in a row show.
type scene struct {
	before, now *screen // before is nil in the first scene
	frames      int     // 1 or more
}

// scenes yields the scenes. The screens hold until the next.
func (j *job) scenes() iter.Seq[scene] {
	return func(yield func(scene) bool) {
		// Three in turn: the one that comes, the one that is, the one that was.
		screens := [3]*screen{j.layout.newScreen(), j.layout.newScreen(), j.layout.newScreen()}
		n := 0
		var s scene
		for fr := range j.timeline.frames() {
			next := screens[n%3]
			j.layout.compose(fr, next)
			if s.now != nil && next.equal(s.now) {
				s.frames++
				continue
			}
			if s.now != nil && !yield(s) {
				return
			}
			s = scene{s.now, next, 1}
			n++
		}
		yield(s)
	}
}

// each calls f with each scene and reports progress. It stops with the first
// error or when the context ends.
func (j *job) each(ctx context.Context, f func(scene) error) error {
	done, total := 0, j.timeline.total()
	for s := range j.scenes() {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := f(s); err != nil {
			return err
		}
		done += s.frames
		j.opts.Progress(done, total)
	}
	return context.Cause(ctx)
}

// quiet returns a job like j that reports no progress.
func (j *job) quiet() *job {
	q := *j
	q.opts.Progress = func(int, int) {}
	return &q
}

// eachFrame calls prepare with each scene and then add for each of its frames,
// and reports progress. It stops with the first error or when the context ends.
func (j *job) eachFrame(ctx context.Context, prepare func(scene) error, add func() error) error {
	done, total := 0, j.timeline.total()
	for s := range j.scenes() {
		if err := prepare(s); err != nil {
			return err
		}
		for range s.frames {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if err := add(); err != nil {
				return err
			}
			done++
			j.opts.Progress(done, total)
		}
	}
	return context.Cause(ctx)
}

// Frames yields the frames of the print, as a video shows them. The picture is
// the same one each time: it holds until the next frame. If the options or the
// plan are at fault, it yields only a nil picture and an [*OptionError] or the
// error of [plan.Plan.Run].
func Frames(p *plan.Plan, opts *Options) iter.Seq2[*image.Paletted, error] {
	return func(yield func(*image.Paletted, error) bool) {
		j, err := newJob(p, opts, ByName)
		if err != nil {
			yield(nil, err)
			return
		}
		m := j.painter.canvas(j.layout.cols, j.layout.rows)
		for s := range j.scenes() {
			j.painter.paint(m, s.before, s.now)
			for range s.frames {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// Picture returns the final field, without a frame, a panel or a caption. Its
// errors are those of [Frames].
func Picture(p *plan.Plan, opts *Options) (*image.Paletted, error) {
	j, err := newJob(p, opts, PNG)
	if err != nil {
		return nil, err
	}
	return j.picture(), nil
}

func (j *job) picture() *image.Paletted {
	last := j.timeline.last()
	l := bareLayout(last)
	s := l.newScreen()
	l.compose(last, s)
	m := j.painter.canvas(s.cols, s.rows)
	j.painter.paint(m, nil, s)
	// An odd side was padded.
	return m.SubImage(image.Rect(0, 0, s.cols*j.opts.Cell, s.rows*j.opts.Cell)).(*image.Paletted)
}

// report returns what a video or a folder of frames has.
func (j *job) report() *Report {
	m := j.painter.bounds(j.layout.cols, j.layout.rows)
	n := j.timeline.total()
	f := j.layout.field
	return &Report{
		Width:    m.Dx(),
		Height:   m.Dy(),
		Field:    image.Rectangle{f.Min.Mul(j.opts.Cell), f.Max.Mul(j.opts.Cell)},
		Frames:   n,
		FPS:      j.opts.FPS,
		Duration: time.Duration(n) * time.Second / time.Duration(j.opts.FPS),
	}
}
