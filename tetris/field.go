package tetris

import (
	"errors"
	"fmt"
	"strings"
)

// The sizes a [Field] can have, in cells.
const (
	MinSize   = 4 // rows and columns
	MaxWidth  = 320
	MaxHeight = 512
)

// ErrTopOut reports that a piece had no room to spawn, to turn or to shift in
// the top rows, or would lock above the top row.
var ErrTopOut = errors.New("tetris: top out")

// Field is the grid that pieces lock into. The zero value is not usable: make
// one with [NewField] or [ParseField].
type Field struct {
	width, height int
	cells         []Tetromino // row by row from the floor
	filled        []int       // filled cells of each row
	profile       []int       // height of each column
	top           int         // greatest height
}

// CheckSize returns an error that names the limit if a field can't have this
// many columns and rows.
func CheckSize(width, height int) error {
	switch {
	case width < MinSize || width > MaxWidth:
		return fmt.Errorf("a field of %d columns: it has %d to %d", width, MinSize, MaxWidth)
	case height < MinSize || height > MaxHeight:
		return fmt.Errorf("a field of %d rows: it has %d to %d", height, MinSize, MaxHeight)
	}
	return nil
}

// NewField returns an empty field, or the error of [CheckSize].
func NewField(width, height int) (*Field, error) {
	if err := CheckSize(width, height); err != nil {
		return nil, err
	}
	return &Field{
		width:   width,
		height:  height,
		cells:   make([]Tetromino, width*height),
		filled:  make([]int, height),
		profile: make([]int, width),
	}, nil
}

// ParseField reads a drawing: one line a row, the top row first, '.' for an
// empty cell and the letter of a tetromino for a filled one; space around the
// lines and empty lines don't count. The field is as wide as the lines and has
// the given height, at least as many rows as are drawn. Full rows stay: they
// clear when a piece locks in them.
func ParseField(height int, drawing string) (*Field, error) {
	rows := strings.Fields(drawing)
	if len(rows) == 0 {
		return nil, errors.New("a drawing without rows")
	}
	f, err := NewField(len(rows[0]), height)
	if err != nil {
		return nil, err
	}
	if len(rows) > height {
		return nil, fmt.Errorf("a drawing of %d rows for a field of %d", len(rows), height)
	}
	for i, row := range rows {
		if err := f.parseRow(len(rows)-1-i, row); err != nil {
			return nil, err
		}
	}
	f.measure(height)
	return f, nil
}

func (f *Field) parseRow(y int, row string) error {
	if len(row) != f.width {
		return fmt.Errorf("row %d: %d cells, want %d", y, len(row), f.width)
	}
	for x := range f.width {
		t := TetrominoOf(row[x])
		if t == None && row[x] != '.' {
			return fmt.Errorf("row %d, column %d: %q is no tetromino", y, x, row[x])
		}
		f.cells[y*f.width+x] = t
		if t != None {
			f.filled[y]++
		}
	}
	return nil
}

// Clone returns an independent copy of f.
func (f *Field) Clone() *Field {
	c, _ := NewField(f.width, f.height)
	copy(c.cells, f.cells)
	copy(c.filled, f.filled)
	copy(c.profile, f.profile)
	c.top = f.top
	return c
}

// Width returns the number of columns.
func (f *Field) Width() int { return f.width }

// Height returns the number of rows.
func (f *Field) Height() int { return f.height }

// At returns the tetromino that filled the cell, or None if it is empty. It
// panics if the cell is outside the field.
func (f *Field) At(x, y int) Tetromino {
	if x < 0 || x >= f.width || y < 0 || y >= f.height {
		panic(fmt.Sprintf("tetris: cell %d,%d of a %dx%d field", x, y, f.width, f.height))
	}
	return f.cells[y*f.width+x]
}

// ColumnHeight returns the height of column x: one more than the row of its
// highest filled cell, 0 if it is empty.
func (f *Field) ColumnHeight(x int) int { return f.profile[x] }

// StackHeight returns the height of the highest column.
func (f *Field) StackHeight() int { return f.top }

// RowFilled returns the number of filled cells of row y.
func (f *Field) RowFilled(y int) int { return f.filled[y] }

// RowFull reports whether every cell of row y is filled.
func (f *Field) RowFull(y int) bool { return f.filled[y] == f.width }

// Free reports whether all cells of p lie inside the field and are empty.
func (f *Field) Free(p Piece) bool {
	if !p.Inside(f.width) || p.Row < 0 || p.Row+p.Shape().Height > f.height {
		return false
	}
	for _, c := range p.Cells() {
		if f.cells[c.Y*f.width+c.X] != None {
			return false
		}
	}
	return true
}

// Equal reports whether f and g have the same size and the same cells.
func (f *Field) Equal(g *Field) bool {
	if f.width != g.width || f.height != g.height {
		return false
	}
	for i, t := range f.cells {
		if t != g.cells[i] {
			return false
		}
	}
	return true
}

// String draws the rows of the stack, the top one first, as [ParseField] reads
// them; an empty field is one row of dots.
func (f *Field) String() string {
	var b strings.Builder
	for y := max(f.top, 1) - 1; y >= 0; y-- {
		for x := range f.width {
			b.WriteString(f.cells[y*f.width+x].String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// measure finds the profile anew. No cell at or above the row limit is filled.
func (f *Field) measure(limit int) {
	f.top = 0
	for x := range f.width {
		y := limit
		for y > 0 && f.cells[(y-1)*f.width+x] == None {
			y--
		}
		f.profile[x] = y
		f.top = max(f.top, y)
	}
}
