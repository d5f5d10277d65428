package printer

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

var background = context.Background()

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

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{
		"a.png": PNG, "b/A.PNG": PNG, "x.avi": AVI, "x.png.AVI": AVI, "frames/": Folder, "a.png/": Folder, "./": Folder,
	} {
		if got, err := FormatOf(name); err != nil || got != want {
			t.Errorf("FormatOf(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "a", "a.jpg", "png", "a.png.txt", "."} {
		if _, err := FormatOf(name); !errors.Is(err, ErrFormat) {
			t.Errorf("FormatOf(%q): %v, want ErrFormat", name, err)
		}
	}
}

func TestPrintPNG(t *testing.T) {
	p := parsePlan(t, smallPlan)
	path := filepath.Join(t.TempDir(), "made", "out.png")
	r, err := Print(background, p, path, &Options{Cell: 10})
	if err != nil {
		t.Fatal(err)
	}
	if want := (Report{Width: 60, Height: 80, Frames: 1}); *r != want {
		t.Errorf("report %+v, want %+v", *r, want)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	checkCells(t, "out.png", m, p, 10, 0)
}

func TestPrintFolder(t *testing.T) {
	p := parsePlan(t, smallPlan)
	dir := t.TempDir()
	o := &Options{FPS: 10, Hold: 300 * time.Millisecond}
	r, err := Print(background, p, dir+"/frames/", o)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Report{96, 144, 8, 800 * time.Millisecond}); *r != want {
		t.Errorf("report %+v, want %+v", *r, want)
	}
	i := 0
	for m, err := range Frames(p, o) {
		if err != nil {
			t.Fatal(err)
		}
		want, err := encodePNG(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "frames", fmt.Sprintf("frame-%06d.png", i)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("frame %d is not what Frames yields (%v)", i, err)
		}
		i++
	}
	if got := len(files(t, dir)); got != 1+i {
		t.Errorf("%d files, want the folder and %d frames", got, i)
	}
}

func TestFrameDigits(t *testing.T) {
	for frames, want := range map[int]int{1: 6, 10: 6, 1_000_000: 6, 1_000_001: 7} {
		if got := frameDigits(frames); got != want {
			t.Errorf("frameDigits(%d) = %d, want %d", frames, got, want)
		}
	}
}

// A shorter print into the same folder leaves no frame of the longer one and
// touches nothing else.
func TestPrintFolderForce(t *testing.T) {
	p := parsePlan(t, smallPlan)
	dir := t.TempDir()
	if _, err := Print(background, p, dir+"/", &Options{FPS: 10, Hold: time.Second}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes.txt", "frame-1.png"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o := &Options{FPS: 10, Hold: -1}
	if _, err := Print(background, p, dir+"/", o); !errors.Is(err, fs.ErrExist) {
		t.Errorf("without Force: %v, want fs.ErrExist", err)
	}
	o.Force = true
	if _, err := Print(background, p, dir+"/", o); err != nil {
		t.Fatal(err)
	}
	got := files(t, dir)
	if len(got) != 8 || got[6] != "frame-1.png 4" || got[7] != "notes.txt 4" {
		t.Errorf("files %q, want six frames and the two others", got)
	}
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
		if want := (Report{10 * cell, 21 * cell, n + 25, time.Duration(n+25) * 40 * time.Millisecond}); *r != want {
			t.Errorf("report %+v, want %+v", *r, want)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		frames := jpegFrames(t, data)
		if len(frames) != r.Frames || calls != r.Frames || last != r.Frames {
			t.Errorf("%d frames, %d calls of Progress, want %d", len(frames), calls, r.Frames)
		}
		m, err := jpeg.Decode(bytes.NewReader(frames[len(frames)-1]))
		if err != nil {
			t.Fatal(err)
		}
		checkCells(t, "last frame", m, p, cell, 8)
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

// ffprobe shares no code with us.
func TestFFprobe(t *testing.T) {
	ffprobe, err := exec.LookPath("ffprobe")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("ffprobe is not installed")
	}
	path := filepath.Join(t.TempDir(), "out.avi")
	r, err := Print(background, parsePlan(t, smallPlan), path, &Options{FPS: 24, Hold: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(ffprobe, "-v", "warning", "-count_frames", "-of", "default=noprint_wrappers=1",
		"-show_entries", "stream=codec_name,width,height,avg_frame_rate,nb_read_frames", path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := fmt.Sprintf("codec_name=mjpeg\nwidth=%d\nheight=%d\navg_frame_rate=24/1\nnb_read_frames=%d\n", r.Width, r.Height, r.Frames)
	if string(out) != want {
		t.Errorf("ffprobe says\n%s\nwant\n%s", out, want)
	}
}

// Every format gives the same bytes again, as a file and as a stream.
func TestEqualBytes(t *testing.T) {
	p := randomPlan(5, 9, 16, 12)
	o := &Options{FPS: 30, Hold: -1}
	for _, name := range []string{"out.png", "out.avi"} {
		var runs [][]byte
		for range 2 {
			path := filepath.Join(t.TempDir(), name)
			if _, err := Print(background, p, path, o); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, data)
		}
		format, err := FormatOf(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := Write(background, p, &b, format, o); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(runs[0], runs[1]) || !bytes.Equal(runs[0], b.Bytes()) {
			t.Errorf("%s: the bytes differ between runs", name)
		}
	}
	if _, err := Write(background, p, &bytes.Buffer{}, Folder, o); !errors.Is(err, ErrFormat) {
		t.Errorf("a folder to a stream: %v, want ErrFormat", err)
	}
}

// A print that is cancelled, fails or may not begin leaves no file.
func TestFailuresLeaveNothing(t *testing.T) {
	cause := errors.New("stopped by the test")
	for _, name := range []string{"out.png", "sub/out.avi", "sub/frames/"} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		ctx, cancel := context.WithCancelCause(background)
		frames := 0
		o := &Options{Progress: func(done, total int) {
			if frames = done; done == 5 {
				cancel(cause)
			}
		}}
		if name == "out.png" {
			cancel(cause)
		}
		if _, err := Print(ctx, parsePlan(t, smallPlan), dir+"/"+name, o); !errors.Is(err, cause) {
			t.Errorf("%s: %v, want the cause of the cancellation", name, err)
		}
		if frames > 5 {
			t.Errorf("%s: %d frames after the cancellation", name, frames-5)
		}
		if format, err := FormatOf(name); err == nil && format != Folder {
			var b bytes.Buffer
			if _, err := Write(ctx, parsePlan(t, smallPlan), &b, format, nil); !errors.Is(err, cause) || b.Len() > 0 {
				t.Errorf("%s: stream: %v and %d bytes, want the cause and nothing", name, err, b.Len())
			}
		}
		if got := files(t, dir); len(got) > 0 {
			t.Errorf("%s: files %q are left", name, got)
		}
		cancel(nil)
	}
}

func TestExistingFiles(t *testing.T) {
	p := parsePlan(t, smallPlan)
	for _, name := range []string{"out.png", "out.avi"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Print(background, p, path, nil); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v, want fs.ErrExist", name, err)
		}
		if data, _ := os.ReadFile(path); string(data) != "mine" {
			t.Errorf("%s was changed", name)
		}
		if _, err := Print(background, p, path, &Options{Force: true, FPS: 10}); err != nil {
			t.Errorf("%s with Force: %v", name, err)
		}
		if data, _ := os.ReadFile(path); string(data) == "mine" {
			t.Errorf("%s was not replaced", name)
		}
	}
}

// An hour of a wide field does not fit; this is found out at once.
func TestTooLarge(t *testing.T) {
	p := &plan.Plan{Width: 100, Height: 60}
	dir := t.TempDir()
	o := &Options{Hold: time.Hour, Progress: func(int, int) { t.Error("a frame was written") }}
	_, err := Print(background, p, filepath.Join(dir, "out.avi"), o)
	var tooLarge *TooLargeError
	if !errors.As(err, &tooLarge) || tooLarge.Frames != 216_000 || tooLarge.Bytes < 4_200_000_000 {
		t.Errorf("got %v, want a *TooLargeError for 216,000 frames", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

// BenchmarkPlain is the plain way: image/jpeg codes every frame that differs.
func BenchmarkPlain(b *testing.B) {
	p := randomPlan(1, 21, 42, 1000)
	j, err := newJob(p, nil)
	if err != nil {
		b.Fatal(err)
	}
	stop := errors.New("enough frames")
	var enc jpegEncoder
	n, size := 0, 0
	for n < b.N {
		err := j.encode(background, enc.encode, func(_ int, data []byte) error {
			size += len(data)
			if n++; n == b.N {
				return stop
			}
			return nil
		})
		if err != nil && err != stop {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
	b.ReportMetric(float64(size)/float64(b.N), "bytes/frame")
}
