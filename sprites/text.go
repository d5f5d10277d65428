package sprites

import (
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
)

// Parse reads a sprite drawn in text:
//
//	# A heart with a light on it.
//	r=dc2828 w=f8d8d8
//	.rr.rr.
//	rwrrrrr
//	rrrrrrr
//	.rrrrr.
//	..rrr..
//	...r...
//
// Lines beginning with '#' may come first. Then a line names the colours, one
// space between them: a letter or digit, '=', and the colour as six lower-case
// hexadecimal digits. The rows follow, the top one first and all of the same
// length: '.' is empty, any other character one of the colours. No two letters
// may have the same colour, each has to be used, and nothing else may appear:
// no blank lines, no spaces at the end of a line.
//
// Errors name the line, counted from 1. A drawing without a pixel gives an
// [*EmptyError].
func Parse(name, text string) (*Sprite, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	header := 0
	for header < len(lines) && strings.HasPrefix(lines[header], "#") {
		header++
	}
	if header+1 >= len(lines) {
		return nil, fmt.Errorf("%s: want a line of colours and at least one row", name)
	}
	colors, err := parseColors(lines[header])
	if err != nil {
		return nil, fmt.Errorf("%s line %d: %w", name, header+1, err)
	}
	rows := lines[header+1:]
	m := image.NewNRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	used := make(map[byte]bool)
	for y, row := range rows {
		if err := parseRow(m, y, row, colors, used); err != nil {
			return nil, fmt.Errorf("%s line %d: %w", name, header+2+y, err)
		}
	}
	for _, field := range strings.Split(lines[header], " ") {
		if !used[field[0]] {
			return nil, fmt.Errorf("%s line %d: colour %q is never used", name, header+1, field[0])
		}
	}
	return FromImage(m, name, &Options{Format: "text"})
}

// parseColors reads the line that names the colours.
func parseColors(line string) (map[byte]color.NRGBA, error) {
	colors := make(map[byte]color.NRGBA)
	letters := make(map[color.NRGBA]byte)
	for _, field := range strings.Split(line, " ") {
		letter, c, err := parseColor(field)
		if err != nil {
			return nil, err
		}
		if _, ok := colors[letter]; ok {
			return nil, fmt.Errorf("%q names two colours", letter)
		}
		if other, ok := letters[c]; ok {
			return nil, fmt.Errorf("%q and %q name the same colour", other, letter)
		}
		colors[letter], letters[c] = c, letter
	}
	return colors, nil
}

// parseColor reads a letter and its colour, such as "r=dc2828".
func parseColor(field string) (letter byte, c color.NRGBA, err error) {
	const digits = "0123456789abcdef"
	if len(field) != len("r=dc2828") || !isLetter(field[0]) || field[1] != '=' || strings.Trim(field[2:], digits) != "" {
		return 0, c, fmt.Errorf("%q isn't a colour like r=dc2828", field)
	}
	rgb, err := hex.DecodeString(field[2:])
	if err != nil {
		return 0, c, err
	}
	return field[0], color.NRGBA{rgb[0], rgb[1], rgb[2], 255}, nil
}

// isLetter reports whether b may name a colour.
func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// parseRow sets row y of m and notes the letters it uses.
func parseRow(m *image.NRGBA, y int, row string, colors map[byte]color.NRGBA, used map[byte]bool) error {
	if row == "" {
		return errors.New("a row is missing")
	}
	if len(row) != m.Rect.Dx() {
		return fmt.Errorf("the row has %s, the first one has %d", count(len(row), "character"), m.Rect.Dx())
	}
	for x := range len(row) {
		if row[x] == '.' {
			continue
		}
		c, ok := colors[row[x]]
		if !ok {
			return fmt.Errorf("%q in column %d is neither '.' nor a colour", row[x], x)
		}
		used[row[x]] = true
		m.SetNRGBA(x, y, c)
	}
	return nil
}
