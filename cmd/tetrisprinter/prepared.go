package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/search"
	"github.com/tetrisprinter/tetrisprinter/search/dense"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// prepared is a sprite that is ready to be converted, and the field it is for.
type prepared struct {
	*prepare.Result
	field   fieldSize
	auto    bool             // the field was chosen for the sprite
	changes []prepare.Change // made for the parity of the pixels
	unasked int              // frames of an animation of which the first was taken unasked; else 0
}

// limits returns the bounds of what the method prints on a field.
func (c *conversion) limits(f fieldSize) sprites.Limits {
	return converter.Method(c.method).Limits(f.width, f.height)
}

// prepare makes the sprites that the command line asks for, at least one, and
// refuses the first that the field can't hold.
func (c *conversion) prepare(ctx context.Context, picture *sprites.Picture) ([]*prepared, error) {
	return await(ctx, func() (list []*prepared, err error) {
		list, err = c.unchecked(picture)
		for _, p := range list {
			if err := c.ready(p); err != nil {
				return nil, err
			}
		}
		return list, err
	})
}

// unchecked makes the sprites, whether or not their fields can hold them.
func (c *conversion) unchecked(picture *sprites.Picture) (list []*prepared, err error) {
	if err := c.consistent(); err != nil {
		return nil, err
	}
	if err := c.aim(); err != nil {
		return nil, err
	}
	automatic := c.field == fieldSize{}
	if automatic && c.picture.fit {
		return nil, usage("leave one of them out", "--fit scales for a field, and --field auto takes the field for a size")
	}
	options, err := c.picture.resolve(c.limits(c.field))
	if err != nil {
		return nil, err
	}
	for r, err := range prepare.All(picture, options) {
		if err != nil {
			return nil, err
		}
		p := &prepared{Result: r, field: c.field, auto: automatic}
		if n := picture.Frames(); n > 1 && !c.picture.options.All && !slices.Contains(c.given(), "frame") {
			p.unasked = n
		}
		if automatic {
			p.field = c.smallestField(r.Sprite)
		}
		list = append(list, p)
	}
	return list, nil
}

// ready checks the sprite against the limits of its field, and changes pixels if
// that is asked for.
func (c *conversion) ready(p *prepared) (err error) {
	l := c.limits(p.field)
	if err := l.Check(p.Sprite); err != nil {
		return c.aimed(err)
	}
	if c.picture.fixParity {
		p.Sprite, p.changes, err = prepare.FixParity(p.Sprite, l)
	}
	return err
}

// index returns the number of the tile or frame.
func (p *prepared) index() int {
	if p.Tile >= 0 {
		return p.Tile
	}
	return p.Frame
}

// changed says what was made for the number of pixels, each in a line.
func (p *prepared) changed() (texts []string) {
	for _, change := range p.changes {
		texts = append(texts, change.String())
	}
	return texts
}

// notes says in a line each what was done to the picture that isn't obvious.
func (p *prepared) notes() (lines []string) {
	if p.unasked > 0 {
		lines = append(lines, fmt.Sprintf("%s: the first of %d frames; --frame takes another one, --all each", p.Sprite.Name(), p.unasked))
	}
	if text := mapped(p.Colors); text != "" {
		lines = append(lines, fmt.Sprintf("%s: %s", p.Sprite.Name(), text))
	}
	for _, text := range p.changed() {
		lines = append(lines, fmt.Sprintf("%s: %s", p.Sprite.Name(), text))
	}
	return lines
}

// If the search finds no plan on the field that --field auto takes, the field grows: by
// the rows that the search says it lacked, else by these steps.
const (
	maxWidened = 3 // how many times
	widenWidth = 2 // columns, which keeps their number odd
	widenRoom  = 5 // rows
)

// smallestField is that of the method.
func (c *conversion) smallestField(s *sprites.Sprite) fieldSize {
	width, height := converter.Method(c.method).SmallestField(s)
	return fieldSize{width, height}
}

// widen enlarges a field that was chosen for the sprite, after a conversion that
// failed. It returns false if a larger one wouldn't help or there is none.
func (p *prepared) widen(err error) bool {
	larger := p.field
	if room, ok := errors.AsType[*search.RoomError](err); ok {
		larger.height += max(1, room.Needed-room.Available)
	} else if errors.Is(err, dense.ErrNoPlan) {
		larger.width += widenWidth
		larger.height += widenRoom
	} else {
		return false
	}
	if tetris.CheckSize(larger.width, larger.height) != nil {
		return false
	}
	p.field = larger
	return true
}
