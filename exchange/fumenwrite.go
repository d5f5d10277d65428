package exchange

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"unicode/utf16"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// FumenOptions are those of [WriteFumen]; nil is the zero value.
type FumenOptions struct {
	Comment string // of the first page; what is longer than a fumen takes is cut off
	Split   int    // most pages in a string; 0: one string for all
}

// WriteFumen writes p as a fumen of version 115, one page a piece, and a line
// break. With a split it writes several, one a line: each begins from the field
// that the last one leaves and has the comment with its number.
//
// It fails before anything is written with a [*RefusedError], if the field is
// not 10 columns wide or a piece locks above row 22, or a [*plan.ReplayError].
func WriteFumen(w io.Writer, p *plan.Plan, opts *FumenOptions) error {
	if opts == nil {
		opts = &FumenOptions{}
	}
	parts, err := fumenStrings(p, opts)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, part := range parts {
		fmt.Fprintln(out, part)
	}
	return out.Flush()
}

func fumenStrings(p *plan.Plan, opts *FumenOptions) (parts []string, err error) {
	if p.Width != fumenWidth {
		return nil, &RefusedError{Target: string(Fumen), Why: fmt.Sprintf("the field has %d columns, a fumen has %d", p.Width, fumenWidth)}
	}
	f, err := tetris.NewField(p.Width, p.Height)
	if err != nil {
		return nil, err
	}
	pages := max(p.Pieces(), 1)
	split := pages
	if opts.Split > 0 {
		split = opts.Split
	}
	e := newFumenEncoder(f, fumenPart(opts.Comment, 1, pages, split))
	for s, err := range p.Replay(f) {
		switch {
		case err != nil:
			return nil, err
		case s.Row+s.Shape().Height > fumenHeight:
			return nil, &RefusedError{string(Fumen), s.Index + 1, s.Drop, fmt.Sprintf("locks above row %d, the highest of a fumen", fumenHeight-1)}
		}
		e.page(s.Piece)
		if n := s.Index + 1; n%split == 0 && n < pages {
			parts = append(parts, e.String())
			e = newFumenEncoder(f, fumenPart(opts.Comment, n/split+1, pages, split))
		}
	}
	if p.Pieces() == 0 {
		e.page(tetris.Piece{})
	}
	return append(parts, e.String()), nil
}

// fumenPart returns the comment of string number n.
func fumenPart(comment string, n, pages, split int) string {
	if parts := (pages + split - 1) / split; parts > 1 && comment != "" {
		return fmt.Sprintf("%s (%d of %d)", comment, n, parts)
	}
	return comment
}

// fumenEncoder writes the pages of one string.
type fumenEncoder struct {
	digits  []byte // values 0 to 63
	repeat  int    // index of the digit that says for how many more pages the field holds; -1: none
	comment string // of the next page, escaped
	first   bool   // the next page is the first
}

// newFumenEncoder begins a string with the cells of f as its field.
func newFumenEncoder(f *tetris.Field, comment string) *fumenEncoder {
	e := &fumenEncoder{repeat: -1, comment: escape(comment), first: true}
	if f.StackHeight() > 0 {
		e.field(f)
	}
	return e
}

func (e *fumenEncoder) push(value, digits int) {
	for range digits {
		e.digits = append(e.digits, byte(value%64))
		value /= 64
	}
}

// field writes the difference of f to an empty field.
func (e *fumenEncoder) field(f *tetris.Field) {
	last, run := -1, 0
	for i := range fumenCells {
		change := fumenSame
		if x, y := i%fumenWidth, fumenHeight-1-i/fumenWidth; y >= 0 && y < f.Height() {
			change += int(fumenNumber(f.At(x, y)))
		}
		if change != last && run > 0 {
			e.push(last*fumenCells+run-1, 2)
			run = 0
		}
		last = change
		run++
	}
	e.push(last*fumenCells+run-1, 2)
}

// unchanged says that the next page begins with the field that the last one left.
func (e *fumenEncoder) unchanged() {
	if e.repeat >= 0 && e.digits[e.repeat] < fumenRepeat {
		e.digits[e.repeat]++
		return
	}
	e.push(fumenSame*fumenCells+fumenCells-1, 2)
	e.push(0, 1)
	e.repeat = len(e.digits) - 1
}

// page writes a page that locks p; the zero piece is none.
func (e *fumenEncoder) page(p tetris.Piece) {
	if !e.first || len(e.digits) == 0 {
		e.unchanged()
	}
	flags := 0
	if e.first {
		flags |= fumenColors
	}
	if e.comment != "" {
		flags |= fumenHasText
	}
	e.push(fumenAction(flags, p), 3)
	e.text()
	e.first, e.comment = false, ""
}

func fumenAction(flags int, p tetris.Piece) int {
	action := flags * fumenCells
	if p.Tetromino == tetris.None {
		return action * 4 * 8
	}
	action = (action+fumenPlace(p))*4 + slices.Index(fumenRotations[:], p.Orientation)
	return action*8 + int(fumenNumber(p.Tetromino))
}

// text writes the comment, if there is one.
func (e *fumenEncoder) text() {
	if e.comment == "" {
		return
	}
	e.push(len(e.comment), 2)
	for four := range slices.Chunk([]byte(e.comment), 4) {
		value := 0
		for _, ch := range slices.Backward(four) {
			value = value*fumenLetters + int(ch-' ')
		}
		e.push(value, 5)
	}
}

// String returns the fumen.
func (e *fumenEncoder) String() string {
	text := []byte(fumenHead)
	next := fumenFirst
	for i, digit := range e.digits {
		if i == next {
			text = append(text, '?')
			next += fumenChunk
		}
		text = append(text, fumenDigits[digit])
	}
	return string(text)
}

// escape returns text as JavaScript's escape does, without the characters that
// a comment has no more room for.
func escape(text string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./"
	escaped := ""
	for _, r := range text {
		next := ""
		for _, unit := range utf16.Encode([]rune{r}) {
			switch {
			case unit < 0x80 && slices.Contains([]byte(plain), byte(unit)):
				next += string(rune(unit))
			case unit < 0x100:
				next += fmt.Sprintf("%%%02X", unit)
			default:
				next += fmt.Sprintf("%%u%04X", unit)
			}
		}
		if len(escaped)+len(next) > fumenComment {
			break
		}
		escaped += next
	}
	return escaped
}
