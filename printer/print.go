package printer

import (
	"bufio"
	"context"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// A Report says what was written.
type Report struct {
	Width, Height int             // of each picture, in pixels
	Field         image.Rectangle // where the field is in it; empty for Sheet
	Frames        int             // pictures: 1 for PNG and Sheet
	FPS           int             // 0 for PNG and Sheet
	Duration      time.Duration   // of the video or of all frames; 0 for PNG and Sheet
	Files         []string        // written by Print: one, unless Options.Split made more
}

// Print replays the plan and writes the output out, of the format that
// opts.Format or its name asks for (see [FormatOf]). Missing folders above it
// are made. The output appears whole or, if there is an error or the context
// ends, not at all.
//
// The report is nil if there is an error. Errors are those of [FormatOf] and
// [Frames], an [*OptionError] where the format asks more of the options, a
// [*TooLargeError] before the first frame, an [*FFmpegError], the cause of the
// context's end, and those of the file system, of which one matches
// [io/fs.ErrExist]: without opts.Force something has the name already.
func Print(ctx context.Context, p *plan.Plan, out string, opts *Options) (*Report, error) {
	format, err := opts.formatOf(out)
	if err != nil {
		return nil, err
	}
	j, err := newJob(p, opts, format)
	if err != nil {
		return nil, err
	}
	var r *Report
	switch format {
	case Folder:
		r, err = j.saveFolder(ctx, out)
	case AVI:
		r, err = j.saveAVI(ctx, out)
	default:
		r, err = j.saveFile(ctx, out)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Write is Print to a stream, of the given format whatever opts.Format says; for
// ByName and Folder it returns [ErrFormat]. AVI, MP4 and WebM go through a
// temporary file.
func Write(ctx context.Context, p *plan.Plan, w io.Writer, format Format, opts *Options) (*Report, error) {
	if format <= ByName || format > WebM || format == Folder {
		return nil, ErrFormat
	}
	j, err := newJob(p, opts, format)
	if err != nil {
		return nil, err
	}
	r, err := j.write(ctx, w)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// write writes the output to a stream.
func (j *job) write(ctx context.Context, w io.Writer) (*Report, error) {
	switch j.opts.Format {
	case AVI:
		return j.throughFile(ctx, w, j.recordAVI)
	case MP4, WebM:
		return j.throughFile(ctx, w, j.recordFFmpeg)
	}
	b := bufio.NewWriterSize(w, 1<<16)
	r, err := j.stream(ctx, b)
	if err == nil {
		err = b.Flush()
	}
	return r, err
}

// stream writes the output of a format that needs no file.
func (j *job) stream(ctx context.Context, w io.Writer) (*Report, error) {
	switch j.opts.Format {
	case PNG:
		m := j.picture()
		return &Report{Width: m.Rect.Dx(), Height: m.Rect.Dy(), Field: m.Rect, Frames: 1}, j.writePicture(ctx, w, m)
	case Sheet:
		m, err := j.sheet()
		if err != nil {
			return nil, err
		}
		return &Report{Width: m.Rect.Dx(), Height: m.Rect.Dy(), Frames: 1}, j.writePicture(ctx, w, m)
	case GIF:
		return j.report(), j.writeGIF(ctx, w)
	case APNG:
		return j.report(), j.writeAPNG(ctx, w)
	case Y4M:
		return j.report(), j.writeY4M(ctx, w)
	}
	panic("printer: no stream of format " + j.opts.Format.String())
}

// saveFile writes the output to the file path.
func (j *job) saveFile(ctx context.Context, path string) (*Report, error) {
	f, err := atomicfile.Create(path, &atomicfile.Options{Force: j.opts.Force})
	if err != nil {
		return nil, err
	}
	defer f.Abort()
	var r *Report
	switch j.opts.Format {
	case MP4, WebM:
		r, err = j.recordFFmpeg(ctx, f.TempPath())
	default:
		r, err = j.write(ctx, f)
	}
	if err != nil {
		return nil, err
	}
	r.Files = []string{path}
	return r, f.Commit()
}

// throughFile lets record make a temporary file and copies it to w.
func (j *job) throughFile(ctx context.Context, w io.Writer, record func(ctx context.Context, path string) (*Report, error)) (*Report, error) {
	dir, err := os.MkdirTemp("", "tetrisprinter-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "print")
	r, err := record(ctx, path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return r, err
}

// writePicture writes a single picture.
func (j *job) writePicture(ctx context.Context, w io.Writer, m *image.Paletted) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := png.Encode(w, m); err != nil {
		return err
	}
	j.opts.Progress(1, 1)
	return nil
}
