package sprites

import "bytes"

// Scale returns how many times the sprite was enlarged: the greatest k such that
// its columns, and also its rows, change their colours only at multiples of k,
// and no larger number fits either. It is 1 if there is no such k: where it was
// enlarged unequally or not at all, and where it has one colour only.
func (s *Sprite) Scale() int {
	w, h := s.Width(), s.Height()
	x, y := s.columnStep(), s.rowStep()
	switch {
	case x == y && x > 1:
		return x
	case x == 0 && y > 1 && w%y == 0:
		return y
	case y == 0 && x > 1 && h%x == 0:
		return x
	}
	return 1
}

// columnStep returns the greatest number that divides the width and all columns
// that differ from the one before, 0 if there are none.
func (s *Sprite) columnStep() int {
	k := 0
	for x := 1; x < s.Width() && k != 1; x++ {
		for y := range s.Height() {
			if s.At(x, y) != s.At(x-1, y) {
				k = gcd(gcd(k, x), s.Width())
				break
			}
		}
	}
	return k
}

// rowStep is columnStep for the height and the rows.
func (s *Sprite) rowStep() int {
	row := func(y int) []uint8 { return s.img.Pix[y*s.img.Stride : (y+1)*s.img.Stride] }
	k := 0
	for y := 1; y < s.Height() && k != 1; y++ {
		if !bytes.Equal(row(y), row(y-1)) {
			k = gcd(gcd(k, y), s.Height())
		}
	}
	return k
}

// gcd returns the greatest common divisor of a and b, of which one may be 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
