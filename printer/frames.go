package printer

import (
	"context"
	"image"
	"iter"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// A job is one print with all that its frames need.
type job struct {
	opts     Options
	timeline *timeline
	layout   layout
	painter  *painter
}

// newJob checks the options and replays the plan.
func newJob(p *plan.Plan, opts *Options) (*job, error) {
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	t, err := newTimeline(p, &o)
	if err != nil {
		return nil, err
	}
	return &job{
		opts:     o,
		timeline: t,
		layout:   newLayout(t.last(), &o),
		painter:  newPainter(&p.Palette, o.Cell),
	}, nil
}

// pictures yields a picture of each frame, always the same one, and whether it
// differs from the one before.
func (j *job) pictures() iter.Seq2[*image.RGBA, bool] {
	return func(yield func(*image.RGBA, bool) bool) {
		now, before := j.layout.newScreen(), (*screen)(nil)
		m := j.painter.canvas(now)
		for fr := range j.timeline.frames() {
			j.layout.compose(fr, now)
			if !yield(m, j.painter.paint(m, before, now)) {
				return
			}
			if before == nil {
				before = j.layout.newScreen()
			}
			now, before = before, now
		}
	}
}

// encode calls add with each frame, encoded by enc, in order. The bytes hold
// until add returns. It stops with the first error or when the context ends.
func (j *job) encode(ctx context.Context, enc func(*image.RGBA) ([]byte, error), add func(i int, data []byte) error) error {
	i, total := 0, j.timeline.total()
	var data []byte
	for m, changed := range j.pictures() {
		err := context.Cause(ctx)
		if err == nil && changed {
			data, err = enc(m)
		}
		if err == nil {
			err = add(i, data)
		}
		if err != nil {
			return err
		}
		i++
		j.opts.Progress(i, total)
	}
	return context.Cause(ctx)
}

// Frames yields the frames of the print, as a video shows them. The picture is
// the same one each time: it holds until the next frame. If the options or the
// plan are at fault, it yields only a nil picture and an [*OptionError] or the
// error of [plan.Plan.Run].
func Frames(p *plan.Plan, opts *Options) iter.Seq2[*image.RGBA, error] {
	return func(yield func(*image.RGBA, error) bool) {
		j, err := newJob(p, opts)
		if err != nil {
			yield(nil, err)
			return
		}
		for m := range j.pictures() {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// Picture returns the final field, without a caption. Its errors are those of
// [Frames].
func Picture(p *plan.Plan, opts *Options) (*image.RGBA, error) {
	j, err := newJob(p, opts)
	if err != nil {
		return nil, err
	}
	return j.picture(), nil
}

func (j *job) picture() *image.RGBA {
	last := j.timeline.last()
	l := layout{cols: last.width, rows: last.height}
	s := l.newScreen()
	l.compose(last, s)
	m := j.painter.canvas(s)
	j.painter.paint(m, nil, s)
	// An odd side was padded.
	return m.SubImage(image.Rect(0, 0, s.cols*j.opts.Cell, s.rows*j.opts.Cell)).(*image.RGBA)
}
