package prepare

import (
	"bytes"
	"fmt"
	"image"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// view is a part of a picture on its way to a sprite. Its pixels may still be
// half-transparent.
type view struct {
	img      *image.NRGBA    // from (0, 0), without space between its rows
	part     image.Rectangle // of the original that img shows
	name     string
	format   string
	frame    int
	tile     int // -1 if it is none
	unscaled int

	firstFilled func() int // as Options.firstFilled
}

// cut returns the part of v inside r.
func (v view) cut(r image.Rectangle) view {
	k := image.Pt(v.part.Dx()/v.img.Rect.Dx(), v.part.Dy()/v.img.Rect.Dy()) // whole: v was unscaled at most
	v.part = image.Rect(r.Min.X*k.X, r.Min.Y*k.Y, r.Max.X*k.X, r.Max.Y*k.Y).Add(v.part.Min)
	m := image.NewNRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(m.Pix[y*m.Stride:(y+1)*m.Stride], v.img.Pix[v.img.PixOffset(r.Min.X, r.Min.Y+y):])
	}
	v.img = m
	return v
}

// explain adds to the refusal of an empty picture which frame isn't.
func (v view) explain(err error) error {
	if empty, ok := err.(*sprites.EmptyError); ok && v.tile < 0 && empty.MaxAlpha == 0 {
		empty.Filled = v.firstFilled()
	}
	return err
}

func copyOf(m *image.NRGBA) *image.NRGBA {
	c := *m
	c.Pix = bytes.Clone(m.Pix)
	return &c
}

// cut yields the parts of a frame that the options ask for. It returns false
// after an error or if no more are wanted.
func (o *Options) cut(v view, yield func(view, error) bool) bool {
	if !o.Crop.Empty() {
		if !o.Crop.In(v.img.Rect) {
			yield(v, &CropError{Name: v.name, Crop: o.Crop, Width: v.img.Rect.Dx(), Height: v.img.Rect.Dy()})
			return false
		}
		v = v.cut(o.Crop)
	}
	if o.Tile == (image.Point{}) {
		return yield(v, nil)
	}
	// Tiles lie on the grid of the sheet, so that is unscaled as a whole.
	if o.Unscale {
		k, err := findScale(v.img, v.name, v.part)
		if err != nil {
			yield(v, err)
			return false
		}
		v.img, v.unscaled = sampled(v.img, k), k
	}
	return o.cutTiles(v, yield)
}

// cutTiles yields one tile of a sheet, or all of them.
func (o *Options) cutTiles(v view, yield func(view, error) bool) bool {
	size := v.img.Rect.Size()
	n := image.Pt(size.X/o.Tile.X, size.Y/o.Tile.Y)
	fault := &TileError{
		Name: v.name, Tile: o.Tile, Index: -1, Width: size.X, Height: size.Y,
		Sheet: v.part, Scale: v.unscaled,
	}
	if n.X*o.Tile.X != size.X || n.Y*o.Tile.Y != size.Y {
		yield(v, fault)
		return false
	}
	first, end := o.Index, o.Index+1
	if o.All {
		first, end = 0, n.X*n.Y
	}
	for i := first; i < end; i++ {
		if i >= n.X*n.Y {
			fault.Index = i
			yield(v, fault)
			return false
		}
		at := image.Pt(i%n.X*o.Tile.X, i/n.X*o.Tile.Y)
		tile := v.cut(image.Rectangle{at, at.Add(o.Tile)})
		tile.name, tile.tile = fmt.Sprintf("%s tile %d", v.name, i), i
		if !yield(tile, nil) {
			return false
		}
	}
	return true
}
