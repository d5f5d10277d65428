package exchange

import (
	"fmt"
	"io"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// maxBytes bounds what a reader takes in: a plan of half a million pieces is
// smaller in every format.
const maxBytes = 1 << 26

// maxPieces bounds how many pieces are read: a day's play at ten a second.
const maxPieces = 1 << 20

// blockPieces is how many pieces a block holds: the text form of a plan has no
// more letters.
const blockPieces = 62

// readAll reads r to its end, or fails once it is longer than maxBytes.
func readAll(r io.Reader, format Format) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxBytes {
		return nil, fault(format, "more than %d MiB", maxBytes>>20)
	}
	return text, nil
}

// canonical returns d with the least orientation that shows its shape.
func canonical(d tetris.Drop) tetris.Drop {
	d.Orientation %= d.Tetromino.Orientations()
	return d
}

// builder makes a plan out of drops. A block ends with the piece that clears a
// row, so that its pieces can be drawn where they land.
type builder struct {
	plan  *plan.Plan
	field *tetris.Field // as high as can be: the plan's own height is checked by its replay
	drops int
	open  bool // the last block takes more pieces
}

func newBuilder(width, height int) (*builder, error) {
	if err := tetris.CheckSize(width, height); err != nil {
		return nil, err
	}
	field, err := tetris.NewField(width, tetris.MaxHeight)
	if err != nil {
		return nil, err
	}
	return &builder{plan: &plan.Plan{Width: width, Height: height}, field: field}, nil
}

// add appends the drop d. It fails if that is outside the field, has no room even
// in the highest field, or is one too many.
func (b *builder) add(d tetris.Drop) (tetris.Placement, error) {
	if d.Column >= b.field.Width() || !d.Inside(b.field.Width()) { // the first, lest the second overflows
		return tetris.Placement{}, fmt.Errorf("%v is outside the %d columns of the field", d, b.field.Width())
	}
	if b.drops == maxPieces {
		return tetris.Placement{}, fmt.Errorf("more than %d pieces", maxPieces)
	}
	placed, err := b.field.Drop(d)
	if err != nil {
		return placed, err
	}
	b.drops++
	if !b.open {
		b.plan.Blocks = append(b.plan.Blocks, plan.Block{})
	}
	last := &b.plan.Blocks[len(b.plan.Blocks)-1]
	last.Pieces = append(last.Pieces, placed.Piece)
	b.open = placed.Cleared == 0 && len(last.Pieces) < blockPieces
	return placed, nil
}

// fit raises the field of the plan if the pieces have no room in it, and says
// so. Other programs let pieces appear elsewhere than the printer does.
func (b *builder) fit() []Oddity {
	if _, err := b.plan.Run(); err == nil {
		return nil
	}
	height := b.plan.Height
	b.plan.Height += 4 // the tallest piece has room above every stack
	if _, err := b.plan.Run(); err != nil {
		b.plan.Height = height
		return []Oddity{{What: fmt.Sprintf("can't be played as drops: %v", err)}}
	}
	return []Oddity{{What: fmt.Sprintf("the field is made %d rows high: the printer's pieces have no room to appear in %d", b.plan.Height, height)}}
}
