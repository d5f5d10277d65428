package printer

import (
	"context"
	"errors"
	"math"

	"github.com/tetrisprinter/tetrisprinter/internal/avi"
)

// A TooLargeError reports a video that does not fit into an AVI file.
type TooLargeError = avi.TooLargeError

// saveAVI writes the video to the file path or, if it must and may, to several
// files named after it. All of them appear, or none.
func (j *job) saveAVI(ctx context.Context, path string) (*Report, error) {
	files := parts{path: path, force: j.opts.Force}
	defer files.abort()
	rec := aviRecorder{create: files.create, most: math.MaxInt64}
	if err := j.checkAVI(ctx); err != nil {
		var tooLarge *TooLargeError
		if !j.opts.Split || !errors.As(err, &tooLarge) {
			return nil, err
		}
		files.numbered, rec.most = true, j.maxAVI
	}
	if err := j.record(ctx, &rec); err != nil {
		return nil, err
	}
	r := j.report()
	r.Files = files.names()
	return r, files.commit()
}

// recordAVI writes the video to the file path, which is the caller's own.
func (j *job) recordAVI(ctx context.Context, path string) (*Report, error) {
	if err := j.checkAVI(ctx); err != nil {
		return nil, err
	}
	rec := aviRecorder{create: func() (string, error) { return path, nil }, most: math.MaxInt64}
	return j.report(), j.record(ctx, &rec)
}

func (j *job) record(ctx context.Context, rec *aviRecorder) error {
	defer rec.abort()
	rec.size = j.report()
	enc := newJPEGEncoder(j.painter, j.layout.cols, j.layout.rows)
	var data []byte
	err := j.eachFrame(ctx, func(s scene) error {
		data = enc.encode(s)
		return nil
	}, func() error {
		return rec.add(data)
	})
	if err != nil {
		return err
	}
	return rec.finish()
}

// An aviRecorder writes frames to AVI files, one after another.
type aviRecorder struct {
	create func() (path string, err error) // the next file
	most   int64                           // bytes in a file
	size   *Report
	w      *avi.Writer // nil: no file is open
}

func (r *aviRecorder) add(frame []byte) error {
	if r.w != nil && r.w.Bytes()+avi.FrameBytes(len(frame)) > r.most {
		if err := r.finish(); err != nil {
			return err
		}
	}
	if r.w == nil {
		path, err := r.create()
		if err != nil {
			return err
		}
		if r.w, err = avi.NewWriter(path, r.size.Width, r.size.Height, r.size.FPS); err != nil {
			return err
		}
	}
	return r.w.AddFrame(frame)
}

// finish ends the file.
func (r *aviRecorder) finish() error {
	w := r.w
	r.w = nil
	return w.Close()
}

// abort removes the file unless it is finished.
func (r *aviRecorder) abort() {
	if r.w != nil {
		r.w.Abort()
	}
}

// checkAVI returns a [*TooLargeError] if the frames will not fit into an AVI
// file.
func (j *job) checkAVI(ctx context.Context) error {
	r := j.report()
	// No frame of squares takes as many bytes as uncompressed.
	if raw := r.Width * r.Height * 3 / 2; avi.EstimateBytes(r.Frames, raw) <= j.maxAVI {
		return nil
	}
	n, err := j.estimateAVI(ctx)
	if err == nil && n > j.maxAVI {
		err = &TooLargeError{Frames: r.Frames, Bytes: n}
	}
	return err
}

// estimateAVI returns about how many bytes the video takes, rather more than
// less: one frame of each drop, its lock, stands for all frames of that drop.
// The others differ from it in a few tiles.
func (j *job) estimateAVI(ctx context.Context) (int64, error) {
	t := *j.timeline
	t.playing, t.holding, t.zooming = t.final.Pieces, 1, min(t.zooming, 1)
	short := j.quiet()
	short.timeline = &t

	enc := newJPEGEncoder(j.painter, j.layout.cols, j.layout.rows)
	drop, sum := 0, avi.EstimateBytes(0, 0)
	err := short.each(ctx, func(s scene) error {
		n := avi.FrameBytes(len(enc.encode(s)))
		for range s.frames {
			sum += n * int64(j.timeline.framesOf(drop))
			drop++
		}
		return nil
	})
	return sum + sum/100, err
}
