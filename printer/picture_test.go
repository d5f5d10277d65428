package printer

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// checkCells compares the centre of each cell of the field, whose top left corner
// is at the point from, with the replay by the palette.
func checkCells(t *testing.T, name string, m image.Image, from image.Point, p *plan.Plan, cell, tolerance int) {
	t.Helper()
	r, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	for y := range p.Height {
		for x := range p.Width {
			at := m.Bounds().Min.Add(from).Add(image.Pt(x*cell+cell/2, (p.Height-1-y)*cell+cell/2))
			got := color.NRGBAModel.Convert(m.At(at.X, at.Y)).(color.NRGBA)
			want := fieldColor
			if t := r.Field.At(x, y); t != tetris.None {
				want = p.Palette[t]
				if want.A == 0 {
					want = grey(t)
				}
			}
			if distance(got, want) > tolerance {
				t.Fatalf("%s: column %d, row %d is %v, want %v", name, x, y, got, want)
			}
		}
	}
}

func distance(a, b color.NRGBA) int {
	d := 0
	for _, v := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}} {
		d = max(d, int(math.Abs(float64(v[0])-float64(v[1]))))
	}
	return d
}

func TestPicture(t *testing.T) {
	p := parsePlan(t, smallPlan)
	for cell := MinCell; cell <= MaxCell; cell++ {
		m, err := Picture(p, &Options{Cell: cell})
		if err != nil {
			t.Fatal(err)
		}
		if m.Bounds() != image.Rect(0, 0, 6*cell, 8*cell) {
			t.Errorf("cell %d: bounds %v", cell, m.Bounds())
		}
		checkCells(t, fmt.Sprint("cell ", cell), m, image.Point{}, p, cell, 0)
	}
}

// Sides are even whatever the cell and the field, and the field stays where it
// is.
func TestFrameSides(t *testing.T) {
	for _, width := range []int{4, 5} {
		for _, height := range []int{7, 8} {
			p := randomPlan(3, width, height, 5)
			for _, cell := range []int{4, 5, 7, 8, 15, 16, 31, 64} {
				o := &Options{Cell: cell, FPS: 12, Hold: -1}
				var last *image.Paletted
				for m, err := range Frames(p, o) {
					if err != nil {
						t.Fatal(err)
					}
					last = m
				}
				rows := height + 2
				if cell >= captionMinCell {
					rows++
				}
				w, h := last.Rect.Dx(), last.Rect.Dy()
				if w%2 != 0 || h%2 != 0 || w/2 != ((width+2)*cell+1)/2 || h/2 != (rows*cell+1)/2 {
					t.Errorf("%dx%d cells of %d: frames of %dx%d", width, height, cell, w, h)
				}
				checkCells(t, fmt.Sprintf("%dx%d cells of %d", width, height, cell), last, image.Pt(cell, cell), p, cell, 0)
			}
		}
	}
}

// The picture drawn by changes is the one drawn anew: the slow twin.
func TestPaintChanges(t *testing.T) {
	for seed := range uint64(6) {
		p := randomPlan(seed, 5+int(seed), 12, 30)
		j := mustJob(t, p, &Options{Cell: 8, FPS: 20})
		s := j.layout.newScreen()
		fresh := newPainter(&p.Palette, Retro, 8)
		pictures := [][]byte{}
		for m, err := range Frames(p, &j.opts) {
			if err != nil {
				t.Fatal(err)
			}
			pictures = append(pictures, slices.Clone(m.Pix))
		}
		i := 0
		for fr := range j.timeline.frames() {
			j.layout.compose(fr, s)
			m := fresh.canvas(s.cols, s.rows)
			fresh.paint(m, nil, s)
			if string(m.Pix) != string(pictures[i]) {
				t.Fatalf("seed %d: frame %d differs from one drawn anew", seed, i)
			}
			i++
		}
		if i != len(pictures) {
			t.Errorf("seed %d: %d pictures of %d frames", seed, len(pictures), i)
		}
	}
}

// Golden frames in each skin: a spawn, a fall, a flash, the end, the sprite alone,
// and another size of cell.
func TestGoldenFrames(t *testing.T) {
	p := parsePlan(t, smallPlan)
	for _, tt := range []struct {
		name   string
		frames []int
		o      Options
	}{
		{"retro", []int{0, 4, 17, 32, 33}, Options{}},
		{"flat", []int{4, 17}, Options{Skin: Flat}},
		{"outline", []int{4, 17}, Options{Skin: Outline}},
		{"cell-11", []int{11}, Options{Cell: 11}},
		{"panel", []int{7, 33}, Options{Panel: true}},
	} {
		tt.o.Hold, tt.o.ZoomOut = 50*time.Millisecond, true
		i := 0
		for m, err := range Frames(p, &tt.o) {
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(tt.frames, i) {
				goldenPNG(t, fmt.Sprintf("%s-%d.png", tt.name, i), m)
			}
			i++
		}
		if last := tt.frames[len(tt.frames)-1]; i <= last {
			t.Errorf("%s: no frame %d", tt.name, last)
		}
	}
}

// goldenPNG compares m with a picture of testdata, or rewrites it.
func goldenPNG(t *testing.T, name string, m image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	samePicture(t, name+" (-update rewrites it)", m, readPNG(t, path))
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

// samePicture compares two pictures pixel by pixel.
func samePicture(t *testing.T, name string, got, want image.Image) {
	t.Helper()
	b := want.Bounds()
	if b != got.Bounds() {
		t.Fatalf("%s: bounds %v, want %v", name, got.Bounds(), b)
	}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g, w := color.NRGBAModel.Convert(got.At(x, y)), color.NRGBAModel.Convert(want.At(x, y))
			if g != w {
				t.Fatalf("%s: pixel %d,%d is %v, want %v", name, x, y, g, w)
			}
		}
	}
}

// What no plan can be drawn with is known before there is one.
func TestCheckOptions(t *testing.T) {
	t.Setenv("PATH", "")
	var ffmpeg *FFmpegError
	if err := (&Options{}).Check("a.mp4"); !errors.As(err, &ffmpeg) || !ffmpeg.Missing {
		t.Errorf("a.mp4 without ffmpeg: got %v", err)
	}
	if err := (&Options{}).Check("a.doc"); !errors.Is(err, ErrFormat) {
		t.Errorf("a.doc: got %v", err)
	}
	if err := (&Options{Cell: 9}).Check("a.avi"); !errors.As(err, new(*OptionError)) {
		t.Errorf("a.avi with cells of 9 pixels: got %v", err)
	}
	var none *Options
	for _, out := range []string{"a.avi", "a.png", "a.gif", "frames/"} {
		if err := none.Check(out); err != nil {
			t.Errorf("%s: %v", out, err)
		}
	}
}

func TestOptionErrors(t *testing.T) {
	const longer = "duration is 2s, but 5 pieces at one a frame and the hold take at least 2.09s" // depends on the plan
	p := parsePlan(t, smallPlan)
	tests := []struct {
		o    Options
		want string
	}{
		{Options{Cell: 3}, "cell is 3 pixels, want 4 to 64"},
		{Options{Cell: 65}, "cell is 65 pixels, want 4 to 64"},
		{Options{Cell: -1}, "cell is -1 pixels, want 4 to 64"},
		{Options{FPS: 61}, "fps is 61 frames a second, want 12 to 60"},
		{Options{FPS: -1}, "fps is -1 frames a second, want 12 to 60"},
		{Options{Speed: -1}, "speed is -1 pieces a second, want 0.01 or more"},
		{Options{Speed: math.NaN()}, "speed is NaN pieces a second, want 0.01 or more"},
		{Options{FPS: 11}, "fps is 11 frames a second, want 12 to 60"},
		{Options{FPS: 20, Speed: 21}, "speed is 21 pieces a second, but 20 frames a second show at most 20"},
		{Options{Hold: 2 * time.Hour}, "hold is 2h0m0s, want at most 1h0m0s"},
		{Options{Skin: "neon"}, `skin is "neon", want one of retro, flat, outline`},
		{Options{Panel: true, Cell: 7}, "panel needs cells of 8 pixels or more, these have 7"},
		{Options{Duration: -1}, "duration is -1ns, want up to 24h0m0s"},
		{Options{Duration: 25 * time.Hour}, "duration is 25h0m0s, want up to 24h0m0s"},
		{Options{Duration: time.Minute, Speed: 10}, "duration can't be given with the speed: each says how fast the print is"},
		{Options{Duration: 2 * time.Second}, longer},
	}
	for _, tt := range tests {
		_, err := Picture(p, &tt.o)
		var optErr *OptionError
		if early := tt.o.Check("a.png"); (early == nil) != (tt.want == longer) || early != nil && early.Error() != tt.want {
			t.Errorf("%+v: checked without a plan: %v, want %q", tt.o, early, tt.want)
		}
		if !errors.As(err, &optErr) || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %q", tt.o, err, tt.want)
		}
		for m, err := range Frames(p, &tt.o) {
			if m != nil || !errors.As(err, &optErr) {
				t.Errorf("%+v: Frames yields %v", tt.o, err)
			}
		}
	}
}
