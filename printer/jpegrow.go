package printer

import (
	"encoding/binary"
	"math/bits"
)

// A bitString is a number of bits, 64 a word, the first one the most
// significant. The bits of the last word that are left over are 0.
type bitString struct {
	words []uint64
	n     int
}

// substring returns the bits from start to end of b, each byte's first bit the
// most significant.
func substring(b []byte, start, end int) bitString {
	s := bitString{n: end - start}
	for i := start; i < end; i++ {
		if (i-start)%64 == 0 {
			s.words = append(s.words, 0)
		}
		bit := uint64(b[i/8]) >> (7 - i%8) & 1
		s.words[len(s.words)-1] |= bit << (63 - (i-start)%64)
	}
	return s
}

// A bitWriter joins bit strings to the bytes of a JPEG picture, in which a zero
// follows each 0xff.
type bitWriter struct {
	out  []byte
	rest uint64 // n bits, less than 64, that are not in out yet
	n    int
}

func (w *bitWriter) add(s bitString) {
	left := s.n
	for _, word := range s.words {
		w.addBits(word, min(left, 64))
		left -= 64
	}
}

// addBits adds the first n bits of word, of which the others are 0.
func (w *bitWriter) addBits(word uint64, n int) {
	w.rest |= word >> w.n
	w.n += n
	if w.n < 64 {
		return
	}
	w.put(w.rest, 8)
	w.n -= 64
	w.rest = word << (n - w.n) // by 64: nothing is left
}

// finish fills up the last byte with ones.
func (w *bitWriter) finish() {
	w.put(w.rest|^uint64(0)>>w.n, (w.n+7)/8)
	w.rest, w.n = 0, 0
}

// put writes the first n bytes of word.
func (w *bitWriter) put(word uint64, n int) {
	if n == 8 && !hasFF(word) {
		w.out = binary.BigEndian.AppendUint64(w.out, word)
		return
	}
	for range n {
		b := byte(word >> 56)
		w.out = append(w.out, b)
		if b == 0xff {
			w.out = append(w.out, 0)
		}
		word = bits.RotateLeft64(word, 8)
	}
}

// hasFF reports whether a byte of v is 0xff.
func hasFF(v uint64) bool {
	// A borrow reaches the top bit of a byte of ^v only where it was 0.
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	return (^v-ones)&v&tops != 0
}
