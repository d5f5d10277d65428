package exchange

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// ReadFumen reads fumens of version 115, also as the addresses of pages that
// show them. Several are the parts of one print: each has to begin with the field
// that the last one leaves, the first with an empty one. The comment of the
// first page becomes a note of the plan.
//
// A piece that floats or stands under an overhang is dropped in its columns all
// the same, and is an [Oddity]: no drop ends there. A fault of the text is a
// [*SyntaxError], as are fields that are drawn, raised or mirrored, which no
// drops print; other errors are those of r.
func ReadFumen(r io.Reader) (*plan.Plan, []Oddity, error) {
	text, err := readAll(r, Fumen)
	if err != nil {
		return nil, nil, err
	}
	d, err := newFumenDecoder()
	if err != nil {
		return nil, nil, err
	}
	fumens, err := fumensIn(text)
	if err != nil {
		return nil, nil, err
	}
	for _, digits := range fumens {
		if err := d.decode(digits); err != nil {
			return nil, nil, err
		}
	}
	return d.finish()
}

// fumensIn returns the digits of each fumen in text.
func fumensIn(text []byte) (fumens [][]byte, err error) {
	for word := range bytes.FieldsSeq(text) {
		at := fumenAt(word)
		switch {
		case at >= 0:
			fumens = append(fumens, nil)
		case len(fumens) == 0:
			return nil, fault(Fumen, "%.20q: a fumen begins with %s", word, fumenHead)
		}
		digits, _, _ := bytes.Cut(word[max(at, 0):], []byte{'&'})
		for _, ch := range digits {
			value := strings.IndexByte(fumenDigits, ch)
			if ch == '?' {
				continue
			}
			if value < 0 {
				return nil, fault(Fumen, "%q is no digit of a fumen", ch)
			}
			last := len(fumens) - 1
			fumens[last] = append(fumens[last], byte(value))
		}
	}
	if len(fumens) == 0 {
		return nil, fault(Fumen, "there is no fumen in it")
	}
	return fumens, nil
}

// fumenAt returns where the digits of a fumen begin in word, or -1. The letter
// before the version says what a viewer shows first.
func fumenAt(word []byte) int {
	at := bytes.Index(word, []byte(fumenHead[1:]))
	if at < 1 || strings.IndexByte("vmd", word[at-1]) < 0 {
		return -1
	}
	return at + len(fumenHead) - 1
}

// fumenDecoder plays fumens by their rules.
type fumenDecoder struct {
	digits   []byte // what is left of the string being read
	field    fumenField
	pages    int // read, of all strings
	repeat   int // further pages that have no field
	build    *builder
	oddities []Oddity
}

// fumenField holds fumen's numbers from the upper left corner; the last row is
// the garbage.
type fumenField [fumenCells]uint8

func newFumenDecoder() (*fumenDecoder, error) {
	b, err := newBuilder(fumenWidth, fumenHeight)
	return &fumenDecoder{build: b}, err
}

func (d *fumenDecoder) fault(format string, args ...any) error {
	return fault(Fumen, "page %d: %s", d.pages, fmt.Sprintf(format, args...))
}

func (d *fumenDecoder) take(digits int) (int, error) {
	if len(d.digits) < digits {
		return 0, d.fault("the fumen ends within it")
	}
	value := 0
	for i := range digits {
		value |= int(d.digits[i]) << (6 * i)
	}
	d.digits = d.digits[digits:]
	return value, nil
}

// decode reads the pages of one string.
func (d *fumenDecoder) decode(digits []byte) error {
	d.digits, d.repeat = digits, 0
	if len(digits) == 0 {
		return fault(Fumen, "a fumen without pages")
	}
	begins := fumenField{}
	for len(d.digits) > 0 {
		d.pages++
		drawn, err := d.drawn(begins)
		if err != nil {
			return err
		}
		if !samePlay(drawn, d.field) {
			return d.fault("it begins with a field that the pieces before it don't leave: a plan is drops alone, from an empty field")
		}
		d.field = drawn
		if err := d.page(); err != nil {
			return err
		}
		begins = d.field
	}
	return nil
}

// samePlay reports whether a and b differ in the garbage alone.
func samePlay(a, b fumenField) bool {
	const rows = fumenCells - fumenWidth
	return bytes.Equal(a[:rows], b[:rows])
}

// drawn reads the field of a page, which is told as changes of f.
func (d *fumenDecoder) drawn(f fumenField) (fumenField, error) {
	if d.repeat > 0 {
		d.repeat--
		return f, nil
	}
	same := false
	for i := 0; i < fumenCells; {
		pair, err := d.take(2)
		if err != nil {
			return f, err
		}
		change, run := pair/fumenCells-fumenSame, pair%fumenCells+1
		if i+run > fumenCells {
			return f, d.fault("its field has more than %d cells", fumenCells)
		}
		same = change == 0 && run == fumenCells
		for range run {
			n := int(f[i]) + change
			if n < 0 || n > fumenGray {
				return f, d.fault("its field has a cell of kind %d", n)
			}
			f[i] = uint8(n)
			i++
		}
	}
	if !same {
		return f, nil
	}
	var err error
	d.repeat, err = d.take(1)
	return f, err
}

// page reads the action and the comment of a page and plays it.
func (d *fumenDecoder) page() error {
	action, err := d.take(3)
	if err != nil {
		return err
	}
	kind, rotation, place := action%8, action/8%4, action/(8*4)%fumenCells
	flags := action / (8 * 4 * fumenCells)
	if flags > fumenUnlocked*2-1 {
		return d.fault("%d is no action", action)
	}
	if flags&fumenHasText != 0 {
		if err := d.comment(); err != nil {
			return err
		}
	}
	if flags&fumenRaise != 0 && flags&fumenUnlocked == 0 || flags&fumenMirror != 0 {
		return d.fault("it raises or mirrors the field: a plan is drops alone")
	}
	t := fumenPieces[kind]
	switch {
	case t == tetris.None:
		return nil
	case flags&fumenUnlocked != 0:
		d.odd("page %d shows %v without locking it", d.pages, t)
		return nil
	}
	return d.lock(fumenPiece(t, fumenRotations[rotation], place))
}

func (d *fumenDecoder) odd(format string, args ...any) {
	d.oddities = append(d.oddities, Oddity{What: fmt.Sprintf(format, args...)})
}

// lock plays p as a fumen does, wherever it is, and drops it in the plan.
func (d *fumenDecoder) lock(p tetris.Piece) error {
	if !p.Inside(fumenWidth) || p.Row < 0 || p.Row+p.Shape().Height > fumenHeight {
		return d.fault("%v, row %d, leaves the field", p.Drop, p.Row)
	}
	overlaps := false
	for _, c := range p.Cells() {
		overlaps = overlaps || d.field.at(c) != 0
	}
	row := d.field.landing(p.Drop)
	what := ""
	switch {
	case overlaps:
		what = "overlaps the stack"
	case row < p.Row:
		what = fmt.Sprintf("floats in row %d: dropped, it falls to row %d", p.Row, row)
	case row > p.Row:
		what = fmt.Sprintf("stands in row %d under an overhang: dropped, it stops in row %d", p.Row, row)
	}
	if what != "" {
		d.oddities = append(d.oddities, Oddity{d.build.drops + 1, what})
	}
	for _, c := range p.Cells() {
		d.field[fumenIndex(c)] = fumenNumber(p.Tetromino)
	}
	d.field.clear()
	if _, err := d.build.add(p.Drop); err != nil {
		return d.fault("%v", err)
	}
	return nil
}

func fumenNumber(t tetris.Tetromino) uint8 { return uint8(slices.Index(fumenPieces[:], t)) }

func fumenIndex(c tetris.Cell) int { return (fumenHeight-1-c.Y)*fumenWidth + c.X }

func (f *fumenField) at(c tetris.Cell) uint8 { return f[fumenIndex(c)] }

// landing returns the row in which a hard drop of d ends.
func (f *fumenField) landing(d tetris.Drop) int {
	row, s := 0, d.Shape()
	for i := range s.Width {
		height := fumenHeight
		for height > 0 && f.at(tetris.Cell{X: d.Column + i, Y: height - 1}) == 0 {
			height--
		}
		row = max(row, height-s.Bottom[i])
	}
	return row
}

// clear removes the full rows.
func (f *fumenField) clear() {
	to := fumenCells - fumenWidth // end of the lowest row that isn't done
	for from := to; from > 0; from -= fumenWidth {
		row := f[from-fumenWidth : from]
		if !slices.Contains(row, 0) { // full
			continue
		}
		copy(f[to-fumenWidth:to], row)
		to -= fumenWidth
	}
	clear(f[:to])
}

// comment reads a comment; that of the first page becomes a note.
func (d *fumenDecoder) comment() error {
	length, err := d.take(2)
	if err != nil {
		return err
	}
	var escaped []byte
	for len(escaped) < length {
		four, err := d.take(5)
		if err != nil {
			return err
		}
		for range min(4, length-len(escaped)) {
			ch := four % fumenLetters
			if ch == fumenLetters-1 {
				return d.fault("a comment with a character that there isn't")
			}
			escaped = append(escaped, byte(' '+ch))
			four /= fumenLetters
		}
	}
	if d.pages == 1 {
		d.build.plan.Notes = noteOf(unescape(string(escaped)))
	}
	return nil
}

// unescape undoes [escape], as JavaScript does: what is no escape stays.
func unescape(text string) string {
	var units []uint16
	for i := 0; i < len(text); {
		from, to := i+1, i+3
		if strings.HasPrefix(text[i:], "%u") {
			from, to = i+2, i+6
		}
		if text[i] == '%' && to <= len(text) {
			if unit, err := strconv.ParseUint(text[from:to], 16, 16); err == nil {
				units = append(units, uint16(unit))
				i = to
				continue
			}
		}
		units = append(units, uint16(text[i]))
		i++
	}
	return string(utf16.Decode(units))
}

// finish returns the plan.
func (d *fumenDecoder) finish() (*plan.Plan, []Oddity, error) {
	if c, ok := d.differs(); ok {
		d.odd("the drops leave another field than the fumen: column %d, row %d is the first cell to differ", c.X, c.Y)
	}
	d.oddities = append(d.oddities, d.build.fit()...)
	d.build.plan.Palette = fumenPalette()
	return d.build.plan, d.oddities, nil
}

// differs returns the first cell from below that the drops fill otherwise than
// the fumen.
func (d *fumenDecoder) differs() (tetris.Cell, bool) {
	for i := range fumenWidth * fumenHeight {
		c := tetris.Cell{X: i % fumenWidth, Y: i / fumenWidth}
		if d.field.at(c) != fumenNumber(d.build.field.At(c.X, c.Y)) {
			return c, true
		}
	}
	return tetris.Cell{}, false
}
