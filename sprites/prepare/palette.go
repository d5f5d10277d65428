package prepare

import (
	"fmt"
	"image/color"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

const (
	// maxPaletteBytes bounds what is read of a palette: 256 colours with a
	// kilobyte of words each.
	maxPaletteBytes = 256 << 10

	// maxPalette is the greatest number of colours of a palette.
	maxPalette = 256
)

// PaletteNames returns the names of the built-in palettes, sorted.
func PaletteNames() []string {
	var names []string
	for _, p := range palettes {
		names = append(names, p.name)
	}
	slices.Sort(names)
	return names
}

// OpenPalette returns the built-in palette of that name, or reads the file at
// that path. (A file of such a name can be opened as "./nes".)
//
//   - guideline has the seven colours that tetrominoes have in today's games
//   - nes has the 54 colours of the console's picture chip, the 2C02
//   - gameboy has the four greens of the first Game Boy
//
// Beyond the errors of [ReadPalette] it returns that of the system if the file
// can't be opened.
func OpenPalette(name string) ([]color.NRGBA, error) {
	for _, p := range palettes {
		if p.name == name {
			return p.list(), nil
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &PaletteError{Name: name, Problem: "is a folder, not a palette"}
	}
	return ReadPalette(f, name)
}

// ReadPalette reads a palette: either lines of one colour each, such as
// "#dc2828", or a GIMP palette, which begins with the line "GIMP Palette". The
// name is what errors call it. The colours come as they stand in the file, each
// once.
//
// In the first form the '#' may be missing; what follows the colour after a
// space is its name and isn't read; empty lines and those that begin with ';'
// are skipped. In the second form a colour is three numbers from 0 to 255, then
// perhaps its name; empty lines, those that begin with '#' and the lines
// "Name:" and "Columns:" are skipped.
//
// It returns a [*PaletteError] for anything else, for a palette without
// colours, and for one of more than 256; or the error of r, wrapped.
func ReadPalette(r io.Reader, name string) ([]color.NRGBA, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPaletteBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if len(text) > maxPaletteBytes {
		return nil, &PaletteError{Name: name, Problem: "is too long for a palette"}
	}
	p := paletteReader{name: name}
	for line := range strings.Lines(string(text)) {
		p.line++
		if err := p.read(strings.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	if len(p.colors) == 0 {
		return nil, &PaletteError{Name: name, Problem: "has no colours"}
	}
	return p.colors, nil
}

// paletteReader is the state between two lines.
type paletteReader struct {
	name   string
	line   int
	gimp   bool
	colors []color.NRGBA
}

func (p *paletteReader) read(line string) error {
	if p.line == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
		if p.gimp = line == "GIMP Palette"; p.gimp {
			return nil
		}
	}
	if p.skips(line) {
		return nil
	}
	parse := parseHex
	if p.gimp {
		parse = parseGIMP
	}
	c, err := parse(line)
	if err != nil {
		return &PaletteError{Name: p.name, Line: p.line, Problem: err.Error()}
	}
	if !slices.Contains(p.colors, c) {
		p.colors = append(p.colors, c)
	}
	if len(p.colors) > maxPalette {
		return &PaletteError{Name: p.name, Line: p.line, Problem: fmt.Sprintf("more than %d colours", maxPalette)}
	}
	return nil
}

// skips reports whether the line holds no colour.
func (p *paletteReader) skips(line string) bool {
	if line == "" {
		return true
	}
	if p.gimp {
		return line[0] == '#' || strings.HasPrefix(line, "Name:") || strings.HasPrefix(line, "Columns:")
	}
	return line[0] == ';'
}

// parseHex reads a line such as "#dc2828 red".
func parseHex(line string) (color.NRGBA, error) {
	word := strings.Fields(line)[0]
	c, err := sprites.ParseColor("#" + strings.TrimPrefix(word, "#"))
	if err != nil {
		return c, fmt.Errorf("%.20q is no colour: want six hexadecimal digits, such as #dc2828", word)
	}
	return c, nil
}

// parseGIMP reads a line such as "220  40  40	red".
func parseGIMP(line string) (color.NRGBA, error) {
	words := strings.Fields(line)
	var rgb [3]uint8
	for i := range rgb {
		if i >= len(words) {
			return color.NRGBA{}, fmt.Errorf("%.20q is no colour: want three numbers from 0 to 255", line)
		}
		v, err := strconv.ParseUint(words[i], 10, 8)
		if err != nil {
			return color.NRGBA{}, fmt.Errorf("%.20q is no number from 0 to 255", words[i])
		}
		rgb[i] = uint8(v)
	}
	return color.NRGBA{rgb[0], rgb[1], rgb[2], 255}, nil
}

// WritePalette writes the colours as [ReadPalette] reads them, one a line. It
// returns the first error of w.
func WritePalette(w io.Writer, colors []color.NRGBA) error {
	var b strings.Builder
	for _, c := range colors {
		b.WriteString(sprites.FormatColor(c) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
