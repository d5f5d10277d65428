package printer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// ErrFormat reports that an output's name doesn't say what to write.
var ErrFormat = errors.New("unknown kind of output: a name ends in .png, .avi or, for a folder of frames, in /")

// A Format is a kind of output.
type Format int

// The formats.
const (
	PNG    Format = iota // a picture of the final field
	AVI                  // a Motion-JPEG video
	Folder               // a folder of PNG pictures, one a frame
)

// FormatOf returns the format that an output's name asks for: by its ending,
// or Folder if it ends in a path separator. The error wraps [ErrFormat].
func FormatOf(name string) (Format, error) {
	if name != "" && (name[len(name)-1] == '/' || os.IsPathSeparator(name[len(name)-1])) {
		return Folder, nil
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png":
		return PNG, nil
	case ".avi":
		return AVI, nil
	}
	return 0, fmt.Errorf("%s: %w", name, ErrFormat)
}

// A Report says what was written.
type Report struct {
	Width, Height int           // of each picture, in pixels
	Frames        int           // pictures: 1 for PNG
	Duration      time.Duration // of the video or of all frames; 0 for PNG
}

// Print replays the plan and writes the output out, of the format its name asks
// for (see [FormatOf]). Missing folders above it are made. The output appears
// whole or, if there is an error or the context ends, not at all.
//
// The report is nil if there is an error. Errors are those of [FormatOf] and [Frames], an [*OptionError] where the
// format asks more of the options, a [*TooLargeError] before the first frame,
// the cause of the context's end, and those of the file system, of which one
// matches [io/fs.ErrExist]: without opts.Force something has the name already.
func Print(ctx context.Context, p *plan.Plan, out string, opts *Options) (*Report, error) {
	format, err := FormatOf(out)
	if err != nil {
		return nil, err
	}
	j, err := newJob(p, opts)
	if err != nil {
		return nil, err
	}
	switch format {
	case AVI:
		return j.saveAVI(ctx, out)
	case Folder:
		return j.saveFolder(ctx, out)
	}
	return j.savePNG(ctx, out)
}

// Write is Print to a stream, for the formats PNG and AVI; for Folder it returns
// [ErrFormat]. A video goes through a temporary file.
func Write(ctx context.Context, p *plan.Plan, w io.Writer, format Format, opts *Options) (*Report, error) {
	j, err := newJob(p, opts)
	if err != nil {
		return nil, err
	}
	switch format {
	case AVI:
		return j.streamAVI(ctx, w)
	case PNG:
		return j.writePNG(ctx, w)
	}
	return nil, ErrFormat
}

func (j *job) savePNG(ctx context.Context, path string) (*Report, error) {
	f, err := atomicfile.Create(path, &atomicfile.Options{Force: j.opts.Force})
	if err != nil {
		return nil, err
	}
	defer f.Abort()
	r, err := j.writePNG(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := f.Commit(); err != nil {
		return nil, err
	}
	return r, nil
}

func (j *job) writePNG(ctx context.Context, w io.Writer) (*Report, error) {
	m := j.picture()
	data, err := encodePNG(m)
	if err == nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return nil, err
	}
	j.opts.Progress(1, 1)
	return &Report{Width: m.Rect.Dx(), Height: m.Rect.Dy(), Frames: 1}, nil
}

func encodePNG(m *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, m)
	return b.Bytes(), err
}

// report returns what a video or a folder of frames has.
func (j *job) report() *Report {
	m := j.painter.bounds(j.layout.cols, j.layout.rows)
	n := j.timeline.total()
	return &Report{
		Width:    m.Dx(),
		Height:   m.Dy(),
		Frames:   n,
		Duration: time.Duration(n) * time.Second / time.Duration(j.opts.FPS),
	}
}
