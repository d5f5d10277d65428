package printer

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// checkCells compares the centre of each cell of the field with the replay, by
// the palette: m may show more below the field.
func checkCells(t *testing.T, name string, m image.Image, p *plan.Plan, cell, tolerance int) {
	t.Helper()
	r, err := p.Run()
	if err != nil {
		t.Fatal(err)
	}
	for y := range p.Height {
		for x := range p.Width {
			at := m.Bounds().Min.Add(image.Pt(x*cell+cell/2, (p.Height-1-y)*cell+cell/2))
			got := color.NRGBAModel.Convert(m.At(at.X, at.Y)).(color.NRGBA)
			want := emptyColor
			if t := r.Field.At(x, y); t != tetris.None {
				want = p.Palette[t]
			}
			if want.A != 0 && distance(got, want) > tolerance {
				t.Fatalf("%s: column %d, row %d is %v, want %v", name, x, y, got, want)
			}
			if want.A == 0 && (got.R != got.G || distance(got, emptyColor) < 20) && tolerance == 0 {
				t.Fatalf("%s: column %d, row %d is %v, want a grey", name, x, y, got)
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
		checkCells(t, fmt.Sprint("cell ", cell), m, p, cell, 0)
	}
}

// Sides are even whatever the cell and the field, and the field stays where it
// is.
func TestFrameSides(t *testing.T) {
	for _, width := range []int{4, 5, 9} {
		for _, height := range []int{7, 8} {
			p := randomPlan(3, width, height, 9)
			for _, cell := range []int{4, 5, 7, 8, 15, 16, 31, 64} {
				o := &Options{Cell: cell, FPS: 10, Hold: -1}
				var last *image.RGBA
				for m, err := range Frames(p, o) {
					if err != nil {
						t.Fatal(err)
					}
					last = m
				}
				rows := height
				if cell >= captionMinCell {
					rows++
				}
				w, h := last.Rect.Dx(), last.Rect.Dy()
				if w%2 != 0 || h%2 != 0 || w/2 != (width*cell+1)/2 || h/2 != (rows*cell+1)/2 {
					t.Errorf("%dx%d cells of %d: frames of %dx%d", width, height, cell, w, h)
				}
				checkCells(t, fmt.Sprintf("%dx%d cells of %d", width, height, cell), last, p, cell, 0)
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
		fresh := newPainter(&p.Palette, 8)
		next := j.timeline.frames()
		pictures := [][]byte{}
		for m := range j.pictures() {
			pictures = append(pictures, append([]byte(nil), m.Pix...))
		}
		i := 0
		for fr := range next {
			j.layout.compose(fr, s)
			m := fresh.canvas(s)
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

// Golden frames: a spawn, a fall, a flash, the end, and another size of cell.
func TestGoldenFrames(t *testing.T) {
	p := parsePlan(t, smallPlan)
	for _, tt := range []struct {
		o     Options
		frame int
	}{
		{Options{}, 0}, {Options{}, 4}, {Options{}, 11}, {Options{}, 31}, {Options{Cell: 11}, 11},
	} {
		tt.o.Hold = 50 * time.Millisecond
		i := 0
		for m, err := range Frames(p, &tt.o) {
			if err != nil {
				t.Fatal(err)
			}
			if i == tt.frame {
				goldenPNG(t, fmt.Sprintf("frame-%d-cell-%d.png", i, tt.o.Cell), m)
			}
			i++
		}
		if i <= tt.frame {
			t.Errorf("no frame %d", tt.frame)
		}
	}
}

// goldenPNG compares m with a picture of testdata, or rewrites it.
func goldenPNG(t *testing.T, name string, m *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		data, err := encodePNG(m)
		if err == nil {
			err = os.WriteFile(path, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != m.Bounds() {
		t.Fatalf("%s: bounds %v, want %v", name, m.Bounds(), want.Bounds())
	}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if got := m.RGBAAt(x, y); got != color.RGBAModel.Convert(want.At(x, y)) {
				t.Fatalf("%s: pixel %d,%d is %v, want %v (-update rewrites it)", name, x, y, got, want.At(x, y))
			}
		}
	}
}

func TestOptionErrors(t *testing.T) {
	p := parsePlan(t, smallPlan)
	tests := []struct {
		o    Options
		want string
	}{
		{Options{Cell: 3}, "cell is 3 pixels, want 4 to 64"},
		{Options{Cell: 65}, "cell is 65 pixels, want 4 to 64"},
		{Options{Cell: -1}, "cell is -1 pixels, want 4 to 64"},
		{Options{FPS: 61}, "fps is 61 frames a second, want 1 to 60"},
		{Options{FPS: -1}, "fps is -1 frames a second, want 1 to 60"},
		{Options{Speed: -1}, "speed is -1 pieces a second, want 0.01 or more"},
		{Options{Speed: math.NaN()}, "speed is NaN pieces a second, want 0.01 or more"},
		{Options{FPS: 20, Speed: 21}, "speed is 21 pieces a second, but 20 frames a second show at most 20"},
		{Options{Hold: 2 * time.Hour}, "hold is 2h0m0s, want at most 1h0m0s"},
	}
	for _, tt := range tests {
		_, err := Picture(p, &tt.o)
		var optErr *OptionError
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
