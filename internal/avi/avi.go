// Package avi writes Motion-JPEG videos into AVI files. It drives
// github.com/icza/mjpeg and mends from outside what that package leaves open:
//
//   - mjpeg writes the time of day, in the local time zone, into the file. Here
//     equal frames give equal bytes (see canonical.go).
//   - It removes the file it was given if it can't open the index file beside
//     it, and its calls panic at 0 frames a second, accept frames of any size
//     and ignore errors at the end. Here sides, rate and every frame are
//     checked, the first error is kept, and a file whose length is not what
//     its frames add up to is an error.
//   - It finds out that a file gets too large when it is. [CheckSize] tells
//     before the first frame.
//
// mjpeg asks for about fourteen system calls a frame, and since it opens its
// file by name nothing can be put between. BenchmarkAddFrame says what that
// costs; a caller in a hurry gives AddFrame a goroutine of its own.
package avi

import (
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/icza/mjpeg"
)

// MaxBytes is the greatest size of an AVI file: mjpeg stops there, because
// the file's offsets have 32 bits.
const MaxBytes = 4_200_000_000

// MaxFPS is the greatest number of frames a second.
const MaxFPS = 60

const (
	headerBytes = 302       // up to the first frame, with the canonical stream name
	chunkBytes  = 8         // before each frame: "00dc" and the length
	indexBytes  = 16        // in the index, for each frame
	tailBytes   = 8         // before the index: "idx1" and the length
	indexSuffix = ".idx_"   // mjpeg's index file, until the end
	maxSide     = 1<<16 - 2 // a JPEG picture's side, even
)

// A TooLargeError reports a video that does not fit into an AVI file.
type TooLargeError struct {
	Frames int   // of the whole video, or those that were to be written so far
	Bytes  int64 // what they would take; may be an estimate
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d frames take about %.1f GB, an AVI file holds at most %.1f GB",
		e.Frames, float64(e.Bytes)/1e9, float64(MaxBytes)/1e9)
}

// EstimateBytes returns the size of a file of so many frames, each of
// frameBytes bytes. It is exact if they are.
func EstimateBytes(frames, frameBytes int) int64 {
	return headerBytes + tailBytes + int64(frames)*FrameBytes(frameBytes)
}

// FrameBytes returns what a frame of n bytes adds to a file's size.
func FrameBytes(n int) int64 {
	return chunkBytes + int64(n+n&1) + indexBytes
}

// CheckSize returns a [*TooLargeError] if a video of so many frames, each of
// about frameBytes bytes, does not fit into an AVI file.
func CheckSize(frames, frameBytes int) error {
	if n := EstimateBytes(frames, frameBytes); n > MaxBytes {
		return &TooLargeError{Frames: frames, Bytes: n}
	}
	return nil
}

// A Writer writes one AVI file. It keeps its first error, ignores later frames,
// and reports the error at Close. It is not safe for use by several goroutines
// at once.
type Writer struct {
	path          string
	width, height int
	out           mjpeg.AviWriter
	frames        int
	bytes         int64 // what the finished file will have
	err           error
	done          bool // closed or aborted
}

// NewWriter begins a video in the file path. Both sides are even and at least
// 2 pixels; fps is 1..[MaxFPS] frames a second.
//
// The file must be the caller's own, such as a temporary one: it is made or
// overwritten, and removed if anything fails. Until the end there is a second
// file beside it, whose name has ".idx_" appended.
//
// The caller ends with Close or Abort.
func NewWriter(path string, width, height, fps int) (*Writer, error) {
	if err := checkFormat(width, height, fps); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(path + indexSuffix); err == nil {
		return nil, &os.PathError{Op: "create", Path: path + indexSuffix, Err: os.ErrExist}
	}
	out, err := mjpeg.New(path, int32(width), int32(height), int32(fps))
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, width: width, height: height, out: out}
	w.bytes = EstimateBytes(0, 0)
	return w, nil
}

func checkFormat(width, height, fps int) error {
	for _, side := range []int{width, height} {
		if side < 2 || side > maxSide || side%2 != 0 {
			return fmt.Errorf("a video of %dx%d pixels: both sides must be even, 2 to %d", width, height, maxSide)
		}
	}
	// The header holds the size of an uncompressed frame, in 32 bits.
	if int64(width)*int64(height)*3 > math.MaxInt32 {
		return fmt.Errorf("a video of %dx%d pixels is too large for an AVI file", width, height)
	}
	if fps < 1 || fps > MaxFPS {
		return fmt.Errorf("%d frames a second, want 1 to %d", fps, MaxFPS)
	}
	return nil
}

// Bytes returns the size that the file would have if no frame followed.
func (w *Writer) Bytes() int64 { return w.bytes }

// AddFrame appends a frame, a whole baseline JPEG picture of the video's size.
// It does not keep the slice. If the frame would not fit into the file, the
// error is a [*TooLargeError].
func (w *Writer) AddFrame(jpeg []byte) error {
	if w.done {
		panic("avi: AddFrame after Close or Abort")
	}
	if w.err == nil {
		w.err = w.addFrame(jpeg)
	}
	return w.err
}

func (w *Writer) addFrame(jpeg []byte) error {
	width, height, err := jpegSize(jpeg)
	if err != nil {
		return fmt.Errorf("frame %d: %w", w.frames, err)
	}
	if width != w.width || height != w.height {
		return fmt.Errorf("frame %d is %dx%d pixels, the video %dx%d", w.frames, width, height, w.width, w.height)
	}
	total := w.bytes + FrameBytes(len(jpeg))
	if total > MaxBytes {
		return &TooLargeError{Frames: w.frames + 1, Bytes: total}
	}
	if err := w.out.AddFrame(jpeg); err != nil {
		return fmt.Errorf("frame %d: %w", w.frames, err)
	}
	w.frames++
	w.bytes = total
	return nil
}

// Close finishes the file. If it returns an error, the file is removed.
// A video without frames is an error.
func (w *Writer) Close() error {
	if w.done {
		panic("avi: Close after Close or Abort")
	}
	if w.err == nil && w.frames == 0 {
		w.err = errors.New("a video without frames")
	}
	w.done = true
	if err := w.out.Close(); w.err == nil {
		w.err = err
	}
	if w.err == nil {
		w.err = w.finish()
	}
	if w.err != nil {
		os.Remove(w.path)
	}
	return w.err
}

// Abort removes the file. After Close it does nothing, so it can be deferred.
func (w *Writer) Abort() {
	if w.done {
		return
	}
	w.done = true
	w.out.Close() // closes both files, removes the index file
	os.Remove(w.path)
}
