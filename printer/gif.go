package printer

import (
	"bytes"
	"compress/lzw"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// The parts of a GIF file (GIF89a specification, CompuServe 1990).
const (
	gifHeader    = "GIF89a"
	gifColorBits = 6                            // the inks are less than 64
	gifTable     = 0x80 | (gifColorBits-1)*0x11 // a table of colours follows
	gifLoop      = "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
	gifControl   = "\x21\xf9\x04\x05" // keep what is under the next picture, which has a transparent colour
	gifPicture   = 0x2c
	gifEnd       = 0x3b
	gifMaxBlock  = 255
	gifMaxDelay  = 0xffff // hundredths of a second
)

// writeGIF writes the print as an animated GIF that plays again and again. Each
// picture is the rectangle that differs from the one before, and in it what
// doesn't differ is transparent. Every frame ends at its time rounded to 1/100 s,
// so the whole lasts as long as it should.
func (j *job) writeGIF(ctx context.Context, w io.Writer) error {
	g := gifWriter{w: w, lzw: lzw.NewWriter(nil, lzw.LSB, gifColorBits).(*lzw.Writer)}
	g.begin(j.report(), j.painter.inks)
	frames := 0
	err := j.each(ctx, func(s scene) error {
		start := hundredths(frames, j.opts.FPS)
		frames += s.frames
		m := j.painter.patch(s.before, s.now)
		for _, delay := range evenly(hundredths(frames, j.opts.FPS)-start, gifMaxDelay) {
			g.picture(m, delay)
			m = j.painter.nothing()
		}
		return g.err
	})
	if err != nil {
		return err
	}
	g.write([]byte{gifEnd})
	return g.err
}

// hundredths returns when a frame begins, in 1/100 s.
func hundredths(frame, fps int) int { return (frame*100 + fps/2) / fps }

// evenly divides n into the fewest parts of at most that size, as equal as can
// be.
func evenly(n, most int) (parts []int) {
	count := (n + most - 1) / most
	for i := range count {
		parts = append(parts, n*(i+1)/count-n*i/count)
	}
	return parts
}

// A gifWriter writes a GIF file. It keeps its first error and ignores what comes
// after it.
type gifWriter struct {
	w   io.Writer
	lzw *lzw.Writer
	buf bytes.Buffer
	err error
}

func (g *gifWriter) write(data []byte) {
	if g.err == nil {
		_, g.err = g.w.Write(data)
	}
}

// begin writes all that comes before the first picture.
func (g *gifWriter) begin(size *Report, inks color.Palette) {
	b := append([]byte(gifHeader), 0, 0, 0, 0, gifTable, 0, 0)
	binary.LittleEndian.PutUint16(b[6:], uint16(size.Width))
	binary.LittleEndian.PutUint16(b[8:], uint16(size.Height))
	table := make([]byte, 3<<gifColorBits)
	for i, c := range inks {
		c := c.(color.NRGBA)
		copy(table[3*i:], []byte{c.R, c.G, c.B})
	}
	b = append(b, table...)
	g.write(append(b, gifLoop...))
}

// picture writes a picture that is shown for delay hundredths of a second.
func (g *gifWriter) picture(m *image.Paletted, delay int) {
	le := binary.LittleEndian
	b := le.AppendUint16([]byte(gifControl), uint16(delay))
	b = append(b, inkNone, 0, gifPicture)
	for _, n := range []int{m.Rect.Min.X, m.Rect.Min.Y, m.Rect.Dx(), m.Rect.Dy()} {
		b = le.AppendUint16(b, uint16(n))
	}
	g.write(append(b, 0, gifColorBits))

	g.buf.Reset()
	g.lzw.Reset(&g.buf, lzw.LSB, gifColorBits)
	// Neither can fail: the inks have so many bits, and a buffer takes all.
	g.lzw.Write(m.Pix)
	g.lzw.Close()
	g.blocks(g.buf.Bytes())
}

// blocks writes data in blocks with their lengths, and an empty one at the end.
func (g *gifWriter) blocks(data []byte) {
	for len(data) > 0 {
		n := min(len(data), gifMaxBlock)
		g.write(append([]byte{byte(n)}, data[:n]...))
		data = data[n:]
	}
	g.write([]byte{0})
}
