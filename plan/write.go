package plan

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Write writes the text form of p. A block of more than 62 pieces, for which
// there are no letters, is written as several. It fails, before anything is
// written, if pieces of one block overlap or leave the field's walls.
func (p *Plan) Write(w io.Writer) error {
	var b bytes.Buffer
	p.writeHead(&b)
	for i, block := range p.Blocks {
		for pieces := range slices.Chunk(block.Pieces, maxLetters) {
			if err := writeBlock(&b, p.Width, pieces); err != nil {
				return fmt.Errorf("plan: block %d: %w", i+1, err)
			}
		}
	}
	out := bufio.NewWriter(w)
	if _, err := b.WriteTo(out); err != nil {
		return err
	}
	return out.Flush()
}

// String returns the text form of p, or the error that [Plan.Write] gives.
func (p *Plan) String() string {
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		return err.Error()
	}
	return b.String()
}

func (p *Plan) writeHead(b *bytes.Buffer) {
	if p.Width != DefaultWidth || p.Height != DefaultHeight {
		fmt.Fprintf(b, "# %s%dx%d\n", fieldComment, p.Width, p.Height)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(b, "# %s\n", note)
	}
	colors := make([]string, len(headerOrder))
	used := 1 // a header without a word would be a blank line
	for i, t := range headerOrder {
		colors[i] = "-"
		if c := p.Palette[t]; c.A != 0 {
			colors[i] = fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
			used = i + 1
		}
	}
	fmt.Fprintln(b, strings.Join(colors[:used], " "))
}

func writeBlock(b *bytes.Buffer, width int, pieces []tetris.Piece) error {
	low, high := pieces[0].Row, pieces[0].Row
	for _, p := range pieces {
		if !p.Inside(width) {
			return fmt.Errorf("piece %v is outside the %d columns", p.Drop, width)
		}
		low, high = min(low, p.Row), max(high, p.Row+p.Shape().Height)
	}
	if high-low > tetris.MaxHeight {
		return fmt.Errorf("%d rows high, at most %d can be drawn", high-low, tetris.MaxHeight)
	}
	rows := bytes.Repeat([]byte("."), width*(high-low))
	for i, p := range pieces {
		for _, c := range p.Cells() {
			at := &rows[(high-1-c.Y)*width+c.X]
			if *at != '.' {
				return fmt.Errorf("pieces %c and %c overlap", *at, firstLetter+i)
			}
			*at = byte(firstLetter + i)
		}
	}
	for row := range slices.Chunk(rows, width) {
		b.WriteByte('\n')
		b.Write(row)
	}
	b.WriteByte('\n')
	return nil
}
