package printer

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"regexp"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
)

// A frame's file name has at least six digits: sorted by name is sorted by
// time, and ffmpeg reads the frames as frame-%06d.png.
var frameName = regexp.MustCompile(`^frame-[0-9]{6,}\.png$`)

// frameDigits returns how many digits the names of so many frames have.
func frameDigits(frames int) int { return max(6, len(fmt.Sprint(frames-1))) }

func (j *job) saveFolder(ctx context.Context, path string) (*Report, error) {
	d, err := atomicfile.CreateDir(path, &atomicfile.DirOptions{Force: j.opts.Force, Stale: frameName.MatchString})
	if err != nil {
		return nil, err
	}
	defer d.Abort()
	if err := j.fillFolder(ctx, d); err != nil {
		return nil, err
	}
	if err := d.Commit(); err != nil {
		return nil, err
	}
	r := j.report()
	r.Files = []string{path}
	return r, nil
}

func (j *job) fillFolder(ctx context.Context, d *atomicfile.Dir) error {
	digits := frameDigits(j.timeline.total())
	m := j.painter.canvas(j.layout.cols, j.layout.rows)
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	var b bytes.Buffer
	i := 0
	return j.eachFrame(ctx, func(s scene) error {
		j.painter.paint(m, s.before, s.now)
		b.Reset()
		return enc.Encode(&b, m)
	}, func() error {
		i++
		return d.WriteFile(fmt.Sprintf("frame-%0*d.png", digits, i-1), b.Bytes())
	})
}
