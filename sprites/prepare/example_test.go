package prepare_test

import (
	"fmt"
	"image"

	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
)

func Example() {
	p, err := sprites.OpenPicture("sprite:heart")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := prepare.First(p, &prepare.Options{Fit: image.Pt(40, 40), Colors: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%dx%d pixels\n", r.Sprite.Width(), r.Sprite.Height())
	for _, m := range r.Colors {
		fmt.Printf("%d of %s became %s, %.1f %% of black to white away\n",
			m.Count, sprites.FormatColor(m.From), sprites.FormatColor(m.To), float64(m.Far)*100/prepare.FarUnit)
	}
	// Output:
	// 39x36 pixels
	// 792 of #e8384f became #e8384f, 0.0 % of black to white away
	// 99 of #a51d3c became #e8384f, 15.0 % of black to white away
	// 45 of #ffd0d6 became #ffd0d6, 0.0 % of black to white away
}
