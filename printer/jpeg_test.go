package printer

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"testing"
	"time"
)

// plainJPEG is the slow twin of jpegEncoder: image/jpeg codes the whole picture
// of every scene.
type plainJPEG struct {
	painter *painter
	m       *image.RGBA
	tiles   map[tile]*image.RGBA
	buf     bytes.Buffer
}

func newPlainJPEG(j *job) *plainJPEG {
	return &plainJPEG{
		painter: j.painter,
		m:       image.NewRGBA(j.painter.bounds(j.layout.cols, j.layout.rows)),
		tiles:   map[tile]*image.RGBA{},
	}
}

func (e *plainJPEG) encode(s scene) []byte {
	e.paint(s)
	e.buf.Reset()
	if err := jpeg.Encode(&e.buf, e.m, &jpeg.Options{Quality: jpegQuality}); err != nil {
		panic(err)
	}
	return e.buf.Bytes()
}

// paint draws what has changed.
func (e *plainJPEG) paint(s scene) {
	for i, t := range s.now.tiles {
		if s.before != nil && s.before.tiles[i] == t {
			continue
		}
		src := e.tiles[t]
		if src == nil {
			src = image.NewRGBA(image.Rect(0, 0, e.painter.cell, e.painter.cell))
			draw.Draw(src, src.Rect, e.painter.tile(t), image.Point{}, draw.Src)
			e.tiles[t] = src
		}
		at := image.Pt(i%s.now.cols, i/s.now.cols).Mul(e.painter.cell)
		draw.Draw(e.m, src.Rect.Add(at), src, image.Point{}, draw.Src)
	}
}

func decodeJPEG(t testing.TB, data []byte) *image.YCbCr {
	t.Helper()
	m, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*image.YCbCr)
}

// Put together from bits of tiles, a picture decodes to the very samples that
// image/jpeg's picture has.
func TestJPEGEqualsPlain(t *testing.T) {
	for seed, o := range []Options{
		{ZoomOut: true},
		{Skin: Flat, NoCaption: true},
		{Skin: Outline, Panel: true, ZoomOut: true},
		{Cell: 32, Panel: true},
		{Cell: 48},
		{Cell: 64, Skin: Flat},
	} {
		o.FPS, o.Hold = 24, 100*time.Millisecond
		pieces := 30
		if testing.Short() {
			pieces = 3
		}
		j := mustJob(t, playedPlan(uint64(seed), 8+seed%3, 10, pieces), &o)
		plain, fast := newPlainJPEG(j), newJPEGEncoder(j.painter, j.layout.cols, j.layout.rows)
		i := 0
		for s := range j.scenes() {
			data := fast.encode(s)
			if i++; i%5 != 0 && s.frames == 1 { // most are much like their neighbours
				plain.paint(s)
				continue
			}
			got, want := decodeJPEG(t, data), decodeJPEG(t, plain.encode(s))
			if got.Rect != want.Rect || !bytes.Equal(got.Y, want.Y) || !bytes.Equal(got.Cb, want.Cb) || !bytes.Equal(got.Cr, want.Cr) {
				t.Fatalf("%+v, scene %d: differs from what image/jpeg makes", o, i)
			}
		}
	}
}

// Whatever the palette, the middle of a cell has its colour.
func TestJPEGColors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	n := 300
	if testing.Short() {
		n = 30
	}
	for i := range n {
		p := parsePlan(t, smallPlan)
		for k := range p.Palette {
			p.Palette[k] = color.NRGBA{uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), 255}
			if i%4 == 0 { // the ends of the range are the hard cases
				p.Palette[k] = color.NRGBA{255 * uint8(rnd.IntN(2)), 255 * uint8(rnd.IntN(2)), 255 * uint8(rnd.IntN(2)), 255}
			}
		}
		j := mustJob(t, p, &Options{Skin: Skins()[i%3], NoCaption: true})
		last := j.layout.newScreen()
		j.layout.compose(j.timeline.last(), last)
		data := newJPEGEncoder(j.painter, last.cols, last.rows).encode(scene{now: last, frames: 1})
		checkCells(t, j.opts.Skin, decodeJPEG(t, data), j.report().Field.Min, p, 16, centreTolerance)
	}
}

// centreTolerance is how far the middle of a cell may be off in a video, of 255.
const centreTolerance = 9

// The slow twin of bitWriter goes bit by bit.
func TestBitWriter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 0))
	for range 2000 {
		var w bitWriter
		var want []byte
		bit, ones := 0, rnd.IntN(3) == 0
		for range rnd.IntN(20) {
			data := make([]byte, 30)
			for i := range data {
				if data[i] = byte(rnd.Uint32()); ones && rnd.IntN(3) > 0 {
					data[i] = 0xff
				}
			}
			start := rnd.IntN(8)
			end := start + rnd.IntN(230)
			w.add(substring(data, start, end))
			for i := start; i < end; i++ {
				if bit%8 == 0 {
					want = append(want, 0xff)
				}
				if data[i/8]>>(7-i%8)&1 == 0 {
					want[bit/8] &^= 0x80 >> (bit % 8)
				}
				bit++
			}
		}
		w.finish()
		want = bytes.ReplaceAll(want, []byte{0xff}, []byte{0xff, 0})
		if !bytes.Equal(w.out, want) {
			t.Fatalf("%d bits: got %x, want %x", bit, w.out, want)
		}
	}
}

func TestHasFF(t *testing.T) {
	values := []byte{0, 1, 0x7f, 0x80, 0xfe, 0xff}
	rnd := rand.New(rand.NewPCG(3, 0))
	for range 20000 {
		var b [8]byte
		for i := range b {
			b[i] = values[rnd.IntN(len(values)-rnd.IntN(2))]
		}
		if got, want := hasFF(binary.BigEndian.Uint64(b[:])), bytes.Contains(b[:], []byte{0xff}); got != want {
			t.Fatalf("%x: got %v, want %v", b, got, want)
		}
	}
}
