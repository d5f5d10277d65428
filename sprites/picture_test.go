package sprites

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"testing"
)

var (
	red   = color.NRGBA{0xdc, 0x28, 0x28, 255}
	green = color.NRGBA{0x28, 0xb4, 0x3c, 255}
	blue  = color.NRGBA{0x28, 0x3c, 0xc8, 255}
)

func readPicture(t testing.TB, file []byte) *Picture {
	t.Helper()
	p, err := ReadPicture(bytes.NewReader(file), "file")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// frameDrawing draws a frame of up to three colours: r, g, b, '.' for
// transparent, '?' for anything else.
func frameDrawing(m *image.NRGBA) string {
	letters := map[color.NRGBA]byte{{}: '.', red: 'r', green: 'g', blue: 'b'}
	var rows []string
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		var row []byte
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			letter, ok := letters[m.NRGBAAt(x, y)]
			if !ok {
				letter = '?'
			}
			row = append(row, letter)
		}
		rows = append(rows, string(row))
	}
	return strings.Join(rows, " ")
}

// gifFrame returns a frame of one colour with the transparent pixels named.
func gifFrame(r image.Rectangle, c color.NRGBA, holes ...image.Point) *image.Paletted {
	m := image.NewPaletted(r, color.Palette{c, color.NRGBA{}})
	for _, p := range holes {
		m.SetColorIndex(p.X, p.Y, 1)
	}
	return m
}

// motionGIF returns a GIF of 4x2 pixels whose six frames end in every way.
func motionGIF(t testing.TB) []byte {
	const none, keep, clear, back = 0, gif.DisposalNone, gif.DisposalBackground, gif.DisposalPrevious
	all := image.Rect(0, 0, 4, 2)
	return encoded(t, func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{
			Image: []*image.Paletted{
				gifFrame(all, red, image.Pt(3, 0), image.Pt(3, 1)),
				gifFrame(image.Rect(0, 0, 2, 1), green, image.Pt(1, 0)),
				gifFrame(image.Rect(1, 1, 4, 2), blue),
				gifFrame(image.Rect(0, 0, 1, 1), blue),
				gifFrame(image.Rect(2, 0, 4, 2), green, image.Pt(3, 1)),
				gifFrame(image.Rect(0, 1, 1, 2), green),
			},
			Disposal: []byte{none, keep, back, clear, clear, keep},
			Delay:    make([]int, 6),
			Config:   image.Config{Width: 4, Height: 2, ColorModel: color.Palette{red, green}},
		})
	})
}

var motionGIFFrames = []string{
	"rrr. rrr.",
	"grr. rrr.", // a transparent pixel shows what was there
	"grr. rbbb",
	"brr. rrr.", // the third frame is taken back
	".rgg rrg.", // the fourth is cleared
	".r.. gr..", // the fifth is cleared
}

func TestFramesOfGIF(t *testing.T) {
	p := readPicture(t, motionGIF(t))
	checkMotion(t, p, motionGIFFrames)
}

// checkMotion checks the frames of p, in order and one by one.
func checkMotion(t *testing.T, p *Picture, want []string) {
	t.Helper()
	if p.Frames() != len(want) {
		t.Fatalf("%d frames, want %d", p.Frames(), len(want))
	}
	i := 0
	for m, err := range p.All() {
		if err != nil {
			t.Fatal(err)
		}
		if got := frameDrawing(m); got != want[i] {
			t.Errorf("frame %d is %s, want %s", i, got, want[i])
		}
		alone, err := p.Frame(i)
		if err != nil {
			t.Fatal(err)
		}
		if got := frameDrawing(alone); got != want[i] {
			t.Errorf("frame %d alone is %s, want %s", i, got, want[i])
		}
		i++
	}
	for _, i := range []int{-1, len(want)} {
		var frame *FrameError
		if _, err := p.Frame(i); !errors.As(err, &frame) || frame.Frames != len(want) || frame.Frame != i {
			t.Errorf("frame %d: got %v", i, err)
		}
	}
}

// TestSplitGIF compares the frames that are cut out with those of the decoder
// that keeps them all.
func TestSplitGIF(t *testing.T) {
	file := motionGIF(t)
	g := gifScanner{rest: file[gifHeaderLen+colorTable(file[gifHeaderLen-3]):]}
	_, block, _ := g.image()
	at := bytes.Index(file, block)
	for name, file := range map[string][]byte{
		"as written": file,
		// A comment stands between the first frame and its control.
		"comment": insert(file, at, []byte("\x21\xfe\x05hello\x00")),
	} {
		whole, err := gif.DecodeAll(bytes.NewReader(file))
		if err != nil {
			t.Fatal(name, err)
		}
		parts := splitGIF(file)
		if len(parts) != len(whole.Image) {
			t.Fatalf("%s: %d parts, want %d", name, len(parts), len(whole.Image))
		}
		for i, f := range parts {
			got, err := f.decode()
			if err != nil {
				t.Fatalf("%s: frame %d: %v", name, i, err)
			}
			want := whole.Image[i]
			if got.Bounds() != want.Rect || !bytes.Equal(got.(*image.Paletted).Pix, want.Pix) {
				t.Errorf("%s: frame %d is %v, want %v", name, i, got.Bounds(), want.Rect)
			}
			if ends := map[byte]disposal{gif.DisposalBackground: cleared, gif.DisposalPrevious: restored}; f.after != ends[whole.Disposal[i]] {
				t.Errorf("%s: frame %d ends %d, want %d", name, i, f.after, whole.Disposal[i])
			}
		}
	}
}

func insert(file []byte, at int, what []byte) []byte {
	return append(append(bytes.Clone(file[:at]), what...), file[at:]...)
}

// TestCutGIF cuts an animation at every length: what is left of it reads as the
// frames that are whole.
func TestCutGIF(t *testing.T) {
	file := motionGIF(t)
	most := 0
	for n := range file {
		p, err := ReadPicture(bytes.NewReader(file[:n]), "file")
		if err != nil {
			continue
		}
		most = max(most, p.Frames())
		i := 0
		for m, err := range p.All() {
			if err != nil {
				t.Fatalf("cut to %d bytes: %v", n, err)
			}
			if got := frameDrawing(m); got != motionGIFFrames[i] {
				t.Errorf("cut to %d bytes: frame %d is %s, want %s", n, i, got, motionGIFFrames[i])
			}
			i++
		}
	}
	if most != len(motionGIFFrames) {
		t.Errorf("at most %d frames, want %d", most, len(motionGIFFrames))
	}
}

// TestDamagedFrame holds that a damaged frame spares those before it.
func TestDamagedFrame(t *testing.T) {
	file := motionGIF(t)
	g := gifScanner{rest: file[gifHeaderLen+colorTable(file[gifHeaderLen-3]):]}
	var last []byte
	for _, block, ok := g.image(); ok; _, block, ok = g.image() {
		last = block
	}
	last[10+colorTable(last[9])] = 99 // bits a pixel
	p := readPicture(t, file)
	if _, err := p.Frame(4); err != nil {
		t.Error(err)
	}
	_, err := p.Frame(5)
	checkRefusal(t, err, "file has a frame 5 that is damaged: gif: pixel size in decode out of range: 99")
}

// motionWEBP returns a WEBP of 18x17 pixels that puts the built-in heart,
// 16x15 with its transparent border, in its four frames.
func motionWEBP(t testing.TB) []byte {
	// The chunk VP8L stands behind the 12 bytes of the file's head.
	heart := testdata(t, "lossless.webp")[12:]
	const replace, clear = 2, 1
	frames := []byte("ANIM\x06\x00\x00\x00\xff\xff\xff\xff\x00\x00")
	for _, f := range []struct{ x, y, flags byte }{{0, 0, 0}, {2, 2, 0}, {2, 2, replace | clear}, {0, 0, 0}} {
		data := []byte{f.x / 2, 0, 0, f.y / 2, 0, 0, 15, 0, 0, 14, 0, 0, 50, 0, 0, f.flags}
		data = append(data, heart...)
		frames = append(frames, "ANMF"...)
		frames = binary.LittleEndian.AppendUint32(frames, uint32(len(data)))
		frames = append(frames, data...)
	}
	file := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(4+18+len(frames)))...)
	file = append(file, "WEBPVP8X\x0a\x00\x00\x00\x12\x00\x00\x00\x11\x00\x00\x10\x00\x00"...)
	return append(file, frames...)
}

func TestFramesOfWEBP(t *testing.T) {
	s, err := read(testdata(t, "lossless.webp"))
	if err != nil {
		t.Fatal(err)
	}
	heart := framed(s, 16, 15)
	clearHidden(heart)
	blank := func() *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, 18, 17)) }
	put := func(m *image.NRGBA, x, y int, op draw.Op) *image.NRGBA {
		draw.Draw(m, heart.Rect.Add(image.Pt(x, y)), heart, image.Point{}, op)
		return m
	}
	first := put(blank(), 0, 0, draw.Src)
	second := put(copyOf(first), 2, 2, draw.Over)
	third := put(copyOf(second), 2, 2, draw.Src)
	gone := copyOf(third)
	draw.Draw(gone, heart.Rect.Add(image.Pt(2, 2)), image.Transparent, image.Point{}, draw.Src)
	fourth := put(gone, 0, 0, draw.Over)
	p := readPicture(t, motionWEBP(t))
	if p.Frames() != 4 || p.Width() != 18 || p.Height() != 17 || p.Format() != "WEBP" {
		t.Fatalf("%d frames of %dx%d in %s, want 4 of 18x17 in WEBP", p.Frames(), p.Width(), p.Height(), p.Format())
	}
	for i, want := range []*image.NRGBA{first, second, third, fourth} {
		got, err := p.Frame(i)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("frame %d differs", i)
		}
	}
}

// TestAnimatedWEBP reads one that libwebp wrote, also with alpha beside video.
func TestAnimatedWEBP(t *testing.T) {
	p := readPicture(t, testdata(t, "animated.webp"))
	if p.Frames() < 2 {
		t.Errorf("%d frames, want several", p.Frames())
	}
	for m, err := range p.All() {
		if err != nil {
			t.Fatal(err)
		}
		if m.Rect.Dx() != p.Width() || m.Rect.Dy() != p.Height() {
			t.Errorf("a frame of %v in %dx%d", m.Rect, p.Width(), p.Height())
		}
	}
	s, err := p.Sprite(0, &Options{AlphaThreshold: 128})
	if err != nil {
		t.Fatal(err)
	}
	if heart, _ := Builtin("heart"); shape(s) != shape(heart) {
		t.Errorf("got\n%s", shape(s))
	}
	// The chunks of a still with alpha make a frame, too.
	alpha := testdata(t, "alpha.webp")
	width, height := uint24(alpha[24:])+1, uint24(alpha[27:])+1
	m, err := decodeWEBPFrame(width, height, alpha[30:])
	if err != nil || m.Bounds().Dx() != width || m.Bounds().Dy() != height {
		t.Errorf("got %v, %v, want %dx%d", m, err, width, height)
	}
}

func TestMixed(t *testing.T) {
	for _, test := range []struct{ below, c, want color.NRGBA }{
		{red, color.NRGBA{1, 2, 3, 0}, red},
		{color.NRGBA{}, color.NRGBA{1, 2, 3, 4}, color.NRGBA{1, 2, 3, 4}},
		{color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 51}, color.NRGBA{51, 51, 51, 255}},
		{color.NRGBA{0, 100, 200, 128}, color.NRGBA{200, 100, 0, 128}, color.NRGBA{134, 100, 66, 192}},
	} {
		if got := mixed(test.below, test.c); got != test.want {
			t.Errorf("%v over %v is %v, want %v", test.c, test.below, got, test.want)
		}
	}
}

// TestEmptyFrame holds that the refusal of an empty frame names one that isn't,
// and that it is.
func TestEmptyFrame(t *testing.T) {
	file := encoded(t, func(w io.Writer) error {
		nothing := image.NewPaletted(image.Rect(0, 0, 4, 2), color.Palette{color.NRGBA{}, red})
		return gif.EncodeAll(w, &gif.GIF{
			Image: []*image.Paletted{nothing, nothing, gifFrame(image.Rect(1, 0, 3, 1), green)},
			Delay: make([]int, 3),
		})
	})
	_, err := read(file)
	var empty *EmptyError
	if !errors.As(err, &empty) || empty.Filled != 2 {
		t.Fatalf("got %v, want frame 2 named", err)
	}
	s, err := readPicture(t, file).Sprite(empty.Filled, nil)
	if err != nil || drawing(s) != "aa\n" {
		t.Errorf("got %v, %v", s, err)
	}
}

func TestLongAnimation(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MB")
	}
	_, err := ReadPicture(io.MultiReader(bytes.NewReader(motionGIF(t)), endless{}), "file")
	checkRefusal(t, err, "file is a GIF of more than 64 MB, the most that is read of one")
}

// TestOpenPicture holds that a built-in sprite is a picture as well.
func TestOpenPicture(t *testing.T) {
	p, err := OpenPicture("sprite:heart")
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Sprite(0, nil)
	want, _ := Builtin("heart")
	if err != nil || describe(got) != describe(want) || got.Format() != "text" || got.Name() != "sprite:heart" {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := p.Frame(1); err == nil {
		t.Error("it has a second frame")
	}
	first, _ := p.Frame(0)
	clear(first.Pix)
	if again, err := p.Sprite(0, nil); err != nil || describe(again) != describe(want) {
		t.Error("a frame isn't a copy")
	}
}
