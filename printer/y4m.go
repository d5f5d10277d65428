package printer

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
)

// writeY4M writes the frames in the form of YUV4MPEG2, which ffmpeg and other
// programs read from a pipe: a line of text, then for each frame the word FRAME
// and the samples of three planes. Brightness has a sample for each pixel, the
// two colours one for each square of 2 by 2, as most videos have it. Values are
// those of television: black is 16, white 235 (ITU-R BT.601).
func (j *job) writeY4M(ctx context.Context, w io.Writer) error {
	m := j.painter.canvas(j.layout.cols, j.layout.rows)
	_, err := fmt.Fprintf(w, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n", m.Rect.Dx(), m.Rect.Dy(), j.opts.FPS)
	if err != nil {
		return err
	}
	f := newYUVFrame(m)
	return j.eachFrame(ctx, func(s scene) error {
		j.painter.paint(m, s.before, s.now)
		f.update(m, j.painter.changed(s.before, s.now))
		return nil
	}, func() error {
		_, err := w.Write(f.data)
		return err
	})
}

// frameWord begins each frame.
const frameWord = "FRAME\n"

// A yuvFrame is a picture as a frame of a YUV4MPEG2 stream.
type yuvFrame struct {
	data    []byte // frameWord and the planes
	y, u, v []byte // the planes, parts of data
	inks    []yuvInk
}

// newYUVFrame returns a frame for pictures of m's size and palette.
func newYUVFrame(m *image.Paletted) *yuvFrame {
	pixels := m.Rect.Dx() * m.Rect.Dy()
	f := &yuvFrame{data: make([]byte, len(frameWord)+pixels*3/2)}
	planes := f.data[copy(f.data, frameWord):]
	f.y, f.u, f.v = planes[:pixels], planes[pixels:pixels*5/4], planes[pixels*5/4:]
	for _, c := range m.Palette {
		f.inks = append(f.inks, newYUVInk(c.(color.NRGBA)))
	}
	return f
}

// A yuvInk is an ink as brightness and two colours. The colours are in units of
// 1/yuvUnit, so that the mean of four can be rounded once.
type yuvInk struct {
	y    byte
	u, v int32
}

const yuvUnit = 1 << 16

// newYUVInk converts a colour. The weights are those of BT.601 for values from 0
// to 255, in units of 1/yuvUnit.
func newYUVInk(c color.NRGBA) yuvInk {
	r, g, b := int32(c.R), int32(c.G), int32(c.B)
	return yuvInk{
		y: byte(16 + (16829*r+33039*g+6416*b+yuvUnit/2)/yuvUnit),
		u: 128*yuvUnit - 9714*r - 19070*g + 28784*b,
		v: 128*yuvUnit + 28784*r - 24103*g - 4681*b,
	}
}

// update takes over the rectangle r of m.
func (f *yuvFrame) update(m *image.Paletted, r image.Rectangle) {
	// Whole squares of 2 by 2 pixels; sides are even.
	r.Min = image.Pt(r.Min.X&^1, r.Min.Y&^1)
	r.Max = image.Pt(even(r.Max.X), even(r.Max.Y))
	width := m.Rect.Dx()
	for y := r.Min.Y; y < r.Max.Y; y += 2 {
		for x := r.Min.X; x < r.Max.X; x += 2 {
			i := y*width + x
			a, b := &f.inks[m.Pix[i]], &f.inks[m.Pix[i+1]]
			c, d := &f.inks[m.Pix[i+width]], &f.inks[m.Pix[i+width+1]]
			f.y[i], f.y[i+1], f.y[i+width], f.y[i+width+1] = a.y, b.y, c.y, d.y
			at := y/2*(width/2) + x/2
			f.u[at] = byte((a.u + b.u + c.u + d.u + 2*yuvUnit) / (4 * yuvUnit))
			f.v[at] = byte((a.v + b.v + c.v + d.v + 2*yuvUnit) / (4 * yuvUnit))
		}
	}
}
