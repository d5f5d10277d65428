package avi

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// picture encodes a picture of one grey.
func picture(t testing.TB, width, height int, grey uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = grey
	}
	return encode(t, img)
}

func encode(t testing.TB, img image.Image) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// record writes the frames to a new file and returns its bytes.
func record(t *testing.T, width, height, fps int, frames [][]byte) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out.avi")
	w, err := NewWriter(path, width, height, fps)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if err := w.AddFrame(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantOnly(t, filepath.Dir(path), "out.avi")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// wantOnly checks which files are in dir.
func wantOnly(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("files %q, want %q", got, want)
	}
}

func TestParseBack(t *testing.T) {
	// Frames of odd and even length, so that padding occurs.
	frames := [][]byte{}
	lengths := map[int]bool{}
	for grey := 0; grey < 256; grey += 15 {
		img := image.NewGray(image.Rect(0, 0, 48, 32))
		for i := 0; i < len(img.Pix); i += 1 + grey/5 {
			img.Pix[i] = uint8(grey)
		}
		f := encode(t, img)
		lengths[len(f)%2] = true
		frames = append(frames, f)
	}
	if len(lengths) != 2 {
		t.Fatal("the test frames all have even or all have odd length")
	}
	for _, fps := range []int{1, 25, 60} {
		data := record(t, 48, 32, fps, frames)
		v, err := parse(data)
		if err != nil {
			t.Fatalf("%d frames/s: %v", fps, err)
		}
		n := uint32(len(frames))
		want := video{
			microsPerFrame: uint32(1_000_000 / fps), width: 48, height: 32,
			headerFrames: n, streamFrames: n, scale: 1, rate: uint32(fps),
			bitmapWidth: 48, bitmapHeight: 32,
			name: streamName + strings.Repeat("\x00", nameBytes-len(streamName)),
		}
		for i, f := range v.frames {
			if i >= len(frames) || !bytes.Equal(f, frames[i]) {
				t.Errorf("%d frames/s: frame %d differs from what was added", fps, i)
			}
			if _, err := jpeg.Decode(bytes.NewReader(f)); err != nil {
				t.Errorf("%d frames/s: frame %d: %v", fps, i, err)
			}
		}
		if len(v.frames) != len(frames) {
			t.Errorf("%d frames/s: %d frames, want %d", fps, len(v.frames), len(frames))
		}
		v.frames = nil
		if got, want := fmt.Sprintf("%+v", *v), fmt.Sprintf("%+v", want); got != want {
			t.Errorf("%d frames/s:\ngot  %s\nwant %s", fps, got, want)
		}
	}
}

// The bytes depend on neither the second nor the time zone.
func TestEqualBytes(t *testing.T) {
	defer func(l *time.Location) { time.Local = l }(time.Local)
	frames := [][]byte{picture(t, 32, 16, 0), picture(t, 32, 16, 200)}
	var want []byte
	for _, zone := range []string{"UTC", "CEST", "+0545", "LONGER"} {
		time.Local = time.FixedZone(zone, 3600*len(zone))
		got := record(t, 32, 16, 30, frames)
		if _, err := parse(got); err != nil {
			t.Errorf("zone %s: %v", zone, err)
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("zone %s: %d bytes differ from the %d of zone UTC", zone, len(got), len(want))
		}
	}
}

func TestEstimateBytesIsExact(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		frame := picture(t, 16, 16, 77)
		frames := make([][]byte, n)
		for i := range frames {
			frames[i] = frame
		}
		if got, want := EstimateBytes(n, len(frame)), len(record(t, 16, 16, 9, frames)); got != int64(want) {
			t.Errorf("EstimateBytes(%d, %d) = %d, the file has %d", n, len(frame), got, want)
		}
	}
}

func TestCheckSize(t *testing.T) {
	if err := CheckSize(600_000, 6_900); err != nil {
		t.Errorf("600,000 frames of 6,900 bytes: %v", err)
	}
	err := CheckSize(600_000, 7_000)
	var tooLarge *TooLargeError
	if !errors.As(err, &tooLarge) || tooLarge.Frames != 600_000 || tooLarge.Bytes != EstimateBytes(600_000, 7_000) {
		t.Fatalf("600,000 frames of 7,000 bytes: %#v, want a *TooLargeError with the figures", err)
	}
	if got, want := err.Error(), "600000 frames take about 4.2 GB, an AVI file holds at most 4.2 GB"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAddFrameStopsAtTheLimit(t *testing.T) {
	dir := t.TempDir()
	w, err := NewWriter(filepath.Join(dir, "out.avi"), 16, 16, 30)
	if err != nil {
		t.Fatal(err)
	}
	frame := picture(t, 16, 16, 0)
	w.bytes = MaxBytes - FrameBytes(len(frame)) + 1
	var tooLarge *TooLargeError
	if err := w.AddFrame(frame); !errors.As(err, &tooLarge) || tooLarge.Bytes != MaxBytes+1 {
		t.Errorf("AddFrame = %v, want a *TooLargeError", err)
	}
	if err := w.Close(); !errors.As(err, &tooLarge) {
		t.Errorf("Close = %v, want a *TooLargeError", err)
	}
	wantOnly(t, dir)
}

func TestNewWriterRefusals(t *testing.T) {
	tests := []struct{ width, height, fps int }{
		{0, 16, 30}, {16, 0, 30}, {15, 16, 30}, {16, 315, 30}, {-2, 16, 30},
		{16, 1 << 16, 30}, {1 << 15, 1 << 15, 30}, {16, 16, 0}, {16, 16, -1}, {16, 16, 61},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		if _, err := NewWriter(filepath.Join(dir, "out.avi"), tt.width, tt.height, tt.fps); err == nil {
			t.Errorf("NewWriter accepts %+v", tt)
		}
	}
	wantOnly(t, dir)
}

// mjpeg would overwrite and then remove the index file's name, whatever it is.
func TestNewWriterSparesIndexName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.avi")
	if err := os.WriteFile(path+indexSuffix, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := NewWriter(path, 16, 16, 30); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want fs.ErrExist", err)
	}
	wantOnly(t, dir, "out.avi.idx_")
}

func TestNewWriterMissingFolder(t *testing.T) {
	if _, err := NewWriter(filepath.Join(t.TempDir(), "gone", "out.avi"), 16, 16, 30); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}

func TestBadFrames(t *testing.T) {
	good := picture(t, 32, 16, 0)
	tests := []struct {
		name  string
		frame []byte
		want  string
	}{
		{"other size", picture(t, 16, 32, 0), "frame 1 is 16x32 pixels, the video 32x16"},
		{"truncated", good[:len(good)-1], "frame 1: not a whole baseline JPEG"},
		{"empty", nil, "frame 1: not a whole baseline JPEG"},
		{"no header", []byte{0xff, 0xd8, 0xff, 0xd9}, "frame 1: not a whole baseline JPEG"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			w, err := NewWriter(filepath.Join(dir, "out.avi"), 32, 16, 30)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.AddFrame(good); err != nil {
				t.Fatal(err)
			}
			first := w.AddFrame(tt.frame)
			if first == nil || !strings.Contains(first.Error(), tt.want) {
				t.Errorf("AddFrame = %v, want %q", first, tt.want)
			}
			if err := w.AddFrame(good); err != first {
				t.Errorf("next AddFrame = %v, want the first error", err)
			}
			if err := w.Close(); err != first {
				t.Errorf("Close = %v, want the first error", err)
			}
			wantOnly(t, dir)
		})
	}
}

func TestNoFrames(t *testing.T) {
	dir := t.TempDir()
	w, err := NewWriter(filepath.Join(dir, "out.avi"), 32, 16, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("a video without frames was written")
	}
	wantOnly(t, dir)
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	w, err := NewWriter(filepath.Join(dir, "out.avi"), 32, 16, 30)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AddFrame(picture(t, 32, 16, 1)); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	w.Abort()
	wantOnly(t, dir)
}

// What another program did to the file is noticed.
func TestCloseChecksTheFile(t *testing.T) {
	for _, size := range []int64{0, 100, 250, 400} {
		dir := t.TempDir()
		path := filepath.Join(dir, "out.avi")
		w, err := NewWriter(path, 32, 16, 30)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.AddFrame(picture(t, 32, 16, 1)); err != nil {
			t.Fatal(err)
		}
		if err := w.out.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if err := w.finish(); err == nil {
			t.Errorf("a file cut to %d bytes passes", size)
		}
	}
}

// The slow twin: image/jpeg.
func TestJPEGSize(t *testing.T) {
	for width := 1; width < 40; width += 3 {
		for height := 1; height < 300; height += 37 {
			for _, img := range []image.Image{
				image.NewGray(image.Rect(0, 0, width, height)),
				image.NewNRGBA(image.Rect(0, 0, width, height)),
			} {
				data := encode(t, img)
				config, err := jpeg.DecodeConfig(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				gotWidth, gotHeight, err := jpegSize(data)
				if err != nil || gotWidth != config.Width || gotHeight != config.Height {
					t.Errorf("jpegSize = %d, %d, %v, want %d, %d", gotWidth, gotHeight, err, config.Width, config.Height)
				}
			}
		}
	}
}

func FuzzJPEGSize(f *testing.F) {
	f.Add(picture(f, 32, 16, 9))
	f.Add([]byte{0xff, 0xd8, 0xff, 0xc0, 0, 0, 0xff, 0xd9})
	f.Fuzz(func(t *testing.T, data []byte) {
		width, height, err := jpegSize(data)
		if err != nil {
			return
		}
		config, err := jpeg.DecodeConfig(bytes.NewReader(data))
		if err == nil && (width != config.Width || height != config.Height) {
			t.Errorf("jpegSize = %d, %d, want %d, %d", width, height, config.Width, config.Height)
		}
	})
}

// BenchmarkAddFrame measures mjpeg's own cost, for frames as large as those of
// a 21x42 field with cells of 16 pixels.
func BenchmarkAddFrame(b *testing.B) {
	img := image.NewNRGBA(image.Rect(0, 0, 336, 672))
	for y := range 672 {
		for x := range 336 {
			img.SetNRGBA(x, y, color.NRGBA{uint8(x / 16 * 90), uint8(y / 16 * 70), uint8((x/16 + y/16) * 50), 255})
		}
	}
	frame := encode(b, img)
	path := filepath.Join(b.TempDir(), "out.avi")
	w, err := NewWriter(path, 336, 672, 60)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if w.bytes > 1<<30 { // spare the disk
			w.Abort()
			if w, err = NewWriter(path, 336, 672, 60); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.AddFrame(frame); err != nil {
			b.Fatal(err)
		}
	}
	w.Abort()
	b.SetBytes(int64(len(frame)))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
}
