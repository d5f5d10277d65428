package prepare

import (
	"bytes"
	"image"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// An enlarged picture changes its colours only on a grid. The columns in which
// some row changes are called edges, and so are the rows; the space between two
// is a stripe. If all edges, and both ends, are multiples of k and none larger
// fits, the picture was enlarged k times, and its pixels are those at the
// multiples. The edges of columns and rows have to say the same k: no picture is
// enlarged more in one direction.

// unscaled returns s as it was before it was enlarged, and how many times.
func unscaled(s *sprites.Sprite) (*sprites.Sprite, int, error) {
	k, err := findScale(s.Image(), s.Name(), s.Part())
	if err != nil {
		return nil, 0, err
	}
	small, err := remade(s, sampled(s.Image(), k), s.Part(), 0)
	return small, k, err
}

// findScale returns how many times m, which shows part of the original, has
// been enlarged: more than 1. Otherwise it returns an [*UnscaleError].
func findScale(m *image.NRGBA, name string, part image.Rectangle) (int, error) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	xs, ys := columnEdges(m), rowEdges(m)
	stepX, stepY := step(xs, w), step(ys, h)
	switch {
	case stepX == 0 && stepY > 1 && w%stepY == 0:
		return stepY, nil
	case stepY == 0 && stepX > 1 && h%stepX == 0:
		return stepX, nil
	case stepX > 1 && stepX == stepY:
		return stepX, nil
	}
	e := &UnscaleError{
		Name: name, Width: w, Height: h,
		StepX: stepX, StepY: stepY,
		ThinX: thinnest(xs, w), ThinY: thinnest(ys, h),
	}
	if part.Size() == m.Rect.Size() {
		e.Inside = inside(xs, ys, m.Rect.Size()).Add(part.Min)
	}
	if e.ThinX > 1 && e.ThinY > 1 && stepX+stepY > 0 {
		e.Likely = image.Pt(blocks(xs, w), blocks(ys, h))
	}
	return 0, e
}

// sampled returns the pixels of m in every k-th column and row.
func sampled(m *image.NRGBA, k int) *image.NRGBA {
	small := image.NewNRGBA(image.Rect(0, 0, m.Rect.Dx()/k, m.Rect.Dy()/k))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			small.SetNRGBA(x, y, m.NRGBAAt(x*k, y*k))
		}
	}
	return small
}

// columnEdges returns the columns that differ from the one before.
func columnEdges(m *image.NRGBA) []int {
	differs := make([]bool, m.Rect.Dx())
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:]
		for x := 1; x < len(differs); x++ {
			if [4]uint8(row[4*x:]) != [4]uint8(row[4*x-4:]) {
				differs[x] = true
			}
		}
	}
	var edges []int
	for x, d := range differs {
		if d {
			edges = append(edges, x)
		}
	}
	return edges
}

// rowEdges returns the rows that differ from the one above.
func rowEdges(m *image.NRGBA) []int {
	n := 4 * m.Rect.Dx()
	var edges []int
	for y := 1; y < m.Rect.Dy(); y++ {
		if !bytes.Equal(m.Pix[y*m.Stride:][:n], m.Pix[(y-1)*m.Stride:][:n]) {
			edges = append(edges, y)
		}
	}
	return edges
}

// step returns the greatest number that divides all edges and the length, 0 if
// there are no edges.
func step(edges []int, length int) int {
	if len(edges) == 0 {
		return 0
	}
	for _, e := range edges {
		length = gcd(length, e)
	}
	return length
}

// gcd returns the greatest common divisor of a and b, of which one may be 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// stripes returns the lengths between the edges, and from the ends to them.
func stripes(edges []int, length int) []int {
	var list []int
	from := 0
	for _, e := range edges {
		list = append(list, e-from)
		from = e
	}
	return append(list, length-from)
}

func thinnest(edges []int, length int) int { return slices.Min(stripes(edges, length)) }

// blocks returns how many blocks of the mean size of the single ones the length
// holds: those stripes that aren't half as long again as the thinnest.
func blocks(edges []int, length int) int {
	list := stripes(edges, length)
	thin := slices.Min(list)
	sum, n := 0, 0
	for _, s := range list {
		if 2*s < 3*thin {
			sum += s
			n++
		}
	}
	return max((2*length*n+sum)/(2*sum), 1)
}

// inside returns the largest part of a picture of that size in which whole
// blocks of one size lie, all of the edges on their grid. It is empty if there
// is none, or nothing is left out.
func inside(xs, ys []int, size image.Point) image.Rectangle {
	k := between(xs)
	if k < 2 || k != between(ys) {
		return image.Rectangle{}
	}
	at := image.Pt(xs[0]%k, ys[0]%k)
	r := image.Rectangle{at, at.Add(image.Pt((size.X-at.X)/k*k, (size.Y-at.Y)/k*k))}
	if r.Size() == size {
		return image.Rectangle{}
	}
	return r
}

// between returns the greatest number that divides the lengths between edges, 0
// if there are fewer than two of them.
func between(edges []int) int {
	k := 0
	for i := 1; i < len(edges); i++ {
		k = gcd(k, edges[i]-edges[i-1])
	}
	return k
}
