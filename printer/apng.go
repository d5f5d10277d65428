package printer

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
)

const pngHeader = "\x89PNG\r\n\x1a\n"

// apngMaxFrames is how many frames of the print a picture can stand for: the
// number has 16 bits.
const apngMaxFrames = 0xffff

// writeAPNG writes the print as an animated PNG that plays again and again. Each
// picture is the rectangle that differs from the one before, and in it what
// doesn't differ is transparent.
func (j *job) writeAPNG(ctx context.Context, w io.Writer) error {
	pictures, err := j.apngPictures(ctx)
	if err != nil {
		return err
	}
	a := apngWriter{w: w, fps: j.opts.FPS}
	a.zlib, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed) // a level that exists
	a.begin(j.report(), j.painter.inks, pictures)
	err = j.each(ctx, func(s scene) error {
		m := j.painter.patch(s.before, s.now)
		for _, frames := range evenly(s.frames, apngMaxFrames) {
			a.picture(m, frames)
			m = j.painter.nothing()
		}
		return a.err
	})
	if err != nil {
		return err
	}
	a.chunk("IEND", nil)
	return a.err
}

// apngPictures returns how many pictures there will be, which the file says
// first.
func (j *job) apngPictures(ctx context.Context) (n int, err error) {
	err = j.quiet().each(ctx, func(s scene) error {
		n += len(evenly(s.frames, apngMaxFrames))
		return nil
	})
	return n, err
}

// An apngWriter writes an animated PNG file (Mozilla's extension of 2004, since
// 2023 part of the W3C's PNG specification). It keeps its first error and ignores
// what comes after it.
type apngWriter struct {
	w        io.Writer
	fps      int
	sequence int // number of the next chunk that has one
	zlib     *zlib.Writer
	buf      bytes.Buffer
	err      error
}

// begin writes all that comes before the first picture.
func (a *apngWriter) begin(size *Report, inks color.Palette, pictures int) {
	a.write([]byte(pngHeader))
	const bits, indexed = 8, 3
	a.chunk("IHDR", append(be32(size.Width, size.Height), bits, indexed, 0, 0, 0))
	a.chunk("acTL", be32(pictures, 0)) // 0: play for ever
	var colors, alphas []byte
	for _, c := range inks {
		c := c.(color.NRGBA)
		colors = append(colors, c.R, c.G, c.B)
		alphas = append(alphas, c.A)
	}
	a.chunk("PLTE", colors)
	a.chunk("tRNS", alphas)
}

// picture writes a picture that is shown for so many frames.
func (a *apngWriter) picture(m *image.Paletted, frames int) {
	const keep, over = 0, 1
	first := a.sequence == 0
	control := be32(a.next(), m.Rect.Dx(), m.Rect.Dy(), m.Rect.Min.X, m.Rect.Min.Y)
	control = binary.BigEndian.AppendUint16(control, uint16(frames))
	control = binary.BigEndian.AppendUint16(control, uint16(a.fps))
	a.chunk("fcTL", append(control, keep, over))
	if first {
		a.chunk("IDAT", a.compress(m, nil))
	} else {
		a.chunk("fdAT", a.compress(m, be32(a.next())))
	}
}

func (a *apngWriter) next() int {
	a.sequence++
	return a.sequence - 1
}

// compress returns the pixels of m, compressed, after the bytes of prefix. They
// hold until the next call.
func (a *apngWriter) compress(m *image.Paletted, prefix []byte) []byte {
	a.buf.Reset()
	a.buf.Write(prefix)
	a.zlib.Reset(&a.buf)
	// A buffer takes everything: no error is possible.
	const unfiltered = 0
	for y := range m.Rect.Dy() {
		a.zlib.Write([]byte{unfiltered})
		a.zlib.Write(m.Pix[y*m.Stride:][:m.Rect.Dx()])
	}
	a.zlib.Close()
	return a.buf.Bytes()
}

// chunk writes a chunk: length, name, data and checksum.
func (a *apngWriter) chunk(name string, data []byte) {
	sum := crc32.NewIEEE()
	sum.Write([]byte(name))
	sum.Write(data)
	a.write(append(be32(len(data)), name...))
	a.write(data)
	a.write(be32(int(sum.Sum32())))
}

func (a *apngWriter) write(data []byte) {
	if a.err == nil {
		_, a.err = a.w.Write(data)
	}
}

// be32 returns the numbers in 32 bits each, the most significant byte first.
func be32(numbers ...int) (data []byte) {
	for _, n := range numbers {
		data = binary.BigEndian.AppendUint32(data, uint32(n))
	}
	return data
}
