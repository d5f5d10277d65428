package converter

import (
	"context"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// BenchmarkConvert converts a sprite of 16x16 pixels.
func BenchmarkConvert(b *testing.B) {
	s, err := sprites.Builtin("owl")
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range Methods() {
		b.Run(string(m), func(b *testing.B) {
			pieces := 0
			b.ReportAllocs()
			for b.Loop() {
				_, r, err := Convert(context.Background(), s, &Options{Method: m})
				if err != nil {
					b.Fatal(err)
				}
				pieces = r.Pieces
			}
			b.ReportMetric(float64(pieces), "pieces/op")
		})
	}
}
