package preview

import (
	"errors"
	"image"
	"image/color"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// ErrEmpty reports that a plan leaves no cell in the field.
var ErrEmpty = errors.New("preview: the plan prints nothing")

// uncolored is how a tetromino looks that has none of the sprite's colours. A
// good plan leaves none of them.
var uncolored = color.NRGBA{128, 128, 128, 255}

// OfPlan replays p on an empty field and returns the cells that are left, one
// pixel for a cell, cropped to their box; empty cells have alpha 0. It returns
// the error of [plan.Plan.Run], or [ErrEmpty].
func OfPlan(p *plan.Plan) (*image.NRGBA, error) {
	r, err := p.Run()
	if err != nil {
		return nil, err
	}
	box := r.Box()
	if box.Empty() {
		return nil, ErrEmpty
	}
	m := image.NewNRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		for x := range box.Dx() {
			t := r.Field.At(box.Min.X+x, box.Max.Y-1-y)
			if t == tetris.None {
				continue
			}
			c := p.Palette[t]
			if c.A == 0 {
				c = uncolored
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m, nil
}
