package patterns

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// spareRows is how many rows a field for a check has above those that the
// pattern fills: enough for any piece to appear.
const spareRows = 5

// start returns the field that p is dropped into: empty, or with the square a
// platform stands on.
func (p *Pattern) start() (*tetris.Field, error) {
	height := p.Rows + 1 + spareRows
	if p.Kind == Emitter {
		return tetris.NewField(p.Width, height)
	}
	return tetris.ParseField(height, line(p.Width, p.At[0]))
}

// line draws a row with a square of T in the given columns.
func line(width int, columns ...int) string {
	row := strings.Repeat(".", width)
	for _, x := range columns {
		row = row[:x] + tetris.T.String() + row[x+1:]
	}
	return row
}

// Check replays p by the rules and returns an error that names the first fault:
// a drop that can't be made or doesn't land where it is drawn, or a field that is
// not as it has to be at the end. An emitter leaves exactly its squares; a
// platform leaves exactly its square and three rows full but for the hole, and
// after its last piece exactly its square.
func (p *Pattern) Check() error {
	if err := p.checkForm(); err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	f, err := p.start()
	if err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	lines, err := p.drop(f, 0, p.Pieces)
	if err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	want := p.squares()
	if p.Kind == Platform {
		if err := p.checkTop(f); err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		if _, err := p.drop(f, lines, []tetris.Piece{p.Last}); err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
	}
	if got := filled(f, 0); f.StackHeight() != 1 || !slices.Equal(got, want) {
		return fmt.Errorf("%v: left squares at %v, want %v:\n%v", p, got, want, f)
	}
	return nil
}

// checkForm looks at what the other checks take for granted.
func (p *Pattern) checkForm() error {
	n := len(p.At)
	for i, at := range p.At {
		if at < 0 || at+p.Kind.columns() > p.Width || i > 0 && at < p.At[i-1]+p.Kind.columns() {
			return fmt.Errorf("position %d is outside the %d columns or too near", at, p.Width)
		}
	}
	if n == 0 || p.Kind == Platform && n != 1 || len(p.Pieces) < n {
		return fmt.Errorf("%d positions and %d pieces", n, len(p.Pieces))
	}
	if p.Kind == Platform {
		if t := p.Pieces[0]; t.Tetromino != tetris.T || t.Orientation != tetris.Spawn || t.Row != 1 || p.At[0] < t.Column || p.At[0] > t.Column+2 {
			return fmt.Errorf("piece 0 is %v in row %d, want a flat T on the square", t.Drop, t.Row)
		}
		return nil
	}
	for i, at := range p.At {
		if p.Pieces[i] != Upright(tetris.T, at) {
			return fmt.Errorf("piece %d is %v in row %d, want a T with its flat side up in column %d", i, p.Pieces[i].Drop, p.Pieces[i].Row, at)
		}
	}
	return nil
}

// drop drops the pieces into f and returns how many rows have cleared, those
// before included. The rows of p clear from below, so a piece drawn in row y has
// to land that many rows lower.
func (p *Pattern) drop(f *tetris.Field, lines int, pieces []tetris.Piece) (int, error) {
	for i, piece := range pieces {
		if !piece.Inside(p.Width) {
			return lines, fmt.Errorf("piece %d, %v, is outside the %d columns", i, piece.Drop, p.Width)
		}
		placed, err := f.Drop(piece.Drop)
		if err != nil {
			return lines, fmt.Errorf("piece %d: %w", i, err)
		}
		if placed.Row != piece.Row-lines {
			return lines, fmt.Errorf("piece %d, %v, is drawn in row %d and landed in row %d", i, piece.Drop, piece.Row-lines, placed.Row)
		}
		lines += placed.Lines()
	}
	return lines, nil
}

// checkTop checks the three rows of a platform before its last piece.
func (p *Pattern) checkTop(f *tetris.Field) error {
	for y := 1; y <= keptRows; y++ {
		if f.RowFull(y) {
			return fmt.Errorf("row %d is full:\n%v", y, f)
		}
		for x := 2; x < p.Width-2; x++ {
			if f.At(x, y) == tetris.None {
				return fmt.Errorf("column %d, row %d is empty:\n%v", x, y, f)
			}
		}
	}
	if f.StackHeight() != keptRows+1 || f.RowFilled(0) != 1 {
		return fmt.Errorf("%d rows stand on the square, want %d:\n%v", f.StackHeight()-1, keptRows, f)
	}
	return nil
}

// squares returns the columns of row 0 that are filled at the end.
func (p *Pattern) squares() []int {
	if p.Kind == Platform {
		return p.At
	}
	columns := make([]int, len(p.At))
	for i, at := range p.At {
		columns[i] = at + 1 // under the middle: the entry holds T pieces
	}
	return columns
}

// filled returns the columns of row y that are filled.
func filled(f *tetris.Field, y int) (columns []int) {
	for x := range f.Width() {
		if f.At(x, y) != tetris.None {
			columns = append(columns, x)
		}
	}
	return columns
}
