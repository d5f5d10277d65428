package sprites

import (
	"image"
	"image/color"
)

// TwinDistance is how far two colours may be apart, in the channel (red, green
// or blue, 0 to 255) in which they differ most, to be near twins. Steps of 8
// are hard to see side by side, and what an eyedropper or a colour profile does
// to a flat colour stays below. In 64 pictures of pixel art by other people no
// two colours are nearer than 11, but for one stray pair that is 1 apart.
const TwinDistance = 8

// Color is one of the colours of a sprite.
type Color struct {
	NRGBA color.NRGBA // alpha 255
	Count int         // how many pixels have it, at least 1
	First image.Point // its first pixel in reading order
}

// Colors returns the colours of the sprite in reading order: top row first,
// each row from left to right. Positions are counted from the top left corner
// of the sprite. There is at least one colour.
func (s *Sprite) Colors() []Color {
	var colors []Color
	index := make(map[color.NRGBA]int)
	for y := range s.Height() {
		for x := range s.Width() {
			c := s.At(x, y)
			if c.A == 0 {
				continue
			}
			i, seen := index[c]
			if !seen {
				i = len(colors)
				index[c] = i
				colors = append(colors, Color{NRGBA: c, First: image.Pt(x, y)})
			}
			colors[i].Count++
		}
	}
	return colors
}

// Twin returns the index of the colour of which colors[i] is a near twin: the
// nearest within [TwinDistance] among those with more pixels, or as many and
// an earlier place in colors. It returns -1 if there is none, so of two near
// twins only the rarer has one.
func Twin(colors []Color, i int) int {
	twin, nearest := -1, TwinDistance+1
	for j, c := range colors {
		common := c.Count > colors[i].Count || c.Count == colors[i].Count && j < i
		if d := distance(c.NRGBA, colors[i].NRGBA); common && d < nearest {
			twin, nearest = j, d
		}
	}
	return twin
}

// distance returns how far a and b are apart in the channel in which they
// differ most, 0 to 255. Alpha doesn't count.
func distance(a, b color.NRGBA) int {
	return max(apart(a.R, b.R), apart(a.G, b.G), apart(a.B, b.B))
}

func apart(a, b uint8) int { return int(max(a, b) - min(a, b)) }
