package printer

import (
	"context"
	"fmt"
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
	digits := frameDigits(j.timeline.total())
	err = j.encode(ctx, encodePNG, func(i int, data []byte) error {
		return d.WriteFile(fmt.Sprintf("frame-%0*d.png", digits, i), data)
	})
	if err != nil {
		return nil, err
	}
	if err := d.Commit(); err != nil {
		return nil, err
	}
	return j.report(), nil
}
