package plan

import (
	"image/color"
	"iter"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// The field of a plan that doesn't name one.
const (
	DefaultWidth  = 21
	DefaultHeight = 42
)

// Palette gives each tetromino its colour, the same for the whole game. A colour
// with alpha 0 means that the tetromino carries none of the sprite's colours;
// the others have alpha 255. The entry of [tetris.None] is not used.
type Palette [tetris.Tetrominoes + 1]color.NRGBA

// Colors returns the number of tetrominoes that have a colour.
func (p *Palette) Colors() int {
	n := 0
	for t := tetris.I; t <= tetris.L; t++ {
		if p[t].A != 0 {
			n++
		}
	}
	return n
}

// Plan is a sequence of drops that prints a sprite into an empty field.
type Plan struct {
	Width, Height int // of the field, in cells
	Palette       Palette
	// Notes are comment lines for the head of the text form, without the "# ".
	// They mean nothing to the replay; none may hold a line break or begin with
	// the word "field".
	Notes  []string
	Blocks []Block
}

// Block is a group of drops drawn together: one emitter, one platform, one
// structure. Pieces are in drop order. Their rows say how they are drawn
// relative to each other, from any origin; a replay only uses their drops.
type Block struct {
	Pieces []tetris.Piece
}

// Pieces returns the number of drops of p.
func (p *Plan) Pieces() int {
	n := 0
	for _, b := range p.Blocks {
		n += len(b.Pieces)
	}
	return n
}

// Drops yields the drops of p with the index of their block.
func (p *Plan) Drops() iter.Seq2[int, tetris.Drop] {
	return func(yield func(int, tetris.Drop) bool) {
		for i, b := range p.Blocks {
			for _, piece := range b.Pieces {
				if !yield(i, piece.Drop) {
					return
				}
			}
		}
	}
}
