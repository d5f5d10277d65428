package sprites

import "bytes"

// Scale returns the greatest k such that the sprite consists of blocks of k by
// k pixels of one colour each: more than 1 if it was enlarged k times, 1 if it
// wasn't. A sprite of one colour and no empty pixel tells nothing: 1.
func (s *Sprite) Scale() int {
	w, h := s.Width(), s.Height()
	k, stripes := 0, 0
	row := func(y int) []uint8 { return s.img.Pix[y*s.img.Stride : (y+1)*s.img.Stride] }
	for y := 1; y < h && k != 1; y++ {
		if !bytes.Equal(row(y), row(y-1)) {
			k = gcd(k, y)
			stripes++
		}
	}
	for x := 1; x < w && k != 1; x++ {
		for y := range h {
			if s.At(x, y) != s.At(x-1, y) {
				k = gcd(k, x)
				stripes++
				break
			}
		}
	}
	if stripes == 0 {
		return 1
	}
	return gcd(gcd(k, w), h)
}

// gcd returns the greatest common divisor of a and b, of which one may be 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
