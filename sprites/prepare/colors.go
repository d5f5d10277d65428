package prepare

import (
	"image"
	"image/color"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// FarUnit is the [Mapping.Far] from black to white. The eye tells two colours
// side by side from about 2 % of it.
const FarUnit = oklab.Unit

// Mapping is what became of a colour, or with dithering of some of its pixels.
type Mapping struct {
	From  color.NRGBA
	To    color.NRGBA
	Count int // how many pixels, at least 1
	Far   int // how far From and To are apart in OKLab, in parts of FarUnit
}

// recolored returns s in the colours that the options leave it, and what became
// of those it had: in reading order of the first pixels.
func (o *Options) recolored(s *sprites.Sprite) (*sprites.Sprite, []Mapping) {
	before := s.Image()
	after := copyOf(before)
	if o.MergeWithin > 0 {
		replace(after, merged(s.Colors(), o.MergeWithin))
	}
	if o.Palette != nil || o.Colors > 0 {
		o.restrict(after)
	}
	final, err := remade(s, after, s.Part(), 0)
	if err != nil {
		panic("prepare: a recoloured sprite is refused: " + err.Error())
	}
	return final, mappings(before, after)
}

// replace gives each colour in m, unless it isn't in the table, its new one.
func replace(m *image.NRGBA, table map[color.NRGBA]color.NRGBA) {
	for i := 0; i < len(m.Pix); i += 4 {
		if c, ok := table[colorAt(m, i)]; ok {
			setColor(m, i, c)
		}
	}
}

// colorAt returns the colour that begins at m.Pix[i].
func colorAt(m *image.NRGBA, i int) color.NRGBA {
	return color.NRGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3]}
}

func setColor(m *image.NRGBA, i int, c color.NRGBA) {
	m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3] = c.R, c.G, c.B, c.A
}

// mappings compares two pictures of the same size. Empty pixels don't count.
func mappings(before, after *image.NRGBA) []Mapping {
	var list []Mapping
	index := make(map[[2]color.NRGBA]int)
	for p := 0; p < len(before.Pix); p += 4 {
		from, to := colorAt(before, p), colorAt(after, p)
		if from.A == 0 {
			continue
		}
		i, seen := index[[2]color.NRGBA{from, to}]
		if !seen {
			i = len(list)
			index[[2]color.NRGBA{from, to}] = i
			list = append(list, Mapping{From: from, To: to, Far: oklab.Distance(from, to)})
		}
		list[i].Count++
	}
	return list
}

// merged returns the commoner colour that each rare one becomes. The commonest
// colour stays, and after it each that is more than within away from those that
// stay, in the channel in which they differ most; the others become the nearest
// of these. So no colour drifts further than within by way of another.
func merged(colors []sprites.Color, within int) map[color.NRGBA]color.NRGBA {
	slices.SortStableFunc(colors, func(a, b sprites.Color) int { return b.Count - a.Count })
	// In a cube of side within+1 any two colours would have been joined: at most
	// one colour stays in each.
	type cube [3]int
	cubeOf := func(c color.NRGBA) cube {
		side := within + 1
		return cube{int(c.R) / side, int(c.G) / side, int(c.B) / side}
	}
	stays := make(map[cube]int) // index in colors
	table := make(map[color.NRGBA]color.NRGBA)
	for i, c := range colors {
		at := cubeOf(c.NRGBA)
		best, least := -1, within+1
		for n := range 27 {
			j, ok := stays[cube{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}]
			if !ok {
				continue
			}
			if d := apart(colors[j].NRGBA, c.NRGBA); d < least || d == least && j < best {
				best, least = j, d
			}
		}
		if best < 0 {
			stays[at] = i
			continue
		}
		table[c.NRGBA] = colors[best].NRGBA
	}
	return table
}

// apart returns how far a and b are apart in the channel in which they differ
// most.
func apart(a, b color.NRGBA) int {
	d := func(x, y uint8) int { return int(max(x, y) - min(x, y)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

// restrict gives m only colours of the palette, and only as many as wanted.
func (o *Options) restrict(m *image.NRGBA) {
	allowed := o.Palette
	if o.Colors > 0 {
		used := colorsOf(m)
		if allowed != nil {
			mapped := copyOf(m)
			replace(mapped, nearest(used, allowed))
			used = colorsOf(mapped)
		}
		allowed = reduced(used, o.Colors)
	}
	if o.Dither != NoDither {
		dithered(m, allowed, o.Dither)
		return
	}
	replace(m, nearest(colorsOf(m), allowed))
}

// colorsOf returns the colours of m in reading order.
func colorsOf(m *image.NRGBA) []sprites.Color {
	s, err := sprites.FromImage(m, "", nil)
	if err != nil {
		panic("prepare: a picture that was a sprite isn't one: " + err.Error())
	}
	return s.Colors()
}

// nearest returns the colour of the list that each of the colours becomes:
// itself if it is there, otherwise the nearest in OKLab, of several the first.
func nearest(colors []sprites.Color, list []color.NRGBA) map[color.NRGBA]color.NRGBA {
	labs := oklab.List(list)
	table := make(map[color.NRGBA]color.NRGBA, len(colors))
	for _, c := range colors {
		if !slices.Contains(list, c.NRGBA) {
			table[c.NRGBA] = list[oklab.Of(c.NRGBA).Nearest(labs)]
		}
	}
	return table
}
