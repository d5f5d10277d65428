package exchange

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// WriteSteps writes a sheet to play p by hand: of each piece its number, letter
// and columns, what it clears, and how it has to stand, drawn. Columns count from
// 1 at the left wall. It fails before anything is written with a
// [*plan.ReplayError].
func WriteSteps(w io.Writer, p *plan.Plan) error {
	result, err := p.Run()
	if err != nil {
		return err
	}
	f, err := tetris.NewField(p.Width, p.Height)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d pieces on a field of %dx%d; columns count from 1 at the left wall.\n", result.Pieces, p.Width, p.Height)
	for s, err := range p.Replay(f) {
		if err != nil {
			return err
		}
		writeStep(out, s.Step)
	}
	return out.Flush()
}

func writeStep(out *bufio.Writer, s tetris.Step) {
	shape := s.Shape()
	fmt.Fprintf(out, "\n%4d  %v  ", s.Index+1, s.Tetromino)
	if shape.Width == 1 {
		fmt.Fprintf(out, "column %d", s.Column+1)
	} else {
		fmt.Fprintf(out, "columns %d to %d", s.Column+1, s.Column+shape.Width)
	}
	switch n := s.Lines(); {
	case n == 1:
		out.WriteString(", clears a row")
	case n > 1:
		fmt.Fprintf(out, ", clears %d rows", n)
	}
	out.WriteByte('\n')
	for _, row := range drawn(shape) {
		fmt.Fprintf(out, "      %s\n", row)
	}
}

// drawn draws s, the top row first.
func drawn(s *tetris.Shape) (rows []string) {
	for y := s.Height - 1; y >= 0; y-- {
		row := []byte(strings.Repeat(".", s.Width))
		for x := range row {
			if s.Bottom[x] <= y && y < s.Top[x] {
				row[x] = 'X'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}
