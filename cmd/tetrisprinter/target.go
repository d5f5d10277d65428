package main

import (
	"cmp"
	"errors"
	"image/color"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/exchange"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// aim sets what the target decides: the field, the colours with their
// tetrominoes, and that the number of pixels is made to suit the field. Flags
// that say otherwise are refused.
func (c *conversion) aim() error {
	if c.target == "" {
		return nil
	}
	fixed := c.target.Palette() != plan.Palette{}
	for _, flag := range c.given() {
		if flag == "field" || fixed && slices.Contains([]string{"map", "palette", "colors-on", "method"}, flag) {
			return usage("leave one of them out", "--target %s decides what --%s does", c.target, flag)
		}
	}
	c.field.width, c.field.height = c.target.Field()
	c.picture.fixParity = true
	if fixed {
		c.dense.carrying = carryingsOf(c.target.Palette())
		c.picture.options.Palette = paletteOf(c.dense.carrying)
	} else if c.picture.options.Colors == 0 {
		l := c.limits(c.field)
		c.picture.options.Colors = cmp.Or(l.FitColors, l.MaxColors)
	}
	return nil
}

// carryingsOf returns the colours of palette with the tetrominoes that have them.
func carryingsOf(palette plan.Palette) (list carryings) {
	for t := tetris.I; t <= tetris.L; t++ {
		i := slices.IndexFunc(list, func(m converter.Carrying) bool { return m.Color == palette[t] })
		if i < 0 {
			i = len(list)
			list = append(list, converter.Carrying{Color: palette[t]})
		}
		list[i].Tetrominoes = append(list[i].Tetrominoes, t)
	}
	return list
}

// paletteOf returns the colours of which single pixels can be printed: O, S and Z
// leave pairs.
func paletteOf(list carryings) (colors []color.NRGBA) {
	for _, m := range list {
		if slices.ContainsFunc(m.Tetrominoes, func(t tetris.Tetromino) bool { return t != tetris.O && t != tetris.S && t != tetris.Z }) {
			colors = append(colors, m.Color)
		}
	}
	return colors
}

// aimed replaces the hint of a picture that is too large for the target, whose field no
// flag enlarges. That of an enlarged picture names no field.
func (c *conversion) aimed(err error) error {
	limit, large := errors.AsType[*sprites.LimitError](err)
	_, full := errors.AsType[*converter.FullRowError](err)
	if c.target == "" || !large && !full || large && limit.Scale > 1 {
		return err
	}
	return refused("shrink it with --fit", "%v; the field of %s is fixed", err, c.target)
}

// hits refuses a plan that the target can't play.
func (c *conversion) hits(p *plan.Plan) error {
	if c.target == "" {
		return nil
	}
	err := c.target.Check(p)
	if cannot, ok := errors.AsType[*exchange.RefusedError](err); ok {
		return refused("another --seed may find other pieces, and a lower picture has more room above", "%s can't play the plan that was found: %v", c.target, cannot)
	}
	return err
}
