package printer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var background = context.Background()

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{
		"a.png": PNG, "b/A.PNG": PNG, "x.avi": AVI, "x.png.AVI": AVI, "frames/": Folder, "a.png/": Folder, "./": Folder,
		"a.gif": GIF, "a.apng": APNG, "a.y4m": Y4M, "a.mp4": MP4, "a.webm": WebM,
		"sheet.png": Sheet, "dir/Sheet.png": Sheet, "a.sheet.png": Sheet, "a-sheet.png": Sheet, "worksheet.png": PNG,
	} {
		if got, err := FormatOf(name); err != nil || got != want {
			t.Errorf("FormatOf(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "a", "a.jpg", "png", "a.png.txt", ".", "a.sheet", "a.folder", "a.", "-"} {
		if _, err := FormatOf(name); !errors.Is(err, ErrFormat) {
			t.Errorf("FormatOf(%q): %v, want ErrFormat", name, err)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for i, word := range Formats() {
		f, err := ParseFormat(word)
		if err != nil || f != Format(i+1) || f.String() != word {
			t.Errorf("ParseFormat(%q) = %d (%v), %v, want %d", word, f, f, err, i+1)
		}
	}
	for _, word := range []string{"", "PNG", "jpg", ".png"} {
		if _, err := ParseFormat(word); !errors.Is(err, ErrFormat) {
			t.Errorf("ParseFormat(%q): %v, want ErrFormat", word, err)
		}
	}
}

// An option decides on the format before the name does.
func TestFormatOption(t *testing.T) {
	p := parsePlan(t, smallPlan)
	for _, tt := range []struct {
		name  string
		o     Options
		begin string
	}{
		{"out", Options{Format: GIF}, "GIF89a"},
		{"out.avi", Options{Format: Y4M}, "YUV4MPEG2"},
		{"out.png", Options{}, pngHeader + "\x00\x00\x00\rIHDR\x00\x00\x00\x60"}, // 96 pixels wide
		{"anim.png", Options{Animate: true}, pngHeader + "\x00\x00\x00\rIHDR\x00\x00\x00\x80"},
		{"anim.bin", Options{Format: PNG, Animate: true}, pngHeader + "\x00\x00\x00\rIHDR\x00\x00\x00\x80"},
		{"sheet.png", Options{Format: PNG}, pngHeader + "\x00\x00\x00\rIHDR\x00\x00\x00\x60"},
	} {
		path := filepath.Join(t.TempDir(), tt.name)
		if _, err := Print(background, p, path, &tt.o); err != nil {
			t.Fatal(err)
		}
		if data := readFile(t, path); !bytes.HasPrefix(data, []byte(tt.begin)) {
			t.Errorf("%s, %+v: begins with %q", tt.name, tt.o, data[:24])
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
	want := &Report{Width: 60, Height: 80, Field: image.Rect(0, 0, 60, 80), Frames: 1, Files: []string{path}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	checkCells(t, "out.png", readPNG(t, path), image.Point{}, p, 10, 0)
}

func TestPrintFolder(t *testing.T) {
	p := parsePlan(t, smallPlan)
	dir := t.TempDir()
	o := &Options{FPS: 12, Hold: 250 * time.Millisecond}
	r, err := Print(background, p, dir+"/frames/", o)
	if err != nil {
		t.Fatal(err)
	}
	want := &Report{
		Width: 128, Height: 176, Field: image.Rect(16, 16, 112, 144),
		Frames: 9, FPS: 12, Duration: 750 * time.Millisecond, Files: []string{dir + "/frames/"},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	i := 0
	for m, err := range Frames(p, o) {
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("frame-%06d.png", i)
		samePicture(t, name, readPNG(t, filepath.Join(dir, "frames", name)), m)
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
	if _, err := Print(background, p, dir+"/", &Options{FPS: 12, Hold: time.Second}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes.txt", "frame-1.png"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o := &Options{FPS: 12, Hold: -1}
	if _, err := Print(background, p, dir+"/", o); !errors.Is(err, fs.ErrExist) {
		t.Errorf("without Force: %v, want fs.ErrExist", err)
	}
	o.Force = true
	if _, err := Print(background, p, dir+"/", o); err != nil {
		t.Fatal(err)
	}
	got := files(t, dir)
	if len(got) != 9 || got[7] != "frame-1.png 4" || got[8] != "notes.txt 4" {
		t.Errorf("files %q, want seven frames and the two others", got)
	}
}

// Every format gives the same bytes again, as a file and as a stream.
func TestEqualBytes(t *testing.T) {
	p := randomPlan(5, 9, 16, 12)
	o := &Options{FPS: 30, Hold: -1}
	for _, name := range []string{"out.png", "sheet.png", "out.avi", "out.gif", "out.apng", "out.y4m"} {
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
	for _, f := range []Format{ByName, Folder, -1, WebM + 1} {
		if _, err := Write(background, p, &bytes.Buffer{}, f, o); !errors.Is(err, ErrFormat) {
			t.Errorf("%v to a stream: %v, want ErrFormat", f, err)
		}
	}
}

// A print that is cancelled, fails or may not begin leaves no file.
func TestFailuresLeaveNothing(t *testing.T) {
	cause := errors.New("stopped by the test")
	for _, name := range []string{"out.png", "sheet.png", "sub/out.avi", "sub/frames/", "out.gif", "a/b/out.apng", "out.y4m"} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		ctx, cancel := context.WithCancelCause(background)
		frames := 0
		o := &Options{Progress: func(done, total int) {
			if frames = done; done >= 5 {
				cancel(cause)
			}
		}}
		if filepath.Ext(name) == ".png" {
			cancel(cause)
		}
		if _, err := Print(ctx, parsePlan(t, smallPlan), dir+"/"+name, o); !errors.Is(err, cause) {
			t.Errorf("%s: %v, want the cause of the cancellation", name, err)
		}
		if frames > 15 { // a frame like the one before costs nothing
			t.Errorf("%s: %d frames, cancelled after 5", name, frames)
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
	for _, name := range []string{"out.png", "out.avi", "out.gif", "out.y4m"} {
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
		if _, err := Print(background, p, path, &Options{Force: true, FPS: 12}); err != nil {
			t.Errorf("%s with Force: %v", name, err)
		}
		if data, _ := os.ReadFile(path); string(data) == "mine" {
			t.Errorf("%s was not replaced", name)
		}
	}
}
