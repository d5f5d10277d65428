package exchange

import (
	"bytes"
	"fmt"
	"io"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// WriteQueue writes the letters of the tetrominoes in drop order, as one line.
func WriteQueue(w io.Writer, p *plan.Plan) error {
	_, err := fmt.Fprintln(w, string(queueOf(p)))
	return err
}

func queueOf(p *plan.Plan) (letters []byte) {
	for _, d := range p.Drops() {
		letters = append(letters, d.Tetromino.String()...)
	}
	return letters
}

// Bags says how far a queue is from 7-bag order, in which every seven pieces,
// counted from the first, are all seven tetrominoes.
type Bags struct {
	Bags    int // of seven pieces, the last one maybe begun only
	Whole   int // bags without a piece twice
	Repeats int // pieces that were in their bag already: as many have to be others
	Counts  [tetris.Tetrominoes + 1]int
}

// BagsOf counts the bags of p.
func BagsOf(p *plan.Plan) (b Bags) {
	var seen [tetris.Tetrominoes + 1]bool
	n, repeats := 0, 0 // in the bag begun
	end := func() {
		b.Bags++
		if repeats == 0 {
			b.Whole++
		}
		b.Repeats += repeats
		n, repeats = 0, 0
		clear(seen[:])
	}
	for _, d := range p.Drops() {
		if seen[d.Tetromino] {
			repeats++
		}
		seen[d.Tetromino] = true
		b.Counts[d.Tetromino]++
		if n++; n == tetris.Tetrominoes {
			end()
		}
	}
	if n > 0 {
		end()
	}
	return b
}

// String returns b in words.
func (b Bags) String() string {
	pieces := 0
	var counts bytes.Buffer
	for t := tetris.I; t <= tetris.L; t++ {
		pieces += b.Counts[t]
		fmt.Fprintf(&counts, " %v %d", t, b.Counts[t])
	}
	return fmt.Sprintf("%d of %d bags are in 7-bag order; %d of %d pieces repeat one of their bag;%s", b.Whole, b.Bags, b.Repeats, pieces, &counts)
}

// WriteBags writes the letters of the tetrominoes in drop order, seven a line,
// and then the words of [Bags.String] after "# ".
func WriteBags(w io.Writer, p *plan.Plan) error {
	var text bytes.Buffer
	for i, letter := range queueOf(p) {
		if i > 0 && i%tetris.Tetrominoes == 0 {
			text.WriteByte('\n')
		}
		text.WriteByte(letter)
	}
	fmt.Fprintf(&text, "\n# %v\n", BagsOf(p))
	_, err := text.WriteTo(w)
	return err
}
