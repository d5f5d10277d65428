package printer

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tetrisprinter/tetrisprinter/internal/avi"
)

// jpegFrames returns the frames of an AVI file by its index.
func jpegFrames(t *testing.T, data []byte) (frames [][]byte) {
	t.Helper()
	movi, index := bytes.Index(data, []byte("movi")), bytes.LastIndex(data, []byte("idx1"))
	if movi < 0 || index < 0 {
		t.Fatal("no AVI file")
	}
	for entry := data[index+8:]; len(entry) >= 16; entry = entry[16:] {
		pos := movi + int(binary.LittleEndian.Uint32(entry[8:])) + 8 // past "00dc" and the length
		frames = append(frames, data[pos:pos+int(binary.LittleEndian.Uint32(entry[12:]))])
	}
	return frames
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPrintAVI(t *testing.T) {
	p := randomPlan(7, 10, 20, 30)
	for _, cell := range []int{16, 32} {
		path := filepath.Join(t.TempDir(), "out.avi")
		last, calls := 0, 0
		r, err := Print(background, p, path, &Options{Cell: cell, FPS: 25, Hold: time.Second, Progress: func(done, total int) {
			calls++
			if done != calls || total < done {
				t.Errorf("progress %d of %d in call %d", done, total, calls)
			}
			last = total
		}})
		if err != nil {
			t.Fatal(err)
		}
		n := (p.Pieces()*25 + 9) / 10
		want := &Report{
			Width: 12 * cell, Height: 23 * cell, Field: image.Rect(cell, cell, 11*cell, 21*cell),
			Frames: n + 25, FPS: 25, Duration: time.Duration(n+25) * 40 * time.Millisecond, Files: []string{path},
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("report (-want +got):\n%s", diff)
		}
		frames := jpegFrames(t, readFile(t, path))
		if len(frames) != r.Frames || calls != r.Frames || last != r.Frames {
			t.Errorf("%d frames, %d calls of Progress, want %d", len(frames), calls, r.Frames)
		}
		checkCells(t, "last frame", decodeJPEG(t, frames[len(frames)-1]), r.Field.Min, p, cell, centreTolerance)
	}
}

func TestAVINeedsAlignedCells(t *testing.T) {
	dir := t.TempDir()
	for _, cell := range []int{4, 8, 15, 17, 24, 40} {
		_, err := Print(background, parsePlan(t, smallPlan), filepath.Join(dir, "out.avi"), &Options{Cell: cell})
		var optErr *OptionError
		if !errors.As(err, &optErr) || optErr.Option != "cell" || !strings.Contains(err.Error(), "multiple of 16") {
			t.Errorf("cell %d: %v, want an error that asks for a multiple of 16", cell, err)
		}
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

// An hour of a wide field does not fit; this is found out at once.
func TestTooLarge(t *testing.T) {
	p := playedPlan(1, 100, 60, 40)
	dir := t.TempDir()
	o := &Options{Hold: time.Hour, Progress: func(int, int) { t.Error("a frame was written") }}
	_, err := Print(background, p, filepath.Join(dir, "out.avi"), o)
	var tooLarge *TooLargeError
	if !errors.As(err, &tooLarge) || tooLarge.Frames != 216_240 || tooLarge.Bytes < avi.MaxBytes {
		t.Errorf("got %v, want a *TooLargeError for 216,240 frames", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

// The estimate is above the true size, by 5 % at most.
func TestEstimateAVI(t *testing.T) {
	for _, o := range []Options{{}, {Speed: 1, FPS: 12}, {Hold: time.Minute, ZoomOut: true}, {Skin: Flat, Speed: 60}} {
		j := mustJob(t, playedPlan(3, 10, 20, 60), &o)
		path := filepath.Join(t.TempDir(), "out.avi")
		if _, err := j.recordAVI(background, path); err != nil {
			t.Fatal(err)
		}
		want := int64(len(readFile(t, path)))
		got, err := j.estimateAVI(background)
		if err != nil || got < want || got > want+want/20 {
			t.Errorf("%+v: estimate %d, %v, the file has %d bytes", o, got, err, want)
		}
	}
}

// splitJob is a print whose video takes three files of the size it allows.
func splitJob(t *testing.T, o *Options) *job {
	t.Helper()

	j := mustJob(t, playedPlan(4, 10, 20, 40), o)
	j.opts.Format = AVI
	path := filepath.Join(t.TempDir(), "whole.avi")
	if _, err := j.recordAVI(background, path); err != nil {
		t.Fatal(err)
	}
	j.maxAVI = int64(len(readFile(t, path))) * 2 / 5
	return j
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	j := splitJob(t, &Options{Split: true})
	r, err := j.saveAVI(background, filepath.Join(dir, "out.avi"))
	if err != nil {
		t.Fatal(err)
	}
	frames := [][]byte{}
	for i, path := range r.Files {
		if want := filepath.Join(dir, fmt.Sprintf("out-%03d.avi", i+1)); path != want {
			t.Errorf("file %d is %s, want %s", i, path, want)
		}
		data := readFile(t, path)
		if int64(len(data)) > j.maxAVI {
			t.Errorf("%s has %d bytes, more than %d", path, len(data), j.maxAVI)
		}
		frames = append(frames, jpegFrames(t, data)...)
	}
	if len(r.Files) != 3 || len(files(t, dir)) != 3 {
		t.Errorf("files %q, want three", r.Files)
	}
	j.maxAVI = avi.MaxBytes
	if _, err := j.saveAVI(background, filepath.Join(dir, "whole.avi")); err != nil {
		t.Fatal(err)
	}
	whole := jpegFrames(t, readFile(t, filepath.Join(dir, "whole.avi")))
	if len(whole) != len(frames) || len(whole) != r.Frames {
		t.Fatalf("%d frames in parts, %d in one file, want %d", len(frames), len(whole), r.Frames)
	}
	for i := range whole {
		if !bytes.Equal(whole[i], frames[i]) {
			t.Fatalf("frame %d is another one in the parts", i)
		}
	}
}

// Without Split, and for a stream, a video that is too large is an error.
func TestSplitHasToBeAskedFor(t *testing.T) {
	var tooLarge *TooLargeError
	j := splitJob(t, &Options{})
	if _, err := j.saveAVI(background, filepath.Join(t.TempDir(), "out.avi")); !errors.As(err, &tooLarge) {
		t.Errorf("without Split: %v, want a *TooLargeError", err)
	}
	j = splitJob(t, &Options{Split: true})
	if _, err := j.write(background, &bytes.Buffer{}); !errors.As(err, &tooLarge) {
		t.Errorf("to a stream: %v, want a *TooLargeError", err)
	}
}

// If one part can't appear, none does.
func TestSplitFailuresLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	path, taken := filepath.Join(dir, "out.avi"), filepath.Join(dir, "out-002.avi")
	ctx, cancel := context.WithCancel(background)
	for _, tt := range []struct {
		name string
		at   func(done, total int) bool
		do   func()
		want error
	}{
		{"taken at the start", func(done, _ int) bool { return done == 1 }, func() { os.WriteFile(taken, []byte("mine"), 0o666) }, os.ErrExist},
		{"taken at the end", func(done, total int) bool { return done == total }, func() { os.WriteFile(taken, []byte("mine"), 0o666) }, os.ErrExist},
		{"cancelled", func(done, total int) bool { return done == total-1 }, cancel, context.Canceled},
	} {
		j := splitJob(t, &Options{Split: true})
		os.Remove(taken)
		j.opts.Progress = func(done, total int) {
			if tt.at(done, total) {
				tt.do()
			}
		}
		if _, err := j.saveAVI(ctx, path); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
		for _, f := range files(t, dir) {
			if f != "out-002.avi 4" {
				t.Errorf("%s: %s is left", tt.name, f)
			}
		}
	}
}

// Forty times as many frames take no more memory.
func TestMemoryDoesNotGrow(t *testing.T) {
	p := playedPlan(1, 10, 20, 300)
	measure := func(o Options) (most uint64) {
		o.Hold = -1
		o.Progress = func(done, _ int) {
			if done%500 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		if _, err := Print(background, p, filepath.Join(t.TempDir(), "out.avi"), &o); err != nil {
			t.Fatal(err)
		}
		return most
	}
	seconds := time.Duration(400)
	if testing.Short() {
		seconds = 60
	}
	short, long := measure(Options{Duration: 10 * time.Second}), measure(Options{Duration: seconds * time.Second})
	if long > short+1<<20 {
		t.Errorf("%d bytes in use during 10 s of video, %d during %d s", short, long, seconds)
	}
}
