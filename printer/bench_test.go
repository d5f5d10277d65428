package printer

import (
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/internal/avi"
)

// benchJob is a print of many pieces on the field of 21 by 42 cells.
func benchJob(b *testing.B, format Format) *job {
	b.Helper()
	j, err := newJob(playedPlan(1, 21, 42, 1000), nil, format)
	if err != nil {
		b.Fatal(err)
	}
	return j
}

// recordFrames records the first n frames of the print, again and again if it
// has fewer, as AVI files.
func recordFrames(b *testing.B, j *job, n int, enc func(scene) []byte) (bytes int) {
	b.Helper()
	for n > 0 {
		w, err := avi.NewWriter(filepath.Join(b.TempDir(), "out.avi"), j.report().Width, j.report().Height, j.opts.FPS)
		if err != nil {
			b.Fatal(err)
		}
		for s := range j.scenes() {
			data := enc(s)
			for range min(n, s.frames) {
				if err := w.AddFrame(data); err != nil {
					b.Fatal(err)
				}
				bytes += len(data)
			}
			if n -= s.frames; n <= 0 {
				break
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	return bytes
}

// BenchmarkFrames records frames of 21 by 42 cells of 16 pixels in three ways
// and says how many times as fast the first is as the others.
func BenchmarkFrames(b *testing.B) {
	j := benchJob(b, AVI)
	b.ResetTimer()
	enc := newJPEGEncoder(j.painter, j.layout.cols, j.layout.rows)
	size := recordFrames(b, j, b.N, enc.encode)
	perFrame := b.Elapsed().Seconds() / float64(b.N)
	b.StopTimer()

	const some = 300
	start := time.Now()
	recordFrames(b, j, some, newPlainJPEG(j).encode)
	plain := time.Since(start).Seconds() / some

	b.ReportAllocs()
	b.ReportMetric(1/perFrame, "frames/s")
	b.ReportMetric(float64(size)/float64(b.N), "bytes/frame")
	b.ReportMetric(plain/perFrame, "times-image/jpeg")
	if ffmpeg, err := exec.LookPath("ffmpeg"); err == nil {
		b.ReportMetric(ffmpegSeconds(b, j, ffmpeg, some)/perFrame, "times-ffmpeg")
	}
}

// ffmpegSeconds returns how long ffmpeg takes for one of n frames that it is fed
// as they are.
func ffmpegSeconds(b *testing.B, j *job, ffmpeg string, n int) float64 {
	b.Helper()
	r := j.report()
	cmd := exec.Command(ffmpeg, "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", r.Width, r.Height),
		"-r", fmt.Sprint(r.FPS), "-i", "-", "-c:v", "mjpeg", "-q:v", "3", "-y", filepath.Join(b.TempDir(), "out.avi"))
	pipe, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	plain := newPlainJPEG(j)
	left := n
	for s := range j.scenes() {
		plain.paint(s)
		for range min(left, s.frames) {
			if _, err := pipe.Write(plain.m.Pix); err != nil {
				b.Fatal(err)
			}
		}
		if left -= s.frames; left <= 0 {
			break
		}
	}
	pipe.Close()
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start).Seconds() / float64(n)
}

// BenchmarkPrint prints 1,000 pieces at 60 frames a second, or 50 in a GIF, and
// says how many times as fast that is as coding every frame anew.
func BenchmarkPrint(b *testing.B) {
	for _, tt := range []struct {
		name  string
		plain func(io.Writer, *image.Paletted) error // the usual way to code a frame, nil: image/jpeg
	}{
		{"out.avi", nil},
		{"out.gif", func(w io.Writer, m *image.Paletted) error { return gif.Encode(w, m, nil) }},
		{"out.apng", func(w io.Writer, m *image.Paletted) error { return png.Encode(w, m) }},
	} {
		b.Run(strings.TrimPrefix(filepath.Ext(tt.name), "."), func(b *testing.B) {
			p := playedPlan(1, 21, 42, 1000)
			path := filepath.Join(b.TempDir(), tt.name)
			var r *Report
			var err error
			for b.Loop() {
				if r, err = Print(background, p, path, &Options{Force: true}); err != nil {
					b.Fatal(err)
				}
			}
			perFrame := b.Elapsed().Seconds() / float64(r.Frames*b.N)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ReportMetric(1/perFrame, "frames/s")
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportMetric(plainSeconds(b, benchJob(b, AVI), tt.plain)/perFrame, "times-plain")
		})
	}
}

// plainSeconds returns how long it takes to code a frame anew.
func plainSeconds(b *testing.B, j *job, plain func(io.Writer, *image.Paletted) error) float64 {
	b.Helper()
	const some = 200
	jpeg := newPlainJPEG(j)
	m := j.painter.canvas(j.layout.cols, j.layout.rows)
	n := 0
	start := time.Now()
	for s := range j.scenes() {
		if n++; n > some {
			break
		}
		if plain == nil {
			jpeg.encode(s)
			continue
		}
		j.painter.paint(m, s.before, s.now)
		if err := plain(io.Discard, m); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(start).Seconds() / some
}
