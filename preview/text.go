package preview

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"io"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
)

// WriteText shows m in a terminal, nil being the zero Terminal.
//
// With colours a character is two pixels, one above the other: an upper or lower
// half block in the colour of one on the background of the other. Where a pixel
// is empty, the terminal's own background shows. Each line ends with the
// terminal's own colours.
//
// Without colours a character is one pixel, in the text form of a sprite: a
// line that names the colours, such as "a=dc2828 b=283cc8", then the rows, with
// '.' for empty. From the 63rd colour on all are '?' and have no name.
//
// A picture that is wider than the terminal is shrunk as [Terminal.Step] says.
// Pixels count as opaque from alpha 128 on. It returns the first error of w.
func WriteText(w io.Writer, m *image.NRGBA, t *Terminal) error {
	if t == nil {
		t = new(Terminal)
	}
	m = shrunk(m, t.Step(m.Rect.Dx()))
	out := bufio.NewWriter(w)
	if t.Colors == NoColors {
		writeLetters(out, m)
	} else {
		writeBlocks(out, m, t.Colors)
	}
	return out.Flush()
}

const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// writeLetters writes m as text. The first error stays in out.
func writeLetters(out *bufio.Writer, m *image.NRGBA) {
	letters := map[color.NRGBA]byte{{}: '.'}
	var rows []byte
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			c := m.NRGBAAt(x, y)
			letter, ok := letters[c]
			if !ok {
				letter = '?'
				if n := len(letters) - 1; n < len(names) {
					letter = names[n]
					if n > 0 {
						out.WriteByte(' ')
					}
					fmt.Fprintf(out, "%c=%02x%02x%02x", letter, c.R, c.G, c.B)
				}
				letters[c] = letter
			}
			rows = append(rows, letter)
		}
		rows = append(rows, '\n')
	}
	if len(letters) > 1 {
		out.WriteByte('\n')
	}
	out.Write(rows)
}

// writeBlocks writes m in colours. The first error stays in out.
func writeBlocks(out *bufio.Writer, m *image.NRGBA, colors Colors) {
	p := pen{out: out, codes: make(map[color.NRGBA]string), colors: colors}
	for y := 0; y < m.Rect.Dy(); y += 2 {
		blanks := 0 // not yet written: at the end of a line there are none
		for x := range m.Rect.Dx() {
			upper, lower := m.NRGBAAt(x, y), m.NRGBAAt(x, y+1)
			if upper.A == 0 && lower.A == 0 {
				blanks++
				continue
			}
			p.blanks(blanks)
			blanks = 0
			p.block(upper, lower)
		}
		p.endLine()
	}
}

// pen writes characters in colours and remembers which are set; alpha 0 stands
// for the terminal's own.
type pen struct {
	out    *bufio.Writer
	colors Colors
	codes  map[color.NRGBA]string // of the colours that have been used

	front, back color.NRGBA
}

// block writes two pixels, of which one at least isn't empty.
func (p *pen) block(upper, lower color.NRGBA) {
	switch {
	case upper.A == 0:
		p.set(lower, color.NRGBA{})
		p.out.WriteString("▄")
	case upper == lower:
		p.set(upper, p.back)
		p.out.WriteString("█")
	default:
		p.set(upper, lower)
		p.out.WriteString("▀")
	}
}

// blanks writes n empty characters.
func (p *pen) blanks(n int) {
	if n > 0 {
		p.set(p.front, color.NRGBA{})
	}
	for range n {
		p.out.WriteByte(' ')
	}
}

// set changes the colours to these.
func (p *pen) set(front, back color.NRGBA) {
	if front != p.front {
		fmt.Fprintf(p.out, "\x1b[38;%sm", p.code(front))
	}
	switch {
	case back == p.back:
	case back.A == 0:
		p.out.WriteString("\x1b[49m")
	default:
		fmt.Fprintf(p.out, "\x1b[48;%sm", p.code(back))
	}
	p.front, p.back = front, back
}

func (p *pen) endLine() {
	if p.front.A != 0 || p.back.A != 0 {
		p.out.WriteString("\x1b[0m")
		p.front, p.back = color.NRGBA{}, color.NRGBA{}
	}
	p.out.WriteByte('\n')
}

// code returns the parameters that select c.
func (p *pen) code(c color.NRGBA) string {
	code, ok := p.codes[c]
	if !ok {
		if p.colors == Colors256 {
			code = fmt.Sprintf("5;%d", firstColor+oklab.Of(c).Nearest(xterm))
		} else {
			code = fmt.Sprintf("2;%d;%d;%d", c.R, c.G, c.B)
		}
		p.codes[c] = code
	}
	return code
}

// firstColor is the first of xterm's 256 colours that is the same in every
// terminal: the 16 before it can be chosen.
const firstColor = 16

// xterm holds the colours from firstColor on.
var xterm = oklab.List(xtermColors())

// xtermColors returns a cube of 6x6x6 colours, blue running fastest, and 24
// greys.
func xtermColors() []color.NRGBA {
	levels := [6]uint8{0, 95, 135, 175, 215, 255}
	var list []color.NRGBA
	for i := range 6 * 6 * 6 {
		list = append(list, color.NRGBA{levels[i/36], levels[i/6%6], levels[i%6], 255})
	}
	for i := range uint8(24) {
		v := 8 + 10*i
		list = append(list, color.NRGBA{v, v, v, 255})
	}
	return list
}
