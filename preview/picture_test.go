package preview

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func TestBeside(t *testing.T) {
	printed := drawn("rg .r")
	for _, test := range []struct {
		name     string
		original *image.NRGBA
		left     image.Point // size of the original in the picture
	}{
		{"of the same size", drawn("rg .r"), image.Pt(64, 64)},
		{"larger", enlarged(drawn("rg .r"), 100), image.Pt(64, 64)},
		{"smaller", drawn("r"), image.Pt(64, 64)},
		{"wide", drawn("rrrrrrrrrr"), image.Pt(120, 12)},
		{"very wide", enlarged(drawn("rrrrrrrrrr"), 30), image.Pt(128, 12)},
		{"very high", enlarged(drawn("r r r r r r r r"), 30), image.Pt(8, 64)},
	} {
		both := Beside(test.original, printed)
		if want := image.Rect(0, 0, test.left.X+gap+64, 64); both.Rect != want {
			t.Errorf("%s: %v, want %v", test.name, both.Rect, want)
			continue
		}
		top := (64 - test.left.Y) / 2
		for y := range 64 {
			for x := range test.left.X + gap {
				want := color.NRGBA{}
				if y >= top && y < top+test.left.Y && x < test.left.X {
					r := test.original.Rect
					want = test.original.NRGBAAt(x*r.Dx()/test.left.X, (y-top)*r.Dy()/test.left.Y)
				}
				if got := both.NRGBAAt(x, y); got != want {
					t.Fatalf("%s: (%d, %d) is %v, want %v", test.name, x, y, got, want)
				}
			}
			for x := range 64 {
				if got, want := both.NRGBAAt(test.left.X+gap+x, y), printed.NRGBAAt(x/32, y/32); got != want {
					t.Fatalf("%s: (%d, %d) of the print is %v, want %v", test.name, x, y, got, want)
				}
			}
		}
	}
}

func TestCellSize(t *testing.T) {
	for size, want := range map[image.Point]int{
		{1, 1}: 32, {16, 16}: 32, {17, 32}: 16, {64, 64}: 8, {256, 240}: 2, {512, 9}: 1, {600, 9}: 1,
	} {
		if got := cellSize(size); got != want {
			t.Errorf("%v: cells of %d, want %d", size, got, want)
		}
	}
}

func TestWriteBeside(t *testing.T) {
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := WriteBeside(b, drawn("rg"), drawn("gr")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the second file differs")
	}
	m, err := png.Decode(&first)
	if err != nil || m.Bounds() != Beside(drawn("rg"), drawn("gr")).Rect {
		t.Errorf("got %v, %v", m, err)
	}
}
