package printer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// These tests ask programs that share no code with us.

// tool returns the path of a program, or skips the test where it is missing.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(name + " is not installed")
	}
	return path
}

// output runs a program in dir and returns what it writes.
func output(t *testing.T, dir, program string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errors
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %q: %v\n%s%s", program, args, err, out.String(), errors.String())
	}
	return out.String(), errors.String()
}

var toolOptions = Options{FPS: 25, Panel: true, Hold: time.Second, Speed: 10}

// Every video is read by ffprobe, and ffmpeg decodes each frame without a
// warning. The last frame shows the sprite.
func TestFFmpegReadsVideos(t *testing.T) {
	ffmpeg, ffprobe := tool(t, "ffmpeg"), tool(t, "ffprobe")
	p := playedPlan(2, 10, 14, 14)
	for _, tt := range []struct {
		name, codec string
		tolerance   int // of 255; converting to television's range and back costs 3
		merged      bool
	}{
		{"out.avi", "mjpeg", centreTolerance, false},
		{"out.gif", "gif", 0, true},
		{"out.apng", "apng", 0, true},
		{"out.y4m", "rawvideo", 3, false},
		{"out.mp4", "h264", 6, false},
		{"out.webm", "vp9", 6, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			r, err := Print(background, p, filepath.Join(dir, tt.name), &toolOptions)
			if err != nil {
				t.Fatal(err)
			}
			got, said := output(t, dir, ffprobe, "-v", "warning", "-count_frames", "-of", "default=noprint_wrappers=1",
				"-show_entries", "stream=codec_name,width,height,avg_frame_rate,nb_read_frames", tt.name)
			want := fmt.Sprintf("codec_name=%s\nwidth=%d\nheight=%d\navg_frame_rate=25/1\nnb_read_frames=%d\n", tt.codec, r.Width, r.Height, r.Frames)
			if tt.merged { // frames that look the same, so their number and rate are others
				got, _, _ = strings.Cut(got, "avg")
				want, _, _ = strings.Cut(want, "avg")
			}
			if got != want || said != "" {
				t.Errorf("ffprobe says\n%s%s\nwant\n%s", got, said, want)
			}
			raw, said := output(t, dir, ffmpeg, "-v", "warning", "-i", tt.name, "-f", "rawvideo", "-pix_fmt", "rgba", "-sws_flags", "accurate_rnd+full_chroma_int", "-")
			// The only thing to be said about JPEG's range of values is that it is old.
			said = strings.ReplaceAll(said, "deprecated pixel format used, make sure you did set range correctly", "")
			if strings.TrimSpace(regexp.MustCompile(`\[.*\]`).ReplaceAllString(said, "")) != "" {
				t.Errorf("ffmpeg says %s", said)
			}
			size := 4 * r.Width * r.Height
			if len(raw)%size != 0 || len(raw) < size {
				t.Fatalf("%d bytes of frames of %d", len(raw), size)
			}
			last := &image.RGBA{Pix: []byte(raw[len(raw)-size:]), Stride: 4 * r.Width, Rect: image.Rect(0, 0, r.Width, r.Height)}
			checkCells(t, tt.name, last, r.Field.Min, p, 16, tt.tolerance)
		})
	}
}

// Two runs of ffmpeg write the same bytes.
func TestFFmpegEqualBytes(t *testing.T) {
	tool(t, "ffmpeg")
	p := playedPlan(3, 10, 14, 12)
	for _, name := range []string{"out.mp4", "out.webm"} {
		dir := t.TempDir()
		var runs [2]bytes.Buffer
		format, err := FormatOf(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range runs {
			if _, err := Write(background, p, &runs[i], format, &toolOptions); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Print(background, p, filepath.Join(dir, name), &toolOptions); err != nil {
			t.Fatal(err)
		}
		file := readFile(t, filepath.Join(dir, name))
		if !bytes.Equal(runs[0].Bytes(), runs[1].Bytes()) || !bytes.Equal(runs[0].Bytes(), file) {
			t.Errorf("%s: %d, %d and %d bytes differ", name, runs[0].Len(), runs[1].Len(), len(file))
		}
	}
}

func TestFFmpegIsStopped(t *testing.T) {
	tool(t, "ffmpeg")
	dir := t.TempDir()
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(background)
	o := &Options{Hold: time.Hour, Progress: func(done, _ int) {
		if done == 40 {
			cancel(cause)
		}
	}}
	if _, err := Print(ctx, parsePlan(t, smallPlan), filepath.Join(dir, "sub", "out.mp4"), o); !errors.Is(err, cause) {
		t.Errorf("got %v, want the cause of the cancellation", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

func TestFFmpegMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Print(background, parsePlan(t, smallPlan), filepath.Join(dir, "out.mp4"), nil)
	var ffmpeg *FFmpegError
	if !errors.As(err, &ffmpeg) || !ffmpeg.Missing {
		t.Errorf("got %v, want a *FFmpegError that says it is missing", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

// A ffmpeg that fails is quoted.
func TestFFmpegFails(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\necho 'Unknown encoder' >&2\necho 'libx264' >&2\nexit 3\n"
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if _, err := exec.Command("ffmpeg").Output(); err == nil || errors.Is(err, fs.ErrPermission) {
		t.Skip("no shell scripts here")
	}
	_, err := Print(background, parsePlan(t, smallPlan), filepath.Join(dir, "out.mp4"), &Options{Hold: time.Minute})
	if err == nil || !strings.Contains(err.Error(), "exit status 3: Unknown encoder: libx264") {
		t.Errorf("got %v, want the words of ffmpeg", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("files %q are left", got)
	}
}

func TestGifsicle(t *testing.T) {
	gifsicle := tool(t, "gifsicle")
	dir := t.TempDir()
	r, err := Print(background, playedPlan(2, 10, 14, 14), filepath.Join(dir, "out.gif"), &toolOptions)
	if err != nil {
		t.Fatal(err)
	}
	info, said := output(t, dir, gifsicle, "--info", "out.gif")
	if said != "" || !strings.Contains(info, fmt.Sprintf("logical screen %dx%d", r.Width, r.Height)) || !strings.Contains(info, "loop forever") {
		t.Errorf("gifsicle says %s%s", info, said)
	}
	sum := 0.0
	for _, d := range regexp.MustCompile(`delay ([0-9.]+)s`).FindAllStringSubmatch(info, -1) {
		var seconds float64
		fmt.Sscan(d[1], &seconds)
		sum += seconds
	}
	if want := r.Duration.Seconds(); sum < want-0.005 || sum > want+0.005 {
		t.Errorf("shown for %.3f s, want %.3f", sum, want)
	}
}

// Two programs check animated PNGs: one what they are made of, the other shows
// them.
func TestAPNGTools(t *testing.T) {
	pngcheck, apngdis := tool(t, "pngcheck"), tool(t, "apngdis")
	dir := t.TempDir()
	p := playedPlan(2, 10, 14, 14)
	j := mustJob(t, p, &toolOptions)
	r, err := Print(background, p, filepath.Join(dir, "out.apng"), &toolOptions)
	if err != nil {
		t.Fatal(err)
	}
	if got, said := output(t, dir, pngcheck, "out.apng"); !strings.HasPrefix(got, "OK:") || said != "" {
		t.Errorf("pngcheck says %s%s", got, said)
	}
	output(t, dir, apngdis, "out.apng")
	pictures, err := filepath.Glob(filepath.Join(dir, "apngframe*.png"))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := j.apngPictures(background); err != nil || len(pictures) != want {
		t.Fatalf("%d pictures, want %d (%v)", len(pictures), want, err)
	}
	last := pictures[len(pictures)-1] // numbers are padded with zeros
	checkCells(t, last, readPNG(t, last), r.Field.Min, p, 16, 0)
}
