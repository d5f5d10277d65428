package prepare

import (
	"fmt"
	"image"
	"image/color"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// A print of P pixels on W columns takes N pieces and clears C rows, and every
// cell of the pieces stays as a pixel or leaves with a row: 4N = P + W*C. So P
// has to be a multiple of what W and 4 have in common: of 1 if W is odd, of 4 if
// 4 divides it, otherwise of 2. Where it isn't, some pixels have to go or come.
//
// The least visible change is looked for among all pixels, which could go, and
// all empty cells of the sprite and beside its right end, which could come in
// the colour most common beside them. The points of a change, fewer being less
// visible:
//
//   - 4,000 if it tears parts apart, joins them, or makes or closes a hole, so
//     that the shape becomes another one: seen in the ring of the 8 cells around
//     it, pixels and empty ones don't form one run each
//   - 1,000 for each side of a pixel by which the outline becomes longer or
//     shorter: rounding a corner off or filling one up costs nothing
//   - how far its colour is from those of the pixels beside it, in tenths of a
//     percent of black to white, on the average: a light in an eye is far
//   - 100 if it goes, so that of equals a pixel comes
//
// Of equals the one nearest to the bottom wins, where faces have nothing, and
// then the one on the left. Changes are chosen one after the other.
const (
	shapePoints   = 4000
	outlinePoints = 1000
	removalPoints = 100
)

// Change is a pixel that went or came.
type Change struct {
	At     image.Point // in the sprite, whose top left is (0, 0); up to 3 columns right of it
	Source image.Point // in the original picture, as the sprite's Source says
	From   color.NRGBA // alpha 0 if the pixel came
	To     color.NRGBA // alpha 0 if it went
}

func (c Change) String() string {
	if c.To.A == 0 {
		return fmt.Sprintf("the pixel %s at (%d, %d) is left out", sprites.FormatColor(c.From), c.Source.X, c.Source.Y)
	}
	return fmt.Sprintf("a pixel %s is added at (%d, %d)", sprites.FormatColor(c.To), c.Source.X, c.Source.Y)
}

// Divisor returns the number, 1, 2 or 4, of which the pixels of a sprite have to
// be a multiple to be printable on a field of that many columns.
func Divisor(fieldWidth int) int { return gcd(4, fieldWidth) }

// ParityError reports that no pixels can be changed so that their number comes
// out.
type ParityError struct {
	Name       string
	Pixels     int
	FieldWidth int // columns
}

func (e *ParityError) Error() string {
	return fmt.Sprintf("%s: a field of %d columns prints only multiples of %d pixels, not %d, and none can be left out or added",
		e.Name, e.FieldWidth, Divisor(e.FieldWidth), e.Pixels)
}

// Unwrap returns [sprites.ErrRefused].
func (e *ParityError) Unwrap() error { return sprites.ErrRefused }

// Hint says what can be done.
func (e *ParityError) Hint() string {
	return fmt.Sprintf("a field of an odd number of columns prints any number of pixels, such as --field %dx42", e.FieldWidth+1)
}

// FixParity returns s with the least visible pixels left out or added so that
// their number suits the field, and these changes: none if it does already. The
// fewest are made, of as many the ones with fewer points as above; s itself
// isn't changed.
//
// A change fills no row of the field, empties no row or column of the sprite,
// leaves each colour a pixel, and keeps within the width of the limits, of which
// the width of the field must be known. It returns a [*ParityError] if there are
// no such changes.
func FixParity(s *sprites.Sprite, l sprites.Limits) (*sprites.Sprite, []Change, error) {
	over := s.Pixels() % Divisor(l.FieldWidth)
	if over == 0 {
		return s, nil, nil
	}
	best := newRetouch(s, l)
	ok := best.remove(over)
	if more := newRetouch(s, l); more.add(Divisor(l.FieldWidth)-over) && (!ok || more.better(best)) {
		best, ok = more, true
	}
	if !ok {
		return nil, nil, &ParityError{Name: s.Name(), Pixels: s.Pixels(), FieldWidth: l.FieldWidth}
	}
	fixed, err := best.sprite()
	return fixed, best.changes, err
}

// maxChanges is how many pixels have to go or come at most.
const maxChanges = 3

// retouch is a sprite with some changes. Its picture has maxChanges empty
// columns on the right.
type retouch struct {
	of      *sprites.Sprite
	limits  sprites.Limits
	img     *image.NRGBA
	rows    []int // pixels of each row and column of img
	columns []int
	colors  map[color.NRGBA]int // pixels of each
	changes []Change
	points  int
}

func newRetouch(s *sprites.Sprite, l sprites.Limits) *retouch {
	w, h := s.Width()+maxChanges, s.Height()
	r := &retouch{
		of:      s,
		limits:  l,
		img:     image.NewNRGBA(image.Rect(0, 0, w, h)),
		rows:    make([]int, h),
		columns: make([]int, w),
		colors:  make(map[color.NRGBA]int),
	}
	for y := range h {
		for x := range w {
			r.set(image.Pt(x, y), s.At(x, y))
		}
	}
	return r
}

// at returns the colour of a cell, color.NRGBA{} if it is empty.
func (r *retouch) at(p image.Point) color.NRGBA { return r.img.NRGBAAt(p.X, p.Y) }

// set gives a cell a colour, or none.
func (r *retouch) set(p image.Point, c color.NRGBA) {
	r.count(p, -1)
	r.img.SetNRGBA(p.X, p.Y, c)
	r.count(p, 1)
}

// count adds n for the pixel in a cell, if there is one.
func (r *retouch) count(p image.Point, n int) {
	if c := r.at(p); c.A != 0 {
		r.rows[p.Y] += n
		r.columns[p.X] += n
		r.colors[c] += n
	}
}

// better reports whether the changes of r are fewer than those of o, or less
// visible.
func (r *retouch) better(o *retouch) bool {
	if len(r.changes) != len(o.changes) {
		return len(r.changes) < len(o.changes)
	}
	return r.points < o.points
}

// remove leaves n pixels out. It returns false if it can't.
func (r *retouch) remove(n int) bool {
	for range n {
		if !r.change(r.removal) {
			return false
		}
	}
	return true
}

// add adds n pixels. It returns false if it can't.
func (r *retouch) add(n int) bool {
	for range n {
		if !r.change(r.addition) {
			return false
		}
	}
	return true
}

// change makes the change of the fewest points that option offers for any cell.
func (r *retouch) change(option func(image.Point) (to color.NRGBA, points int, ok bool)) bool {
	var best Change
	least := -1
	for y := r.img.Rect.Dy() - 1; y >= 0; y-- {
		for x := range r.img.Rect.Dx() {
			p := image.Pt(x, y)
			if to, points, ok := option(p); ok && (least < 0 || points < least) {
				best, least = Change{At: p, Source: r.of.Source(x, y), From: r.at(p), To: to}, points
			}
		}
	}
	if least < 0 {
		return false
	}
	r.set(best.At, best.To)
	r.changes = append(r.changes, best)
	r.points += least
	return true
}

// removal says whether the pixel at p may go, and its points.
func (r *retouch) removal(p image.Point) (to color.NRGBA, points int, ok bool) {
	c := r.at(p)
	if c.A == 0 || r.rows[p.Y] == 1 || r.columns[p.X] == 1 || r.colors[c] == 1 {
		return to, 0, false
	}
	return to, removalPoints + r.visible(p, c), true
}

// addition says whether a pixel may come to p, which, and its points.
func (r *retouch) addition(p image.Point) (to color.NRGBA, points int, ok bool) {
	beside := r.beside(p)
	if r.at(p).A != 0 || len(beside) == 0 || r.rows[p.Y]+1 >= r.limits.FieldWidth || p.X >= max(r.of.Width(), r.limits.MaxWidth) {
		return to, 0, false
	}
	to = beside[0]
	n := 0
	for _, c := range beside {
		same := 0
		for _, d := range beside {
			if c == d {
				same++
			}
		}
		if same > n {
			to, n = c, same
		}
	}
	return to, r.visible(p, to), true
}

// around are the steps to the cells around one, clockwise from the one above.
var around = [8]image.Point{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// beside returns the colours of the pixels at the four sides of p, clockwise.
func (r *retouch) beside(p image.Point) []color.NRGBA {
	var list []color.NRGBA
	for i := 0; i < len(around); i += 2 {
		if c := r.at(p.Add(around[i])); c.A != 0 {
			list = append(list, c)
		}
	}
	return list
}

// visible returns the points of a change between empty and colour c at p, but
// for removalPoints.
func (r *retouch) visible(p image.Point, c color.NRGBA) int {
	beside := r.beside(p)
	points := outlinePoints * max(2*len(beside)-4, 4-2*len(beside))
	far := 0
	for _, b := range beside {
		far += oklab.Distance(b, c)
	}
	if len(beside) > 0 {
		points += far * 1000 / oklab.Unit / len(beside)
	}
	turns := 0 // from pixel to empty or back
	for i := range around {
		filled := r.at(p.Add(around[i])).A != 0
		if next := r.at(p.Add(around[(i+1)%len(around)])).A != 0; filled != next {
			turns++
		}
	}
	if turns != 2 {
		points += shapePoints
	}
	return points
}

// sprite returns the changed sprite.
func (r *retouch) sprite() (*sprites.Sprite, error) {
	return remade(r.of, r.img, r.of.SourceRect(r.img.Rect), 0)
}
