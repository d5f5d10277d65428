package patterns

import (
	"bytes"
	"fmt"
	"io"
)

// The lines of a table's head, and the mark of patterns whose height is not
// proved to be the least.
const (
	formatLine    = "# tetrisprinter patterns, format 1"
	emitterLine   = "# emitters: %d columns, %d squares, %d of %d"
	platformLine  = "# platforms: %d columns, %d of %d"
	settingsStart = "# search: "
	squareStart   = "# on column "
	unprovedLine  = "# fewer rows not ruled out"
)

// The letters of a drawing: all printable ASCII from 'A' on.
const (
	firstLetter = 'A'
	lastLetter  = '~'
	maxLetters  = lastLetter - firstLetter + 1
)

// Write writes the tables in their text form, one after another. It fails,
// before anything is written, if the pieces of a pattern overlap, leave the
// field or are more than the 62 there are letters for.
func Write(w io.Writer, tables ...*Table) error {
	text, err := render(tables)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func render(tables []*Table) ([]byte, error) {
	var b bytes.Buffer
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := t.write(&b); err != nil {
			return nil, fmt.Errorf("patterns: %v: %w", t, err)
		}
	}
	return b.Bytes(), nil
}

// Text returns the text form of t, as [Write] writes it, or its error.
func (t *Table) Text() string {
	text, err := render([]*Table{t})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func (t *Table) write(b *bytes.Buffer) error {
	fmt.Fprintln(b, formatLine)
	if t.Kind == Platform {
		fmt.Fprintf(b, platformLine+"\n", t.Width, len(t.Patterns), t.Total())
	} else {
		fmt.Fprintf(b, emitterLine+"\n", t.Width, t.Squares, len(t.Patterns), t.Total())
	}
	fmt.Fprintf(b, "%s%s\n", settingsStart, t.Settings)
	for i := range t.Patterns {
		p := &t.Patterns[i]
		b.WriteByte('\n')
		if p.Kind == Platform {
			fmt.Fprintf(b, "%s%d\n", squareStart, p.At[0])
		}
		if p.Unproved {
			fmt.Fprintln(b, unprovedLine)
		}
		rows, err := p.draw()
		if err != nil {
			return fmt.Errorf("pattern %d: %w", i, err)
		}
		b.Write(bytes.Join(rows, []byte("\n")))
		b.WriteByte('\n')
	}
	return nil
}

// Text draws p, the top row first: the letters 'A' and on for its pieces in drop
// order, '.' for empty cells. The last piece of a platform is not drawn. It
// returns the error as text if p can't be drawn.
func (p *Pattern) Text() string {
	rows, err := p.draw()
	if err != nil {
		return err.Error()
	}
	return string(bytes.Join(rows, []byte("\n"))) + "\n"
}

// draw returns the drawn rows, the top one first.
func (p *Pattern) draw() ([][]byte, error) {
	if len(p.Pieces) > maxLetters {
		return nil, fmt.Errorf("%v has %d pieces, there are %d letters", p, len(p.Pieces), maxLetters)
	}
	rows := make([][]byte, p.Rows+1)
	for y := range rows {
		rows[y] = bytes.Repeat([]byte("."), p.Width)
	}
	for i, piece := range p.Pieces {
		for _, c := range piece.Cells() {
			if c.X < 0 || c.X >= p.Width || c.Y < 0 || c.Y > p.Rows {
				return nil, fmt.Errorf("%v: piece %v is outside", p, piece.Drop)
			}
			at := &rows[p.Rows-c.Y][c.X]
			if *at != '.' {
				return nil, fmt.Errorf("%v: pieces %c and %c overlap", p, *at, firstLetter+i)
			}
			*at = byte(firstLetter + i)
		}
	}
	if p.Kind == Platform {
		rows = rows[:p.Rows] // the square it stands on is not its own
	}
	return rows, nil
}
