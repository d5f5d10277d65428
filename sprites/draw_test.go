package sprites

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
)

// drawing returns the rows of s for failure messages: '.' is empty, 'a' the
// first colour in reading order, 'b' the second; '?' is any after the 26th.
func drawing(s *Sprite) string {
	letters := make(map[color.NRGBA]byte)
	for i, c := range s.Colors() {
		letters[c.NRGBA] = '?'
		if i < 26 {
			letters[c.NRGBA] = byte('a' + i)
		}
	}
	var b strings.Builder
	for y := range s.Height() {
		for x := range s.Width() {
			if letter, ok := letters[s.At(x, y)]; ok {
				b.WriteByte(letter)
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// describe returns all that is seen of s apart from its name and format.
func describe(s *Sprite) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d at %v\n%s", s.Width(), s.Height(), s.Origin(), drawing(s))
	for i, c := range s.Colors() {
		fmt.Fprintf(&b, "%c %s\n", 'a'+i%26, FormatColor(c.NRGBA))
	}
	return b.String()
}

func mustParse(t testing.TB, text string) *Sprite {
	t.Helper()
	s, err := Parse("drawing", text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return s
}

// sample is a picture with transparent borders, a hole and three colours. Its
// box of pixels is 4 wide and 3 high and lies at (2, 1).
const sampleText = `r=dc2828 g=28b43c b=283cc8
........
..rrr...
..g.rb..
..ggg...
........
........
`

func sample(t testing.TB) *Sprite { return mustParse(t, sampleText) }

// framed returns s at its place in a transparent picture of that size. Colours
// hide under the transparent pixels.
func framed(s *Sprite, width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetNRGBA(x, y, color.NRGBA{uint8(40 * x), uint8(40 * y), 99, 0})
		}
	}
	for y := range s.Height() {
		for x := range s.Width() {
			if s.Filled(x, y) {
				m.SetNRGBA(s.Origin().X+x, s.Origin().Y+y, s.At(x, y))
			}
		}
	}
	return m
}
