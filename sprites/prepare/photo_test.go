package prepare

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// smooth is a picture of 60x44 pixels with thousands of colours: two lights
// that fade over a ground that does. Its values are integers, so it is the same
// everywhere.
func smooth() *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, 60, 44))
	light := func(x, y, cx, cy, reach int) int {
		d := (x-cx)*(x-cx) + (y-cy)*(y-cy)
		return max(255-d*255/(reach*reach), 0)
	}
	for y := range 44 {
		for x := range 60 {
			a, b := light(x, y, 15, 12, 18), light(x, y, 44, 30, 14)
			m.SetNRGBA(x, y, color.NRGBA{
				uint8(min(4*x/3+a, 255)),
				uint8(min(3*y+a/2+b/3, 255)),
				uint8(min(200-3*y+b, 255)),
				255,
			})
		}
	}
	return m
}

// photo returns the smooth picture as a JPEG.
func photo(t testing.TB) *sprites.Picture {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, smooth(), nil); err != nil {
		t.Fatal(err)
	}
	p, err := sprites.ReadPicture(&file, "file")
	if err != nil {
		t.Fatal(err)
	}
	return p
}
