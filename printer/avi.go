package printer

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
	"github.com/tetrisprinter/tetrisprinter/internal/avi"
)

const (
	jpegQuality = 90 // of 100
	// jpegBlock is the side in pixels of what a JPEG picture codes as one: four
	// blocks of 8 pixels of brightness that share one of each colour channel.
	jpegBlock = 16
)

// sizeSamples is how many frames are coded to estimate the size of a video.
const sizeSamples = 8

// A TooLargeError reports a video that does not fit into an AVI file.
type TooLargeError = avi.TooLargeError

func (j *job) saveAVI(ctx context.Context, path string) (*Report, error) {
	if err := j.checkAVI(ctx); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path, &atomicfile.Options{Force: j.opts.Force})
	if err != nil {
		return nil, err
	}
	defer f.Abort()
	if err := j.recordAVI(ctx, f.TempPath()); err != nil {
		return nil, err
	}
	if err := f.Commit(); err != nil {
		return nil, err
	}
	return j.report(), nil
}

// streamAVI writes the video to a temporary file first: the head of an AVI file
// is written last.
func (j *job) streamAVI(ctx context.Context, w io.Writer) (*Report, error) {
	if err := j.checkAVI(ctx); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "tetrisprinter-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "print.avi")
	if err := j.recordAVI(ctx, path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(w, f); err != nil {
		return nil, err
	}
	return j.report(), nil
}

// recordAVI writes the video to the file path, which is removed if it fails.
func (j *job) recordAVI(ctx context.Context, path string) error {
	size := j.report()
	w, err := avi.NewWriter(path, size.Width, size.Height, j.opts.FPS)
	if err != nil {
		return err
	}
	defer w.Abort()
	var enc jpegEncoder
	err = j.encode(ctx, enc.encode, func(_ int, data []byte) error { return w.AddFrame(data) })
	if err != nil {
		return err
	}
	return w.Close()
}

// A jpegEncoder codes one picture after another into the same memory.
type jpegEncoder struct{ buf bytes.Buffer }

func (e *jpegEncoder) encode(m *image.RGBA) ([]byte, error) {
	e.buf.Reset()
	err := jpeg.Encode(&e.buf, m, &jpeg.Options{Quality: jpegQuality})
	return e.buf.Bytes(), err
}

// checkAVI returns an [*OptionError] if the cells don't suit a video, and a
// [*TooLargeError] if the frames will not fit into an AVI file.
func (j *job) checkAVI(ctx context.Context) error {
	if err := j.opts.checkVideo(); err != nil {
		return err
	}
	r := j.report()
	// No frame of squares takes as many bytes as uncompressed.
	if raw := r.Width * r.Height * 3 / 2; avi.CheckSize(r.Frames, raw) == nil {
		return nil
	}
	mean, err := j.meanFrameBytes(ctx)
	if err != nil {
		return err
	}
	return avi.CheckSize(r.Frames, mean)
}

// meanFrameBytes codes a few frames, evenly spread, and returns their mean size.
func (j *job) meanFrameBytes(ctx context.Context) (int, error) {
	s := j.layout.newScreen()
	m := j.painter.canvas(s)
	var enc jpegEncoder
	i, total, samples, sum := 0, j.timeline.total(), 0, 0
	for fr := range j.timeline.frames() {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		if i++; i <= samples*total/sizeSamples {
			continue
		}
		j.layout.compose(fr, s)
		j.painter.paint(m, nil, s)
		data, err := enc.encode(m)
		if err != nil {
			return 0, err
		}
		samples++
		sum += len(data)
	}
	return sum / samples, nil
}
