package patterns

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// maxTextBytes bounds what [Read] takes in: the tables of the widest field that
// has been built are a tenth of it.
const maxTextBytes = 1 << 28

// SyntaxError is a fault of the text of tables.
type SyntaxError struct {
	Line int // from 1
	What string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// Read reads tables in exactly the form in which [Write] writes them: what it
// accepts is written again byte for byte the same. It checks the form alone;
// whether the drops do what they should, [Table.Check] says. A fault of the text
// is a [*SyntaxError]; other errors are those of r.
func Read(r io.Reader) ([]*Table, error) {
	var b strings.Builder
	if _, err := io.Copy(&b, io.LimitReader(r, maxTextBytes+1)); err != nil {
		return nil, err
	}
	if b.Len() > maxTextBytes {
		return nil, &SyntaxError{1, fmt.Sprintf("more than %d MiB", maxTextBytes>>20)}
	}
	text := b.String()
	rd := reader{lines: strings.Split(text, "\n")}
	for rd.at < len(rd.lines) {
		if err := rd.table(); err != nil {
			return nil, err
		}
	}
	return rd.tables, rd.compare(text)
}

// reader is the state between two tables.
type reader struct {
	lines  []string
	at     int // index of the next line
	tables []*Table
}

// next returns the next line, or false at the end of the text.
func (rd *reader) next() (string, bool) {
	if rd.at >= len(rd.lines) {
		return "", false
	}
	rd.at++
	return rd.lines[rd.at-1], true
}

// fault reports the line read last.
func (rd *reader) fault(format string, args ...any) error {
	return &SyntaxError{max(rd.at, 1), fmt.Sprintf(format, args...)}
}

func (rd *reader) table() error {
	if line, _ := rd.next(); line != formatLine {
		return rd.fault("%.40q: tables begin with the line %q", line, formatLine)
	}
	t := new(Table)
	count, err := rd.head(t)
	if err != nil {
		return err
	}
	rd.tables = append(rd.tables, t)
	for rd.at < len(rd.lines) && rd.lines[rd.at] == "" && !rd.tableFollows() {
		rd.at++
		if rd.at == len(rd.lines) {
			break
		}
		if err := rd.pattern(t); err != nil {
			return err
		}
	}
	if len(t.Patterns) != count {
		return rd.fault("%d patterns, the head of the table says %d", len(t.Patterns), count)
	}
	if rd.tableFollows() {
		rd.at++
	}
	return nil
}

// tableFollows reports whether the next lines are a blank one and a new head.
func (rd *reader) tableFollows() bool {
	return rd.at+1 < len(rd.lines) && rd.lines[rd.at] == "" && rd.lines[rd.at+1] == formatLine
}

// head reads the lines after the first and returns the number of patterns.
func (rd *reader) head(t *Table) (count int, err error) {
	line, _ := rd.next()
	var total int
	if strings.HasPrefix(line, "# platforms") {
		t.Kind = Platform
		_, err = fmt.Sscanf(line, platformLine, &t.Width, &count, &total)
	} else {
		_, err = fmt.Sscanf(line, emitterLine, &t.Width, &t.Squares, &count, &total)
	}
	if err != nil {
		return 0, rd.fault("%.60q doesn't say what the table holds", line)
	}
	if t.Width < MinWidth || t.Width > MaxWidth {
		return 0, rd.fault("a field of %d columns: there are tables for %d to %d", t.Width, MinWidth, MaxWidth)
	}
	if t.Kind == Emitter && (t.Squares < 1 || 3*t.Squares > t.Width) {
		return 0, rd.fault("%d triples on %d columns", t.Squares, t.Width)
	}
	if total != t.Total() || count < 0 || count > total {
		return 0, rd.fault("%d of %d patterns, there are %d", count, total, t.Total())
	}
	line, _ = rd.next()
	settings, ok := strings.CutPrefix(line, settingsStart)
	if !ok {
		return 0, rd.fault("%.60q, want a line that begins with %q", line, settingsStart)
	}
	t.Settings = settings
	return count, nil
}

// pattern reads one drawing, up to a blank line.
func (rd *reader) pattern(t *Table) error {
	p := Pattern{Kind: t.Kind, Width: t.Width}
	if text, ok := strings.CutPrefix(rd.lines[rd.at], squareStart); ok && t.Kind == Platform {
		square, err := strconv.Atoi(text)
		rd.at++
		if err != nil || square < 0 || square >= t.Width {
			return rd.fault("%.20q is none of the %d columns", text, t.Width)
		}
		p.At = []int{square}
	}
	if rd.at < len(rd.lines) && rd.lines[rd.at] == unprovedLine {
		p.Unproved = true
		rd.at++
	}
	var rows []string
	for rd.at < len(rd.lines) && rd.lines[rd.at] != "" {
		line, _ := rd.next()
		if len(line) != t.Width {
			return rd.fault("the line is %d wide, the field has %d columns", len(line), t.Width)
		}
		rows = append(rows, line)
	}
	pieces, err := rd.pieces(rows)
	if err != nil {
		return err
	}
	p.Pieces, p.Rows = pieces, len(rows)
	if t.Kind == Emitter {
		err = rd.emitter(&p, t.Squares)
	} else {
		err = rd.platform(&p, rows)
	}
	t.Patterns = append(t.Patterns, p)
	return err
}

// pieces turns drawn rows, the top one first, into pieces. The lowest row is
// row 0.
func (rd *reader) pieces(rows []string) ([]tetris.Piece, error) {
	var cells [maxLetters][]tetris.Cell
	count := 0
	for i, row := range rows {
		for x := range len(row) {
			if row[x] == '.' {
				continue
			}
			n := int(row[x]) - firstLetter
			if n < 0 || n >= maxLetters {
				return nil, rd.fault("%q is neither '.' nor a letter from 'A' on", row[x])
			}
			cells[n] = append(cells[n], tetris.Cell{X: x, Y: len(rows) - 1 - i})
			count = max(count, n+1)
		}
	}
	pieces := make([]tetris.Piece, count)
	for n := range pieces {
		if len(cells[n]) != 4 {
			return nil, rd.fault("letter %c has %d cells, a tetromino has 4", firstLetter+n, len(cells[n]))
		}
		t, o, ok := tetris.Identify([4]tetris.Cell(cells[n]))
		if !ok {
			return nil, rd.fault("letter %c is no tetromino", firstLetter+n)
		}
		pieces[n] = place(t, o, cells[n])
	}
	return pieces, nil
}

func place(t tetris.Tetromino, o tetris.Orientation, cells []tetris.Cell) tetris.Piece {
	p := tetris.Piece{Drop: tetris.Drop{Tetromino: t, Orientation: o, Column: cells[0].X}, Row: cells[0].Y}
	for _, c := range cells {
		p.Column, p.Row = min(p.Column, c.X), min(p.Row, c.Y)
	}
	return p
}

// emitter finds the triples of p, whose lowest row is the sprite row.
func (rd *reader) emitter(p *Pattern, squares int) error {
	p.Rows--
	if len(p.Pieces) < squares {
		return rd.fault("%d pieces, the table is of %d squares", len(p.Pieces), squares)
	}
	for i := range squares {
		piece := p.Pieces[i]
		if piece != Upright(tetris.T, piece.Column) {
			return rd.fault("letter %c is not a T with its flat side up in the lowest row", firstLetter+i)
		}
		p.At = append(p.At, piece.Column)
	}
	return nil
}

// platform finds the last piece of p, whose lowest row is row 1.
func (rd *reader) platform(p *Pattern, rows []string) error {
	for i := range p.Pieces {
		p.Pieces[i].Row++
	}
	if p.At == nil || p.Rows < keptRows || len(p.Pieces) == 0 {
		return rd.fault("a platform has a column it stands on, %d rows or more and pieces", keptRows)
	}
	p.Last = hole(p.Width, p.Rows, rows[0][0] == '.')
	return nil
}

// compare finds what the reading passed over: the text has to be what Write
// makes of the tables.
func (rd *reader) compare(text string) error {
	written, err := render(rd.tables)
	if err != nil {
		return &SyntaxError{1, err.Error()}
	}
	if string(written) == text {
		return nil
	}
	want := strings.Split(string(written), "\n")
	for i, line := range rd.lines {
		if i >= len(want) || line != want[i] {
			return &SyntaxError{i + 1, fmt.Sprintf("%.60q is not in the form in which tables are written", line)}
		}
	}
	return &SyntaxError{len(rd.lines), "the text ends early"}
}
