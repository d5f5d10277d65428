package exchange

import (
	"errors"
	"image/color"
	"io"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Target is a program that prints are made for.
type Target string

// The targets.
const (
	TargetFumen  Target = "fumen"  // diagrams, in the colours of the guideline
	TargetSeigot Target = "seigot" // the game seigot/tetris, in any colours
	TargetSRS    Target = "srs"    // guideline games
	TargetNES    Target = "nes"    // the game of 1989, in the colours of its first level
	TargetFahey  Target = "fahey"  // Standard Tetris, in any colours
)

// Targets returns all targets.
func Targets() []Target {
	return []Target{TargetFumen, TargetSeigot, TargetSRS, TargetNES, TargetFahey}
}

// ParseTarget returns the target of that name, or an error that lists them.
func ParseTarget(name string) (Target, error) { return parse(name, "target", Targets()) }

// Field returns the size of the target's field in cells.
func (t Target) Field() (width, height int) {
	switch t {
	case TargetFumen, TargetSeigot:
		return 10, 22
	default:
		return 10, 20
	}
}

// Palette returns the colours that the target gives the tetrominoes. It is the
// zero palette if they can have any.
func (t Target) Palette() plan.Palette {
	switch t {
	case TargetFumen, TargetSRS:
		return fumenPalette()
	case TargetNES:
		white, blue, light := color.NRGBA{0xff, 0xff, 0xff, 255}, color.NRGBA{0x00, 0x58, 0xf8, 255}, color.NRGBA{0x3c, 0xbc, 0xfc, 255}
		return plan.Palette{
			tetris.I: white, tetris.O: white, tetris.T: white,
			tetris.J: blue, tetris.S: blue,
			tetris.L: light, tetris.Z: light,
		}
	}
	return plan.Palette{}
}

// Check returns nil if the target can play p, or a [*RefusedError] or a
// [*plan.ReplayError].
func (t Target) Check(p *plan.Plan) error {
	switch t {
	case TargetFumen:
		return WriteFumen(io.Discard, p, nil)
	case TargetSeigot, TargetSRS, TargetNES, TargetFahey:
		return WriteKeys(io.Discard, p, Rules(t), KeyText)
	}
	return errors.New("exchange: there is no target " + string(t))
}
