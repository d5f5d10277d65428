package preview

import (
	"image"
	"image/draw"
	"image/png"
	"io"

	"github.com/disintegration/imaging"
)

const (
	// side is what the longer side of the print is enlarged to, if a whole
	// number does it, in pixels of the PNG.
	side = 512

	// maxCell is the greatest size of one pixel of the print.
	maxCell = 32

	// gap lies between the two pictures.
	gap = 16
)

// Beside returns the original on the left and what is printed on the right,
// with one pixel or cell for a pixel each. What is printed is enlarged to up to
// 512 pixels, sharply. The original is enlarged by a whole number or shrunk
// until it is about as high, and at most twice as wide. Empty cells and the
// space between have alpha 0. Neither picture may be empty.
func Beside(original, printed *image.NRGBA) *image.NRGBA {
	right := enlarged(printed, cellSize(printed.Rect.Size()))
	w, h := right.Rect.Dx(), right.Rect.Dy()
	left := fitted(original, 2*max(w, h), h)
	both := image.NewNRGBA(image.Rect(0, 0, left.Rect.Dx()+gap+w, max(left.Rect.Dy(), h)))
	place(both, left, 0)
	place(both, right, left.Rect.Dx()+gap)
	return both
}

// WriteBeside writes the picture of [Beside] as a PNG. It returns the first
// error of w.
func WriteBeside(w io.Writer, original, printed *image.NRGBA) error {
	return png.Encode(w, Beside(original, printed))
}

func cellSize(printed image.Point) int {
	return min(max(side/max(printed.X, printed.Y), 1), maxCell)
}

func enlarged(m *image.NRGBA, k int) *image.NRGBA {
	return imaging.Resize(m, m.Rect.Dx()*k, m.Rect.Dy()*k, imaging.NearestNeighbor)
}

// fitted returns m enlarged as much as fits, or shrunk until it does.
func fitted(m *image.NRGBA, width, height int) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if k := min(width/w, height/h); k > 0 {
		return enlarged(m, k)
	}
	if w*height > h*width {
		height = max(h*width/w, 1)
	} else {
		width = max(w*height/h, 1)
	}
	return imaging.Resize(m, width, height, imaging.Box)
}

// place draws m into both from column x on, in the middle of its height.
func place(both, m *image.NRGBA, x int) {
	at := image.Pt(x, (both.Rect.Dy()-m.Rect.Dy())/2)
	draw.Draw(both, m.Rect.Add(at), m, image.Point{}, draw.Src)
}
