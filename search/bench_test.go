package search

import (
	"errors"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/patterns"
)

// BenchmarkSearchers packs emitters of every number of squares on 21 columns, in
// the rows in which the embedded tables have them. The randomised search gives
// some of them up.
func BenchmarkSearchers(b *testing.B) {
	var sample []*Packing
	for n := 1; n <= 7; n++ {
		list := patterns.Embedded(n).Patterns
		for i := 0; i < len(list); i += 1 + len(list)/8 {
			sample = append(sample, emitterPacking(21, list[i].At, list[i].Rows))
		}
	}
	for _, s := range []struct {
		name string
		Searcher
	}{
		{"exact", &Exact{TilingsOnly: true}},
		{"random", &Random{Workers: 1}},
	} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			tried, found, nodes := 0, 0, 0
			for b.Loop() {
				r, err := s.Search(b.Context(), sample[tried%len(sample)])
				tried++
				nodes += r.Nodes
				var budget *BudgetError
				if err == nil {
					found++
				} else if !errors.As(err, &budget) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(found)/b.Elapsed().Seconds(), "patterns/s")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkProofs rules out the heights below the least one.
func BenchmarkProofs(b *testing.B) {
	var list []*Packing
	for _, n := range []int{1, 2, 6} {
		for _, p := range patterns.Embedded(n).Patterns {
			if p.Rows > 4 {
				list = append(list, emitterPacking(21, p.At, p.Rows-4))
			}
		}
	}
	proved, nodes := 0, 0
	for b.Loop() {
		r, err := (&Exact{}).Search(b.Context(), list[proved%len(list)])
		if err != ErrNoSolution {
			b.Fatal(err)
		}
		proved++
		nodes += r.Nodes
	}
	b.ReportMetric(float64(proved)/b.Elapsed().Seconds(), "proofs/s")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkBuild builds all tables of 21 columns, with the proofs.
func BenchmarkBuild(b *testing.B) {
	built := 0
	for b.Loop() {
		_, r, err := Build(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		built += r.Patterns
	}
	b.ReportMetric(float64(built)/b.Elapsed().Seconds(), "patterns/s")
}
