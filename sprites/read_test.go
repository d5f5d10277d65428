package sprites

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
)

// read is Read of bytes, under the name "file".
func read(file []byte) (*Sprite, error) { return Read(bytes.NewReader(file), "file", nil) }

// encoded returns what encode writes.
func encoded(t testing.TB, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pngFile(t testing.TB, m image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, m) })
}

func bmpFile(t testing.TB, m image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return bmp.Encode(w, m) })
}

// alphaBMP returns m as a BMP with alpha, which only the longer headers have.
func alphaBMP(m *image.NRGBA) []byte {
	const infoLen, offset = 108, 14 + 108
	w, h := m.Rect.Dx(), m.Rect.Dy()
	file := []byte("BM")
	for _, v := range []int{0, 0, offset, infoLen, w, h, 1 | 32<<16, 3, 0, 0, 0, 0, 0, 0xff0000, 0xff00, 0xff, 0xff000000} {
		file = binary.LittleEndian.AppendUint32(file, uint32(v))
	}
	file = append(file, make([]byte, offset-len(file))...)
	for y := h - 1; y >= 0; y-- {
		for x := range w {
			c := m.NRGBAAt(x, y)
			file = append(file, c.B, c.G, c.R, c.A)
		}
	}
	return file
}

func jpegFile(t testing.TB, m image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return jpeg.Encode(w, m, nil) })
}

// paletted returns m with its colours in a palette, the first one transparent.
func paletted(m image.Image, s *Sprite) *image.Paletted {
	p := image.NewPaletted(m.Bounds(), color.Palette{color.NRGBA{}})
	for _, c := range s.Colors() {
		p.Palette = append(p.Palette, c.NRGBA)
	}
	draw.Draw(p, p.Rect, m, m.Bounds().Min, draw.Src)
	return p
}

// gifFile returns an animation on a screen of 8x6 pixels whose first frame is
// m and whose second one is full of white.
func gifFile(t testing.TB, m *image.Paletted) []byte {
	white := image.NewPaletted(image.Rect(0, 0, 8, 6), color.Palette{color.White})
	return encoded(t, func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{
			Image:  []*image.Paletted{m, white},
			Delay:  []int{5, 5},
			Config: image.Config{Width: 8, Height: 6},
		})
	})
}

// testdata returns a file of testdata. The WEBPs there are the built-in heart,
// written by libwebp: lossless.webp with a transparent border of 2 columns on
// the left, 1 on the right, 1 row on top and 2 below, alpha.webp as video with
// alpha, lossy.webp as video without, animated.webp in several frames.
func testdata(t testing.TB, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFormats(t *testing.T) {
	want := sample(t)
	frame := framed(want, 8, 6)
	indexed := paletted(frame, want)
	box := want.Image().Bounds().Add(want.Origin())
	moved := indexed.SubImage(box).(*image.Paletted)
	for _, test := range []struct {
		name, format string
		file         []byte
	}{
		{"png", "PNG", pngFile(t, frame)},
		{"indexed png", "PNG", pngFile(t, indexed)},
		{"gif", "GIF", gifFile(t, indexed)},
		{"gif with a frame inside the screen", "GIF", gifFile(t, moved)},
		{"bmp with alpha", "BMP", alphaBMP(frame)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := read(test.file)
			if err != nil {
				t.Fatal(err)
			}
			if describe(got) != describe(want) {
				t.Errorf("got\n%swant\n%s", describe(got), describe(want))
			}
			if got.Format() != test.format || got.Name() != "file" {
				t.Errorf("format %q, want %q; name %q, want file", got.Format(), test.format, got.Name())
			}
		})
	}
}

// TestOpaqueFormats reads formats that have no alpha: all is pixel.
func TestOpaqueFormats(t *testing.T) {
	s := mustParse(t, "r=dc2828 k=000000\nrrkrr\nrrrrk\nkkrrr\n")
	opaque := image.NewRGBA(image.Rect(0, 0, 5, 3))
	draw.Draw(opaque, opaque.Rect, s.Image(), image.Point{}, draw.Src)
	indexed := image.NewPaletted(opaque.Rect, color.Palette{color.NRGBA{0xdc, 0x28, 0x28, 255}, color.Black})
	draw.Draw(indexed, indexed.Rect, opaque, image.Point{}, draw.Src)
	for _, test := range []struct {
		name, format string
		file         []byte
	}{
		{"png", "PNG", pngFile(t, opaque)},
		{"bmp 24", "BMP", bmpFile(t, opaque)},
		{"bmp 8", "BMP", bmpFile(t, indexed)},
		{"gif", "GIF", gifFile(t, indexed)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := read(test.file)
			if err != nil {
				t.Fatal(err)
			}
			if describe(got) != describe(s) || got.Format() != test.format {
				t.Errorf("got %s\n%swant %s\n%s", got.Format(), describe(got), test.format, describe(s))
			}
		})
	}
}

// TestSmallBMP reads a BMP of 1 bit a pixel, which stores its rows from the
// bottom up.
func TestSmallBMP(t *testing.T) {
	header := binary.LittleEndian.AppendUint32([]byte("BM"), 0)
	for _, v := range []uint32{0, 62, 40, 9, 2, 1 | 1<<16, 0, 0, 0, 0, 0, 0, 0x283cc8, 0xdc2828} {
		header = binary.LittleEndian.AppendUint32(header, v)
	}
	file := append(header, 0b00000000, 0b10000000, 0, 0, 0b10101010, 0b00000000, 0, 0)
	want := "b=dc2828 r=283cc8\nbrbrbrbrr\nrrrrrrrrb\n"
	got, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := mustParse(t, want); describe(got) != describe(want) {
		t.Errorf("got\n%swant\n%s", describe(got), describe(want))
	}
}

// TestJPEG holds that a JPEG is all pixels, and that the refusal of its smeared
// colours says where they come from.
func TestJPEG(t *testing.T) {
	s, err := read(jpegFile(t, framed(sample(t), 8, 6)))
	if err != nil {
		t.Fatal(err)
	}
	if s.Format() != "JPEG" || s.Width() != 8 || s.Height() != 6 || s.Pixels() != 48 {
		t.Errorf("%s of %dx%d, %d pixels; want JPEG of 8x6, 48 pixels", s.Format(), s.Width(), s.Height(), s.Pixels())
	}
	var colors *ColorsError
	if err := classic.Check(s); !errors.As(err, &colors) || !strings.Contains(colors.Hint(), "JPEG smears colours") {
		t.Errorf("got %v", err)
	}
}

func TestWEBP(t *testing.T) {
	want, err := Builtin("heart")
	if err != nil {
		t.Fatal(err)
	}
	lossless, err := read(testdata(t, "lossless.webp"))
	if err != nil {
		t.Fatal(err)
	}
	if drawing(lossless) != drawing(want) || lossless.At(3, 2) != want.At(3, 2) || lossless.Origin() != image.Pt(2, 1) {
		t.Errorf("lossless: got\n%swant at (2,1)\n%s", describe(lossless), describe(want))
	}
	alpha, err := read(testdata(t, "alpha.webp"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := shape(alpha), shape(want); got != want {
		t.Errorf("alpha: got\n%swant\n%s", got, want)
	}
	lossy, err := read(testdata(t, "lossy.webp"))
	if err != nil {
		t.Fatal(err)
	}
	if n := want.Width() * want.Height(); lossy.Pixels() != n || lossy.Format() != "WEBP" {
		t.Errorf("lossy: %d pixels of %s, want %d of WEBP", lossy.Pixels(), lossy.Format(), n)
	}
}

// shape returns the rows of s in one colour.
func shape(s *Sprite) string {
	m := image.NewNRGBA(s.Image().Bounds())
	for y := range s.Height() {
		for x := range s.Width() {
			if s.Filled(x, y) {
				m.SetNRGBA(x, y, color.NRGBA{A: 255})
			}
		}
	}
	flat, err := FromImage(m, "", nil)
	if err != nil {
		panic(err)
	}
	return drawing(flat)
}

// pngHeader returns a PNG that says it has that size and then ends.
func pngHeader(width, height int) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = binary.BigEndian.AppendUint32(header, uint32(height))
	chunk(&b, "IHDR", append(header, 8, pngAlpha, 0, 0, 0))
	chunk(&b, "IDAT", nil)
	return b.Bytes()
}

// gifHeader returns a GIF that says it has that size and then ends.
func gifHeader(width, height int) []byte {
	b := binary.LittleEndian.AppendUint16([]byte("GIF89a"), uint16(width))
	return append(binary.LittleEndian.AppendUint16(b, uint16(height)), 0, 0, 0)
}

const notPicture = "file is not a PNG, GIF, BMP, WEBP or JPEG picture"

type refusal struct {
	file []byte
	want string // the error
}

// refusals are files that are no sprites, and the reasons.
func refusals(t testing.TB) map[string]refusal {
	whole := pngFile(t, framed(sample(t), 8, 6))
	half := framed(sample(t), 8, 6)
	half.SetNRGBA(7, 5, color.NRGBA{1, 2, 3, 127})
	compressed := bmpFile(t, half)
	compressed[30] = 1
	animation := bytes.ReplaceAll(testdata(t, "animated.webp"), []byte("ANMF"), []byte("none"))
	return map[string]refusal{
		"empty":               {nil, "file is empty"},
		"text":                {[]byte("a heart, please\n"), notPicture},
		"text like BMP":       {[]byte("BMW is a car\n"), notPicture},
		"sound like WEBP":     {[]byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00"), notPicture},
		"one byte":            {[]byte{0x89}, notPicture},
		"cut in the magic":    {whole[:7], notPicture},
		"cut in the header":   {whole[:20], "file is damaged or cut short, it can't be read as PNG: unexpected EOF"},
		"cut in the pixels":   {whole[:60], "file is damaged or cut short, it can't be read as PNG: png: invalid format: not enough pixel data"},
		"cut before the end":  {whole[:len(whole)-12], "file is damaged or cut short, it can't be read as PNG: unexpected EOF"},
		"damaged":             {bytes.Replace(whole, []byte("IDAT"), []byte("IDAX"), 1), "file is damaged or cut short, it can't be read as PNG: png: invalid format: invalid checksum"},
		"gif cut short":       {gifHeader(8, 6), "file is damaged or cut short, it can't be read as GIF: gif: reading frames: unexpected EOF"},
		"bmp cut short":       {bmpFile(t, half)[:60], "file is damaged or cut short, it can't be read as BMP: unexpected EOF"},
		"bmp compressed":      {compressed, "file is a BMP of a kind that isn't read: bmp: unsupported BMP image"},
		"jpeg cut short":      {jpegFile(t, half)[:300], "file is damaged or cut short, it can't be read as JPEG: unexpected EOF"},
		"webp cut short":      {testdata(t, "lossless.webp")[:60], "file is damaged or cut short, it can't be read as WEBP: unexpected EOF"},
		"webp without frames": {animation, "file is damaged or cut short, it can't be read as WEBP: webp: invalid animation"},
		"900 megapixels":      {pngHeader(30000, 30000), "file is 30000x30000 pixels, 900 megapixels, at most 16 are read"},
		"a line too many":     {pngHeader(4000, 4001), "file is 4000x4001 pixels, 16.1 megapixels, at most 16 are read"},
		"overflowing":         {pngHeader(1<<31-1, 1), "file is 2147483647x1 pixels, 2147.5 megapixels, at most 16 are read"},
		"gif of 65535x65535":  {gifHeader(65535, 65535), "file is 65535x65535 pixels, 4294.9 megapixels, at most 16 are read"},
		"png 0 wide":          {pngHeader(0, 5), "file is damaged or cut short, it can't be read as PNG: png: invalid format: non-positive dimension"},
		"gif 0 wide":          {gifHeader(0, 5), "file is 0x5 pixels, there is nothing in it"},
		"gif 0 high":          {gifHeader(5, 0), "file is 5x0 pixels, there is nothing in it"},
		"half transparent":    {pngFile(t, half), "file has a half-transparent pixel at (7, 5): its alpha is 127, only 0 (empty) and 255 (a pixel) are accepted"},
		"nothing but colours": {pngFile(t, emptied(half)), "file has no pixels: all of its 8x6 are transparent, a sprite has at least 1"},
	}
}

// emptied returns m with alpha 0 everywhere and its colours under it.
func emptied(m *image.NRGBA) *image.NRGBA {
	c := *m
	c.Pix = bytes.Clone(m.Pix)
	for i := 3; i < len(c.Pix); i += 4 {
		c.Pix[i] = 0
	}
	return &c
}

func TestReadRefuses(t *testing.T) {
	for name, test := range refusals(t) {
		t.Run(name, func(t *testing.T) {
			_, err := read(test.file)
			checkRefusal(t, err, test.want)
		})
	}
}

// TestTruncated cuts a picture of every format at every length: it is refused,
// or the cut took only what isn't needed.
func TestTruncated(t *testing.T) {
	s := sample(t)
	frame := framed(s, 8, 6)
	for name, file := range map[string][]byte{
		"PNG":  pngFile(t, frame),
		"GIF":  gifFile(t, paletted(frame, s)),
		"BMP":  bmpFile(t, frame),
		"JPEG": jpegFile(t, frame),
		"WEBP": testdata(t, "alpha.webp"),
	} {
		whole, err := read(file)
		if err != nil {
			t.Fatal(name, err)
		}
		for n := range file {
			cut, err := read(file[:n])
			if err == nil && describe(cut) != describe(whole) {
				t.Errorf("%s cut to %d of %d bytes is read as\n%s", name, n, len(file), describe(cut))
			}
			if err != nil && !errors.Is(err, ErrRefused) {
				t.Errorf("%s cut to %d bytes: %v is no refusal", name, n, err)
			}
		}
	}
}

func TestSizeLimitIsInclusive(t *testing.T) {
	if err := checkSize("file", 4000, 4000); err != nil {
		t.Error(err)
	}
	if err := checkSize("file", 16_000_001, 1); err == nil {
		t.Error("16,000,001 pixels are accepted")
	}
}

// TestHeaderFirst holds that a picture is refused before it is decoded: of the
// endless one here only the beginning is read.
func TestHeaderFirst(t *testing.T) {
	src := &counter{r: io.MultiReader(bytes.NewReader(pngHeader(30000, 30000)), endless{})}
	_, err := Read(src, "file", nil)
	var size *SizeError
	if !errors.As(err, &size) || size.Width != 30000 || size.Height != 30000 {
		t.Errorf("got %v", err)
	}
	if src.n > 1<<16 {
		t.Errorf("%d bytes read", src.n)
	}
}

// TestEndless holds that no stream is read forever.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 256 MB")
	}
	// A text chunk of 2 GB stands between the header and the pixels.
	start := append(pngHeader(8, 8)[:33], 0x7f, 0, 0, 0, 't', 'E', 'X', 't')
	_, err := Read(io.MultiReader(bytes.NewReader(start), endless{}), "file", nil)
	checkRefusal(t, err, "file is longer than 256 MB, the most that is read: too long")
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type counter struct {
	r io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// TestBrokenInput holds that a failing stream isn't taken for a bad picture.
func TestBrokenInput(t *testing.T) {
	broken := errors.New("the disk is gone")
	whole := pngFile(t, framed(sample(t), 8, 6))
	for _, n := range []int{0, 3, 20, 60} {
		_, err := Read(io.MultiReader(bytes.NewReader(whole[:n]), failing{broken}), "file", nil)
		if !errors.Is(err, broken) || errors.Is(err, ErrRefused) {
			t.Errorf("after %d bytes: got %v, want %v", n, err, broken)
		}
		if got, want := fmt.Sprint(err), "reading file: the disk is gone"; got != want {
			t.Errorf("after %d bytes: got %q, want %q", n, got, want)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	want := sample(t)
	path := filepath.Join(dir, "wrongly-named.gif")
	if err := os.WriteFile(path, pngFile(t, framed(want, 8, 6)), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if describe(got) != describe(want) || got.Name() != path || got.Format() != "PNG" {
		t.Errorf("got %s, %s\n%swant %s, PNG\n%s", got.Name(), got.Format(), describe(got), path, describe(want))
	}

	_, err = Open(dir, nil)
	checkRefusal(t, err, dir+" is a folder, not a picture")

	_, err = Open(filepath.Join(dir, "none.png"), nil)
	if !errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrRefused) {
		t.Errorf("a missing file: got %v", err)
	}

	heart, err := Open("sprite:heart", nil)
	if err != nil || heart.Name() != "sprite:heart" {
		t.Errorf("sprite:heart: got %v, %v", heart, err)
	}
}
