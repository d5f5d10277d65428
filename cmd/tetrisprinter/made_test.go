package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// writePNG makes a file of the picture.
func writePNG(ts *testscript.TestScript, file string, m image.Image) {
	var b bytes.Buffer
	ts.Check(png.Encode(&b, m))
	ts.Check(os.WriteFile(ts.MkAbs(file), b.Bytes(), 0o666))
}

// indexed makes a PNG with a palette of what the text draws: its transparent
// colours are so by the chunk tRNS.
func indexed(ts *testscript.TestScript, args []string) {
	writePNG(ts, args[1], exactPalette(drawing(ts, args[0])))
}

// enlarge makes a PNG of that size of what the text draws, sharp. Its blocks are
// of unequal size where the size is no multiple.
func enlarge(ts *testscript.TestScript, args []string) {
	small := drawing(ts, args[0])
	m := image.NewNRGBA(image.Rect(0, 0, number(ts, args[2]), number(ts, args[3])))
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			m.SetNRGBA(x, y, small.NRGBAAt(x*small.Rect.Dx()/m.Rect.Dx(), y*small.Rect.Dy()/m.Rect.Dy()))
		}
	}
	writePNG(ts, args[1], m)
}

// animate makes an animated GIF of several texts.
func animate(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: animate GIF TEXTS...")
	}
	var all gif.GIF
	for _, file := range args[1:] {
		all.Image = append(all.Image, exactPalette(drawing(ts, file)).(*image.Paletted))
		all.Delay = append(all.Delay, 10)
		all.Disposal = append(all.Disposal, gif.DisposalBackground)
	}
	var b bytes.Buffer
	ts.Check(gif.EncodeAll(&b, &all))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
}

// shaded makes a PNG of that size of a disc in many shades, with soft edges
// where it goes over into the transparent corners.
func shaded(ts *testscript.TestScript, args []string) {
	w, h, err := plan.ParseSize(args[1])
	ts.Check(err)
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			dx, dy := 2*x+1-w, 2*y+1-h // from the middle, in half pixels
			inside := 1000 - 1000*(dx*dx+dy*dy)/min(w*w, h*h)
			m.SetNRGBA(x, y, color.NRGBA{uint8(255 * x / w), uint8(255 * y / h), 128, uint8(min(255, max(0, 4*inside)))})
		}
	}
	writePNG(ts, args[0], m)
}

// header makes a file that begins as a grey PNG of that size, and ends after its
// header.
func header(ts *testscript.TestScript, args []string) {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), uint32(number(ts, args[1])))
	chunk = binary.BigEndian.AppendUint32(chunk, uint32(number(ts, args[2])))
	chunk = append(chunk, 8, 0, 0, 0, 0) // bits, grey, and the usual methods
	file := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), uint32(len(chunk)-len("IHDR")))
	file = append(file, chunk...)
	file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file, 0o666))
}
