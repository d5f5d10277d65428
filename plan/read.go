package plan

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// maxTextBytes bounds what [Read] takes in: a plan of a million pieces on the
// widest field is smaller.
const maxTextBytes = 1 << 28

// SyntaxError is a fault of a plan's text.
type SyntaxError struct {
	Line int // from 1
	What string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// Read reads the text form of a plan, also as the 2013 program wrote it. It
// checks the form alone, not what a replay would give. A fault of the text is a
// [*SyntaxError]; other errors are those of r.
func Read(r io.Reader) (*Plan, error) {
	limited := &io.LimitedReader{R: r, N: maxTextBytes}
	t := reader{plan: &Plan{Width: DefaultWidth, Height: DefaultHeight}}
	sc := bufio.NewScanner(limited)
	for sc.Scan() {
		t.line++
		if err := t.read(strings.TrimRight(sc.Text(), " \t\r")); err != nil {
			return nil, err
		}
	}
	switch {
	case sc.Err() == bufio.ErrTooLong:
		return nil, &SyntaxError{t.line + 1, "a line longer than 64 KiB: this is no plan"}
	case sc.Err() != nil:
		return nil, sc.Err()
	case limited.N <= 0:
		return nil, &SyntaxError{t.line, fmt.Sprintf("more than %d MiB", maxTextBytes>>20)}
	case !t.headed:
		return nil, &SyntaxError{max(t.line, 1), "no header: a plan begins with the colours of J T L, such as dc2828 f8d8a0 283cc8"}
	}
	return t.plan, t.endBlock()
}

// reader is the state between two lines.
type reader struct {
	plan   *Plan
	line   int
	headed bool     // the header has been read
	rows   []string // of the block being read, top first
	first  int      // line of rows[0]
}

func (t *reader) read(line string) error {
	switch {
	case strings.HasPrefix(line, "#"):
		return t.comment(strings.TrimSpace(line[1:]))
	case line == "":
		return t.endBlock()
	case !t.headed:
		t.headed = true
		return t.header(line)
	}
	if len(t.rows) == 0 {
		t.first = t.line
	}
	if len(line) != t.plan.Width {
		return t.fault("the line is %d wide, the field has %d columns", len(line), t.plan.Width)
	}
	if len(t.rows) == tetris.MaxHeight {
		return t.fault("a block of more than %d lines", tetris.MaxHeight)
	}
	t.rows = append(t.rows, line)
	return nil
}

func (t *reader) fault(format string, args ...any) error {
	return &SyntaxError{t.line, fmt.Sprintf(format, args...)}
}

func (t *reader) comment(text string) error {
	size, isField := strings.CutPrefix(text, fieldComment)
	if !isField {
		if !t.headed && text != "" {
			t.plan.Notes = append(t.plan.Notes, text)
		}
		return nil
	}
	if t.headed {
		return t.fault("the field is named after the header")
	}
	w, h, err := ParseSize(strings.TrimSpace(size))
	if err != nil {
		return t.fault("%v", err)
	}
	t.plan.Width, t.plan.Height = w, h
	return nil
}

// ParseSize reads the size of a field, such as "10x22": columns, then rows. Its
// error names the text or the limit of [tetris.CheckSize].
func ParseSize(size string) (width, height int, err error) {
	w, h, ok := strings.Cut(size, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil {
		return 0, 0, fmt.Errorf("%.20q is no size: want columns x rows, such as 10x22", size)
	}
	return width, height, tetris.CheckSize(width, height)
}

func (t *reader) header(line string) error {
	words := strings.Fields(line)
	if len(words) > len(headerOrder) {
		return t.fault("the header has %d words, at most %d colours are expected", len(words), len(headerOrder))
	}
	for i, word := range words {
		if word == "-" {
			continue
		}
		rgb, err := strconv.ParseUint(word, 16, 32)
		if err != nil || len(word) != 6 {
			return t.fault("%.20q is no colour: the header has six hexadecimal digits for each of J T L I S Z O", word)
		}
		t.plan.Palette[headerOrder[i]] = color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
	}
	return nil
}

// endBlock turns the lines read since the last blank one into a block.
func (t *reader) endBlock() error {
	if len(t.rows) == 0 {
		return nil
	}
	var cells [maxLetters][]tetris.Cell
	count := 0
	for i, row := range t.rows {
		for x := range len(row) {
			n := int(row[x]) - firstLetter
			if row[x] == '.' {
				continue
			}
			if n < 0 || n >= maxLetters {
				return &SyntaxError{t.first + i, fmt.Sprintf("%q is neither '.' nor a letter from 'A' on", row[x])}
			}
			cells[n] = append(cells[n], tetris.Cell{X: x, Y: len(t.rows) - 1 - i})
			count = max(count, n+1)
		}
	}
	pieces := make([]tetris.Piece, count)
	for n := range pieces {
		if err := pieceOf(cells[n], &pieces[n]); err != nil {
			return &SyntaxError{t.first, fmt.Sprintf("block %d: letter %c %v", len(t.plan.Blocks)+1, firstLetter+n, err)}
		}
	}
	t.rows = t.rows[:0]
	if count > 0 {
		t.plan.Blocks = append(t.plan.Blocks, Block{pieces})
	}
	return nil
}

func pieceOf(cells []tetris.Cell, p *tetris.Piece) error {
	if len(cells) != 4 {
		return fmt.Errorf("has %d cells, a tetromino has 4", len(cells))
	}
	tm, o, ok := tetris.Identify([4]tetris.Cell(cells))
	if !ok {
		return fmt.Errorf("is no tetromino")
	}
	*p = tetris.Piece{Drop: tetris.Drop{Tetromino: tm, Orientation: o, Column: cells[0].X}, Row: cells[0].Y}
	for _, c := range cells {
		p.Column, p.Row = min(p.Column, c.X), min(p.Row, c.Y)
	}
	return nil
}
