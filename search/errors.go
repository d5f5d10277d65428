package search

import (
	"errors"
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// CountError reports a pattern whose cells can't be tetrominoes: 4 doesn't
// divide them, or the triples don't fit on the columns.
type CountError struct {
	Width   int // columns of the field
	Squares int // that the emitter should leave; 0: a platform
	Rows    int // asked for; 0: any number
}

func (e *CountError) Error() string {
	what := fmt.Sprintf("an emitter of %d squares", e.Squares)
	switch e.Squares {
	case 0:
		what = "a platform"
	case 1:
		what = "an emitter of one square"
	}
	switch {
	case 3*e.Squares > e.Width:
		return fmt.Sprintf("%s doesn't fit on %d columns: its triples need %d", what, e.Width, 3*e.Squares)
	case e.Rows > 0:
		return fmt.Sprintf("%s can't have %d rows on %d columns: 4 doesn't divide %d*%d+%d", what, e.Rows, e.Width, e.Width, e.Rows, e.Squares)
	default:
		return fmt.Sprintf("%s can't exist on %d columns: 4 divides %d*rows+%d for no number of rows", what, e.Width, e.Width, e.Squares)
	}
}

// Hint says which numbers do.
func (e *CountError) Hint() string {
	least, step, ok := patterns.Rows(e.Width, e.Squares)
	if e.Squares == 0 {
		least, step, ok = patterns.PlatformRows(e.Width)
	}
	switch {
	case ok:
		return fmt.Sprintf("the number of rows is %d, or more in steps of %d, up to %d", least, step, MaxRows)
	case 3*e.Squares <= e.Width:
		return fmt.Sprintf("on %d columns the number of squares is a multiple of %d", e.Width, patterns.Multiple(e.Width))
	}
	return fmt.Sprintf("on %d columns there are at most %d squares", e.Width, e.Width/3)
}

// PassError reports that the pixels of a row don't divide into passes. It doesn't
// happen in fields of odd width, where a pass can have one pixel.
type PassError struct {
	Width  int // columns of the field
	Pixels int // of the row
}

func (e *PassError) Error() string {
	return fmt.Sprintf("its %d pixels don't divide into passes: on %d columns an emitter leaves a multiple of %d squares, and each takes 3 columns for itself",
		e.Pixels, e.Width, patterns.Multiple(e.Width))
}

// RoomError reports that a row can't be printed because the field has too few
// rows above it.
type RoomError struct {
	Needed, Available int // rows above the row to print
}

func (e *RoomError) Error() string {
	return fmt.Sprintf("%d rows of the field are needed above it, there are %d", e.Needed, e.Available)
}

// notFound reports whether err says that a search has found nothing: there is no
// solution, or it gave up.
func notFound(err error) bool {
	var budget *BudgetError
	return err == ErrNoSolution || errors.As(err, &budget)
}
