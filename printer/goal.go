package printer

import (
	"image"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// A goalPicture says how the sprite is drawn beside the field or at the end.
type goalPicture struct {
	size   image.Point     // of the whole picture
	room   image.Rectangle // where in it the sprite goes
	ground uint8           // ink around the sprite
	grid   int             // see fitting
	skin   string
}

// draw draws the stack in the frame as large as it fits into the room, in the
// middle.
func (g *goalPicture) draw(fr *frame) *image.Paletted {
	m := image.NewPaletted(image.Rectangle{Max: g.size}, nil)
	fillRect(m, m.Rect, g.ground)
	box := stackBox(fr)
	if box.Empty() {
		return m
	}
	size := fitting(box.Size(), g.room.Size(), g.grid)
	at := centred(size, g.room, g.grid)
	// A cell covers the pixels from x*size/cells to (x+1)*size/cells: all the
	// same number, or none for some cells if there are more cells than pixels.
	for y := range box.Dy() {
		for x := range box.Dx() {
			r := image.Rect(x*size.X/box.Dx(), y*size.Y/box.Dy(), (x+1)*size.X/box.Dx(), (y+1)*size.Y/box.Dy())
			if t := fr.row(box.Max.Y - 1 - y)[box.Min.X+x]; t != tetris.None && !r.Empty() {
				drawBlock(m.SubImage(r.Add(at)).(*image.Paletted), g.skin, t)
			}
		}
	}
	return m
}

// JPEG keeps colours for squares of 2 pixels, and squares of 8 of one colour cost
// next to nothing.
const (
	goalGrid = 8
	zoomGrid = 2
)

// fitting returns the size in pixels of a picture of so many cells that is as
// large as fits into room, with square cells. If there are pixels for that, their
// sides are whole, even, and multiples of grid.
func fitting(cells, room image.Point, grid int) image.Point {
	side := min(room.X/cells.X, room.Y/cells.Y)
	for _, g := range []int{grid, 2, 1} {
		if side >= g {
			return cells.Mul(side - side%g)
		}
	}
	if cells.X*room.Y > cells.Y*room.X {
		return image.Pt(room.X, max(1, cells.Y*room.X/cells.X))
	}
	return image.Pt(max(1, cells.X*room.Y/cells.Y), room.Y)
}

// centred returns the point, on the grid, where something of that size is in the
// middle of r.
func centred(size image.Point, r image.Rectangle, grid int) image.Point {
	middle := func(low, high, size int) int {
		at := (low + high - size) / 2
		return max(low, at-at%grid)
	}
	return image.Pt(middle(r.Min.X, r.Max.X, size.X), middle(r.Min.Y, r.Max.Y, size.Y))
}

// stackBox returns the cells that hold the stack.
func stackBox(fr *frame) (box image.Rectangle) {
	for y := range fr.height {
		for x, t := range fr.row(y) {
			if t != tetris.None {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}
