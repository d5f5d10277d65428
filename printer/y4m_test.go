package printer

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// The slow twin converts every pixel of every frame by the formulas of BT.601.
func TestY4M(t *testing.T) {
	for seed, o := range []Options{{FPS: 24}, {Cell: 5, FPS: 30, ZoomOut: true}, {Cell: 15, FPS: 60, Panel: true}} {
		o.Hold = 200 * time.Millisecond
		j, err := newJob(playedPlan(uint64(seed), 9, 12, 12), &o, Y4M)
		if err != nil {
			t.Fatal(err)
		}
		data := writeAnimation(t, j)
		r := j.report()
		head := fmt.Sprintf("YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n", r.Width, r.Height, o.FPS)
		if !strings.HasPrefix(string(data), head) {
			t.Fatalf("the stream begins with %q, want %q", data[:len(head)], head)
		}
		data = data[len(head):]
		size := len(frameWord) + r.Width*r.Height*3/2
		if len(data) != size*r.Frames {
			t.Fatalf("%d bytes of frames, want %d of %d", len(data), r.Frames, size)
		}
		i := 0
		for m := range Frames(j.timeline.plan, &j.opts) {
			if i%7 == 0 || i == r.Frames-1 {
				got := data[size*i : size*(i+1)]
				if diff := differenceY4M(got, m); diff > 1 {
					t.Errorf("cells of %d pixels, frame %d is off by %d", j.opts.Cell, i, diff)
				}
			}
			i++
		}
	}
}

// differenceY4M returns the greatest difference between a frame and what the
// picture should look like in one.
func differenceY4M(frame []byte, m *image.Paletted) int {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	planes := bytes.TrimPrefix(frame, []byte(frameWord))
	worst := 0
	compare := func(got byte, want float64) {
		worst = max(worst, int(math.Abs(float64(got)-math.Round(want))))
	}
	for y := range h {
		for x := range w {
			r, g, b := rgb(m.At(x, y))
			compare(planes[y*w+x], 16+65.481*r+128.553*g+24.966*b)
		}
	}
	for y := 0; y < h; y += 2 {
		for x := 0; x < w; x += 2 {
			var u, v float64
			for i := range 4 {
				r, g, b := rgb(m.At(x+i%2, y+i/2))
				u += (128 - 37.797*r - 74.203*g + 112*b) / 4
				v += (128 + 112*r - 93.786*g - 18.214*b) / 4
			}
			at := w*h + y/2*w/2 + x/2
			compare(planes[at], u)
			compare(planes[at+w*h/4], v)
		}
	}
	return worst
}

// rgb returns a colour in numbers from 0 to 1.
func rgb(c color.Color) (r, g, b float64) {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return float64(n.R) / 255, float64(n.G) / 255, float64(n.B) / 255
}

// Every colour there is gets values that television allows.
func TestYUVInkRange(t *testing.T) {
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				k := newYUVInk(color.NRGBA{uint8(r), uint8(g), uint8(b), 255})
				u, v := (k.u+yuvUnit/2)/yuvUnit, (k.v+yuvUnit/2)/yuvUnit
				if k.y < 16 || k.y > 235 || u < 16 || u > 240 || v < 16 || v > 240 {
					t.Fatalf("%d %d %d: %d %d %d", r, g, b, k.y, u, v)
				}
				if r == g && g == b && (u != 128 || v != 128) {
					t.Fatalf("grey %d: %d %d, want 128", r, u, v)
				}
			}
		}
	}
}

// A reader that goes away ends the work.
func TestY4MWriteError(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		io.CopyN(io.Discard, r, 3_000_000)
		r.Close()
	}()
	calls := 0
	o := &Options{Hold: time.Hour, Progress: func(int, int) { calls++ }}
	if _, err := Write(background, parsePlan(t, smallPlan), w, Y4M, o); err != io.ErrClosedPipe {
		t.Errorf("got %v, want io.ErrClosedPipe", err)
	}
	if calls > 200 {
		t.Errorf("%d frames were written to nobody", calls)
	}
}
