package sprites

import (
	"encoding/hex"
	"fmt"
	"image/color"
	"strings"
)

// ParseColor reads a colour such as "#dc2828": '#' and six hexadecimal digits
// of either case. Its alpha is 255. The error names the text.
func ParseColor(text string) (color.NRGBA, error) {
	digits, ok := strings.CutPrefix(text, "#")
	rgb, err := hex.DecodeString(digits)
	if !ok || err != nil || len(rgb) != 3 {
		return color.NRGBA{}, fmt.Errorf("%.20q is no colour: want six hexadecimal digits, such as #dc2828", text)
	}
	return color.NRGBA{rgb[0], rgb[1], rgb[2], 255}, nil
}

// FormatColor returns c without its alpha, such as "#dc2828".
func FormatColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
