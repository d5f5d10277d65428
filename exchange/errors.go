package exchange

import (
	"fmt"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// RefusedError reports a plan that a format or a game can't take.
type RefusedError struct {
	Target string      // the format or the rules
	Piece  int         // the first drop that can't be done, from 1; 0: the plan as a whole
	Drop   tetris.Drop // it, if Piece is not 0
	Why    string
}

func (e *RefusedError) Error() string {
	if e.Piece == 0 {
		return fmt.Sprintf("%s: %s", e.Target, e.Why)
	}
	return fmt.Sprintf("%s: piece %d, %v: %s", e.Target, e.Piece, e.Drop, e.Why)
}

// SyntaxError is a fault of a file that is read.
type SyntaxError struct {
	Format Format
	What   string // where and what
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: %s", e.Format, e.What) }

func fault(format Format, text string, args ...any) error {
	return &SyntaxError{format, fmt.Sprintf(text, args...)}
}

// Oddity is something of a file that was read which the drops of a plan don't
// say, or that went otherwise than the file means.
type Oddity struct {
	Piece int // from 1, as the file counts; 0: the file as a whole
	What  string
}

func (o Oddity) String() string {
	if o.Piece == 0 {
		return o.What
	}
	return fmt.Sprintf("piece %d %s", o.Piece, o.What)
}
