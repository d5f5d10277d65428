package converter

import (
	"errors"
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/search"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// The refusals here match [sprites.ErrRefused] and have a method Hint, as those
// of package sprites do.

// CountError reports that no game can end with this many pixels: 4 pieces of 4
// cells make the pixels and the cleared rows.
type CountError struct {
	Name   string // of the sprite
	Pixels int
	Width  int // columns of the field
}

func (e *CountError) Error() string {
	return fmt.Sprintf("%s: a field of %d columns prints only multiples of %d pixels, not %d: every piece has 4 cells and every cleared row takes %d",
		e.Name, e.Width, e.multiple(), e.Pixels, e.Width)
}

// multiple returns the greatest number that divides all numbers of pixels that
// can be printed.
func (e *CountError) multiple() int {
	switch {
	case e.Width%4 == 0:
		return 4
	case e.Width%2 == 0:
		return 2
	}
	return 1
}

// Hint says what can be done.
func (e *CountError) Hint() string {
	return fmt.Sprintf("--fix-parity leaves out %d or adds %d, the least visible ones; a field of odd width prints any number",
		e.Pixels%e.multiple(), e.multiple()-e.Pixels%e.multiple())
}

// Unwrap returns [sprites.ErrRefused].
func (e *CountError) Unwrap() error { return sprites.ErrRefused }

// FullRowError reports a row with a pixel in every column of the field: it would
// clear.
type FullRowError struct {
	Name  string
	Row   int // counted from the top of the original picture, from 0
	Width int // columns of the field
}

func (e *FullRowError) Error() string {
	return fmt.Sprintf("%s has a full row: row %d from the top fills all %d columns of the field and would clear", e.Name, e.Row, e.Width)
}

// Hint says what can be done.
func (e *FullRowError) Hint() string {
	if e.Width == tetris.MaxWidth {
		return "no field is wider: shrink the picture with --fit"
	}
	return fmt.Sprintf("widen the field to %d columns or more, or shrink the picture with --fit", e.Width+1)
}

// Unwrap returns [sprites.ErrRefused].
func (e *FullRowError) Unwrap() error { return sprites.ErrRefused }

// RowError reports a row that can't be printed by the method in this field.
type RowError struct {
	Name   string
	Row    int // counted from the top of the original picture, from 0
	Width  int // of the field
	Height int // of the field
	Err    error
}

func (e *RowError) Error() string {
	return fmt.Sprintf("%s: row %d from the top: %v", e.Name, e.Row, e.Err)
}

// Unwrap returns [sprites.ErrRefused] and the error of the search.
func (e *RowError) Unwrap() []error { return []error{sprites.ErrRefused, e.Err} }

// Hint says what can be done.
func (e *RowError) Hint() string {
	var room *search.RoomError
	if errors.As(e.Err, &room) {
		return fmt.Sprintf("a field of %d rows has room for it", e.Height+room.Needed-room.Available)
	}
	return fmt.Sprintf("a field of odd width, such as %d columns, prints rows of any number of pixels", max(e.Width+1-e.Width%2, 9))
}

// InternalError reports that a plan found by a search doesn't print the sprite.
// Its Err, of package plan, names the block and the cell.
type InternalError struct {
	Name string
	Err  error
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("internal error: the plan found for %s is wrong: %v", e.Name, e.Err)
}

// Unwrap returns e.Err.
func (e *InternalError) Unwrap() error { return e.Err }
