package exchange

import (
	"strings"
	"unicode"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// noteOf returns text as the notes of a plan: as one line, unless the text form
// would take it for something else.
func noteOf(text string) []string {
	line := strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if line == "" || strings.HasPrefix(line, "field") {
		return nil
	}
	return []string{line}
}

// fumenPalette returns the colours of the guideline, which fumen shows.
func fumenPalette() plan.Palette {
	return plan.Palette{
		tetris.I: {0x00, 0x99, 0x99, 255},
		tetris.L: {0x99, 0x66, 0x00, 255},
		tetris.O: {0x99, 0x99, 0x00, 255},
		tetris.Z: {0x99, 0x00, 0x00, 255},
		tetris.T: {0x99, 0x00, 0x99, 255},
		tetris.J: {0x00, 0x00, 0xbb, 255},
		tetris.S: {0x00, 0x99, 0x00, 255},
	}
}
