package prepare

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

var (
	red   = color.NRGBA{0xdc, 0x28, 0x28, 255}
	green = color.NRGBA{0x28, 0xb4, 0x3c, 255}
	blue  = color.NRGBA{0x28, 0x3c, 0xc8, 255}
	white = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{0, 0, 0, 255}

	letters = map[byte]color.NRGBA{'.': {}, 'r': red, 'g': green, 'b': blue, 'w': white, 'k': black}
)

// drawn returns the picture that the rows show, separated by spaces.
func drawn(rows string) *image.NRGBA {
	list := strings.Fields(rows)
	m := image.NewNRGBA(image.Rect(0, 0, len(list[0]), len(list)))
	for y, row := range list {
		for x := range len(row) {
			c, ok := letters[row[x]]
			if !ok || len(row) != len(list[0]) {
				panic("a wrong drawing: " + rows)
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

// drawing is the inverse of drawn; '?' is any other colour.
func drawing(m image.Image) string {
	var rows []string
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		row := bytes.Repeat([]byte{'?'}, b.Dx())
		for x := range row {
			for letter, c := range letters {
				if m.At(b.Min.X+x, y) == color.Color(c) {
					row[x] = letter
				}
			}
		}
		rows = append(rows, string(row))
	}
	return strings.Join(rows, " ")
}

// enlarged returns m with each pixel drawn kx by ky.
func enlarged(m *image.NRGBA, kx, ky int) *image.NRGBA {
	e := image.NewNRGBA(image.Rect(0, 0, m.Rect.Dx()*kx, m.Rect.Dy()*ky))
	for y := range e.Rect.Dy() {
		for x := range e.Rect.Dx() {
			e.SetNRGBA(x, y, m.NRGBAAt(x/kx, y/ky))
		}
	}
	return e
}

// pictureOf returns m by way of a PNG called "file".
func pictureOf(t testing.TB, m image.Image) *sprites.Picture {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	p, err := sprites.ReadPicture(&file, "file")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func spriteOf(t testing.TB, rows string) *sprites.Sprite {
	t.Helper()
	s, err := sprites.FromImage(drawn(rows), "drawing", nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// first is First of a drawing; it draws the result.
func first(t testing.TB, m image.Image, o *Options) string {
	t.Helper()
	r, err := First(pictureOf(t, m), o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return drawing(r.Sprite.Image())
}

// checkRefusal checks that err is a refusal, says want, and has a hint with
// these words.
func checkRefusal(t *testing.T, err error, want, hint string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", want)
	}
	if !errors.Is(err, sprites.ErrRefused) {
		t.Errorf("%v (%T) is no refusal", err, err)
	}
	if err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	hinted, ok := err.(interface{ Hint() string })
	if !ok {
		t.Fatalf("%T has no hint", err)
	}
	if got := hinted.Hint(); !strings.Contains(got, hint) {
		t.Errorf("hint %q, want %q in it", got, hint)
	}
}
