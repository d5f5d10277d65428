package sprites

import (
	"image"
	"image/color"
	"slices"
	"testing"
)

// The sprite that tetrominoes tile is checked by trying: each colour owns one
// tetromino, the pieces cover the pixels exactly, and they can fall one after
// the other without any row to carry them. Of each colour only the first tiling
// is tried, so a sprite that passes can be tiled, and one that doesn't still
// might. Rows count from the top here.

// shapes are the orientations of the tetrominoes, drawn in rows; the first
// filled cell of a shape in reading order is what fit puts on a pixel.
var shapes = map[string][][]string{
	"I": {{"xxxx"}, {"x", "x", "x", "x"}},
	"O": {{"xx", "xx"}},
	"T": {{"xxx", ".x."}, {".x.", "xxx"}, {"x.", "xx", "x."}, {".x", "xx", ".x"}},
	"S": {{".xx", "xx."}, {"x.", "xx", ".x"}},
	"Z": {{"xx.", ".xx"}, {".x", "xx", "x."}},
	"J": {{"x..", "xxx"}, {"xxx", "..x"}, {"xx", "x.", "x."}, {".x", ".x", "xx"}},
	"L": {{"..x", "xxx"}, {"xxx", "x.."}, {"xx", ".x", ".x"}, {"x.", "x.", "xx"}},
}

// tiled reports whether s can be printed by its pixels' own pieces.
func tiled(s *Sprite) bool {
	if s.Pixels()%4 != 0 {
		return false
	}
	names := []string{"I", "O", "T", "S", "Z", "J", "L"}
	return assign(s, names, nil)
}

// assign gives the next colour each of the tetrominoes that are left.
func assign(s *Sprite, left []string, owned []string) bool {
	colors := s.Colors()
	if len(owned) == len(colors) {
		return fall(s, tilings(colors, owned, s))
	}
	for i, name := range left {
		rest := slices.Delete(slices.Clone(left), i, i+1)
		if assign(s, rest, append(owned, name)) {
			return true
		}
	}
	return false
}

// tilings returns a tiling of each colour by its tetromino in one list, or nil
// if one has none.
func tilings(colors []Color, owned []string, s *Sprite) [][]image.Point {
	var pieces [][]image.Point
	for i, c := range colors {
		part, ok := cover(s, c.NRGBA, shapes[owned[i]], make(map[image.Point]bool))
		if !ok {
			return nil
		}
		pieces = append(pieces, part...)
	}
	return pieces
}

// cover covers the pixels of colour c that aren't taken with the shapes.
func cover(s *Sprite, c color.NRGBA, shapes [][]string, taken map[image.Point]bool) ([][]image.Point, bool) {
	for y := range s.Height() {
		for x := range s.Width() {
			at := image.Pt(x, y)
			if s.At(x, y) != c || taken[at] {
				continue
			}
			for _, shape := range shapes {
				piece := fit(s, at, shape, taken)
				if piece == nil {
					continue
				}
				for _, p := range piece {
					taken[p] = true
				}
				if rest, ok := cover(s, c, shapes, taken); ok {
					return append(rest, piece), true
				}
				for _, p := range piece {
					delete(taken, p)
				}
			}
			return nil, false
		}
	}
	return nil, true
}

// fit returns the cells of the shape with its first one at a pixel, or nil if
// they aren't all free and of the same colour.
func fit(s *Sprite, at image.Point, shape []string, taken map[image.Point]bool) []image.Point {
	first := slices.Index([]byte(shape[0]), 'x')
	var piece []image.Point
	for dy, row := range shape {
		for dx := range len(row) {
			p := at.Add(image.Pt(dx-first, dy))
			if row[dx] != 'x' {
				continue
			}
			if taken[p] || s.At(p.X, p.Y) != s.At(at.X, at.Y) {
				return nil
			}
			piece = append(piece, p)
		}
	}
	return piece
}

// fall reports whether the pieces can be dropped in some order, each coming to
// rest on the floor or on another. A piece that can fall now never blocks one
// that could, unless it lies above it, so the order doesn't matter otherwise.
func fall(s *Sprite, pieces [][]image.Point) bool {
	if pieces == nil {
		return false
	}
	stack := make(map[image.Point]bool)
	for len(pieces) > 0 {
		i := slices.IndexFunc(pieces, func(piece []image.Point) bool {
			return rests(s, stack, piece) && !covers(pieces, piece)
		})
		if i < 0 {
			return false
		}
		for _, p := range pieces[i] {
			stack[p] = true
		}
		pieces = slices.Delete(slices.Clone(pieces), i, i+1)
	}
	return true
}

// rests reports whether a cell of the piece lies on the floor or the stack.
func rests(s *Sprite, stack map[image.Point]bool, piece []image.Point) bool {
	return slices.ContainsFunc(piece, func(p image.Point) bool {
		return p.Y == s.Height()-1 || stack[p.Add(image.Pt(0, 1))]
	})
}

// covers reports whether the piece would lie above one that hasn't fallen yet.
func covers(pieces [][]image.Point, piece []image.Point) bool {
	for _, other := range pieces {
		for _, o := range other {
			if slices.ContainsFunc(piece, func(p image.Point) bool { return p.X == o.X && p.Y < o.Y && !slices.Contains(piece, o) }) {
				return true
			}
		}
	}
	return false
}

// TestTiled holds that the check of tilings can tell.
func TestTiled(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"a square", "r=dc2828\nrr\nrr\n", true},
		{"four T", "r=dc2828\nrrrr\nrrrr\nrrrr\nrrrr\n", true},
		{"one leans on the other", "r=dc2828 g=28b43c\nrrrg\n.rgg\n..g.\n", true},
		{"one hangs beside the other", "r=dc2828 g=28b43c\nrrg\n.rg\n.rg\n..g\n", false},
		{"three pixels", "r=dc2828\nrrr\n", false},
		{"no tetromino", "r=dc2828\nrr.\n..r\n..r\n", false},
		{"a square and a bar of one colour", "r=dc2828\nrr....\nrr.rrr\n...r..\n", false},
		{"in the air", "r=dc2828 g=28b43c\ngg......\ngg......\n........\nrrrr....\n", false},
	} {
		if got := tiled(mustParse(t, test.text)); got != test.want {
			t.Errorf("%s: got %v, want %v in\n%s", test.name, got, test.want, test.text)
		}
	}
}
