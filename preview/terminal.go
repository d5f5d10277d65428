package preview

import (
	"image"
	"image/color"
	"strings"
)

// Colors is how many colours a terminal shows.
type Colors uint8

// The kinds of terminals.
const (
	// TrueColor shows all colours.
	TrueColor Colors = iota
	// Colors256 shows the 256 of xterm.
	Colors256
	// NoColors shows letters instead.
	NoColors
)

// ColorsOf returns what the environment says about the terminal; getenv is
// os.Getenv or one like it. NO_COLOR, if it isn't empty, or a TERM that is dumb
// or missing means none; COLORTERM or TERM tell true colour; any other terminal
// is taken for one of 256.
func ColorsOf(getenv func(string) string) Colors {
	term := getenv("TERM")
	switch {
	case getenv("NO_COLOR") != "", term == "", term == "dumb":
		return NoColors
	case getenv("COLORTERM") == "truecolor", getenv("COLORTERM") == "24bit", strings.HasSuffix(term, "-direct"):
		return TrueColor
	}
	return Colors256
}

// defaultColumns is the width of a terminal that doesn't say it.
const defaultColumns = 80

// Terminal is what text is written for. Nil is the zero Terminal.
type Terminal struct {
	Columns int    // characters a line; zero or less: 80
	Colors  Colors // zero: all
}

// Step returns how many pixels, across and down, are shown as one of a picture
// of that width: 1 if it fits.
func (t *Terminal) Step(width int) int {
	columns := defaultColumns
	if t != nil && t.Columns > 0 {
		columns = t.Columns
	}
	return max((width+columns-1)/columns, 1)
}

// shrunk returns m with k by k pixels as one: the colour that most of them
// have, of as common ones the first. Colours are opaque or color.NRGBA{}.
func shrunk(m *image.NRGBA, k int) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	small := image.NewNRGBA(image.Rect(0, 0, (w+k-1)/k, (h+k-1)/k))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			block := image.Rect(x*k, y*k, min(x*k+k, w), min(y*k+k, h)).Add(m.Rect.Min)
			small.SetNRGBA(x, y, commonest(m, block))
		}
	}
	return small
}

// commonest returns the colour that most pixels of m in r have, of as common
// ones the first.
func commonest(m *image.NRGBA, r image.Rectangle) color.NRGBA {
	var order []color.NRGBA
	counts := make(map[color.NRGBA]int)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := opaque(m.NRGBAAt(x, y))
			if counts[c] == 0 {
				order = append(order, c)
			}
			counts[c]++
		}
	}
	best := order[0]
	for _, c := range order {
		if counts[c] > counts[best] {
			best = c
		}
	}
	return best
}

// opaque returns c as a sprite has it: a pixel if it is at least half opaque,
// otherwise empty.
func opaque(c color.NRGBA) color.NRGBA {
	if c.A < 128 {
		return color.NRGBA{}
	}
	c.A = 255
	return c
}
