package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/image/bmp"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// drawing reads a picture drawn in text, top row first. Its first line names
// the colours, "r=dc2828", with two more digits for alpha where it isn't 255;
// '.' is transparent black.
func drawing(ts *testscript.TestScript, file string) *image.NRGBA {
	lines := strings.Fields(ts.ReadFile(file))
	colors := map[byte]color.NRGBA{'.': {}}
	for len(lines) > 0 && strings.Contains(lines[0], "=") {
		name, digits, _ := strings.Cut(lines[0], "=")
		c, err := hex.DecodeString((digits + "ff")[:8])
		if err != nil || len(name) != 1 {
			ts.Fatalf("%s: %q is no colour", file, lines[0])
		}
		colors[name[0]] = color.NRGBA{c[0], c[1], c[2], c[3]}
		lines = lines[1:]
	}
	if len(lines) == 0 {
		ts.Fatalf("%s draws nothing", file)
	}
	m := image.NewNRGBA(image.Rect(0, 0, len(lines[0]), len(lines)))
	for y, line := range lines {
		for x := range len(line) {
			c, ok := colors[line[x]]
			if !ok || len(line) != m.Rect.Dx() {
				ts.Fatalf("%s: bad row %q", file, line)
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

// draw makes the picture that a text draws, in the format that its name says.
func draw(ts *testscript.TestScript, args []string) {
	encoders := map[string]func(io.Writer, image.Image) error{
		".png": png.Encode,
		".bmp": bmp.Encode,
		".jpg": func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) },
		".gif": func(w io.Writer, m image.Image) error { return gif.Encode(w, exactPalette(m), nil) },
	}
	encode := encoders[filepath.Ext(args[1])]
	if encode == nil {
		ts.Fatalf("no encoder for %s", args[1])
	}
	var b bytes.Buffer
	ts.Check(encode(&b, drawing(ts, args[0])))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o666))
}

// exactPalette returns m with a palette of its own colours.
func exactPalette(m image.Image) image.Image {
	b := m.Bounds()
	index := map[color.Color]uint8{}
	p := image.NewPaletted(b, nil)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := m.At(x, y)
			if _, known := index[c]; !known {
				index[c] = uint8(len(p.Palette))
				p.Palette = append(p.Palette, c)
			}
			p.SetColorIndex(x, y, index[c])
		}
	}
	return p
}

// tolerance is how far a channel of a JPEG frame may be off, of 255.
const tolerance = 8

// prints checks that a picture of a field shows, on the floor and in any
// columns, what a text draws, and nothing but the background elsewhere. It
// looks at the centres of the cells. The field is at the top left or, where its
// size is followed by "+1", one cell away from there.
func prints(ts *testscript.TestScript, args []string) {
	got, err := png.Decode(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	cell := number(ts, args[1])
	size, framed := strings.CutSuffix(args[2], "+1")
	width, height, err := plan.ParseSize(size)
	ts.Check(err)
	at := image.Pt(cell/2, cell/2)
	if framed {
		at = at.Add(image.Pt(cell, cell))
	}
	if !image.Pt((width-1)*cell, (height-1)*cell).Add(at).In(got.Bounds()) {
		ts.Fatalf("%s of %v pixels has no field of %s", args[0], got.Bounds().Max, args[2])
	}
	field := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			field.Set(x, y, got.At(at.X+x*cell, at.Y+y*cell))
		}
	}
	want := drawing(ts, args[3])
	reason := "the field is too narrow"
	for left := range width - want.Rect.Dx() + 1 {
		if reason = mismatch(field, want, image.Pt(left, height-want.Rect.Dy())); reason == "" {
			return
		}
	}
	ts.Fatalf("%s doesn't show %s: %s", args[0], args[3], reason)
}

// mismatch returns the first cell of the field that differs when the top left
// corner of want lies at the point, or "". What is empty looks like the top
// left cell.
func mismatch(field, want *image.NRGBA, at image.Point) string {
	for y := range field.Rect.Dy() {
		for x := range field.Rect.Dx() {
			g, w := field.NRGBAAt(x, y), want.NRGBAAt(x-at.X, y-at.Y)
			if w.A == 0 {
				w = field.NRGBAAt(0, 0)
			}
			if off(g.R, w.R) > tolerance || off(g.G, w.G) > tolerance || off(g.B, w.B) > tolerance {
				return fmt.Sprintf("column %d, row %d from the top is %v, want %v", x, y, g, w)
			}
		}
	}
	return ""
}

func off(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// lastFrame saves the last frame of an AVI as a PNG.
func lastFrame(ts *testscript.TestScript, args []string) {
	avi := []byte(ts.ReadFile(args[0]))
	index := bytes.LastIndex(avi, []byte("idx1"))
	if index < 0 {
		ts.Fatalf("%s has no index", args[0])
	}
	at := bytes.LastIndex(avi[:index], []byte("00dc"))
	if at < 0 {
		ts.Fatalf("%s has no frame", args[0])
	}
	size := int(binary.LittleEndian.Uint32(avi[at+4:]))
	m, err := jpeg.Decode(bytes.NewReader(avi[at+8 : at+8+size]))
	ts.Check(err)
	var b bytes.Buffer
	ts.Check(png.Encode(&b, m))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o666))
}

// probe compares what ffprobe reads in a video with the report of print.
func probe(ts *testscript.TestScript, args []string) {
	var r report
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &r))
	want := fmt.Sprintf("%d,%d,%d/1,%d", r.PictureWidth, r.PictureHeight, r.FPS, r.Frames)
	ts.Check(ts.Exec("ffprobe", "-v", "error", "-count_frames", "-select_streams", "v",
		"-show_entries", "stream=width,height,r_frame_rate,nb_read_frames", "-of", "csv=p=0", ts.MkAbs(args[0])))
	if got := strings.TrimSpace(ts.ReadFile("stdout")); got != want {
		ts.Fatalf("ffprobe reads %s, the report says %s", got, want)
	}
	if text := ts.ReadFile("stderr"); text != "" {
		ts.Fatalf("ffprobe complains: %s", text)
	}
}
