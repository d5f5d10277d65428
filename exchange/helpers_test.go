package exchange

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// tidyPlan returns a plan of random drops that keeps the stack of a field under
// limit rows: of some random drops it takes the one that stands lowest, or
// clears rows. The rows it takes are cleared often.
func tidyPlan(t testing.TB, seed uint64, width, height, limit, pieces int) *plan.Plan {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	b, err := newBuilder(width, height)
	if err != nil {
		t.Fatal(err)
	}
	for range pieces {
		best, bestScore := tetris.Drop{}, 1<<30
		for range 12 {
			d := randomDrop(rng, width)
			f := b.field.Clone()
			if _, err := f.Drop(d); err != nil {
				t.Fatal(err)
			}
			if s := roughness(f); s < bestScore && f.StackHeight() <= limit {
				best, bestScore = d, s
			}
		}
		if best.Tetromino == tetris.None {
			break // nothing stays under the limit
		}
		if _, err := b.add(best); err != nil {
			t.Fatal(err)
		}
	}
	for i := range b.plan.Palette {
		if i > 0 {
			b.plan.Palette[i].R, b.plan.Palette[i].B, b.plan.Palette[i].A = uint8(31*i), uint8(255-i), 255
		}
	}
	return b.plan
}

// roughness is high for high stacks with gaps.
func roughness(f *tetris.Field) (sum int) {
	for y := range f.StackHeight() {
		sum += (y + 1) * f.RowFilled(y)
	}
	for x := range f.Width() {
		sum += f.ColumnHeight(x) * f.ColumnHeight(x)
		for y := range f.ColumnHeight(x) {
			if f.At(x, y) == tetris.None {
				sum += 20
			}
		}
	}
	return sum
}

func randomDrop(rng *rand.Rand, width int) tetris.Drop {
	d := tetris.Drop{Tetromino: tetris.I + tetris.Tetromino(rng.IntN(tetris.Tetrominoes))}
	d.Orientation = tetris.Orientation(rng.IntN(int(d.Tetromino.Orientations())))
	d.Column = rng.IntN(width - d.Shape().Width + 1)
	return d
}

// planOf makes a 10x22 plan of drops written as "T2@3 I0@0".
func planOf(t testing.TB, drops string) *plan.Plan {
	t.Helper()
	b, err := newBuilder(10, 22)
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsSeq(drops) {
		d := tetris.Drop{
			Tetromino:   tetris.TetrominoOf(word[0]),
			Orientation: tetris.Orientation(strings.IndexByte("0R2L", word[1])),
		}
		fmt.Sscanf(word[3:], "%d", &d.Column)
		if _, err := b.add(d); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return b.plan
}

func dropsOf(p *plan.Plan) (drops []tetris.Drop) {
	for _, d := range p.Drops() {
		drops = append(drops, d)
	}
	return drops
}

func final(t testing.TB, p *plan.Plan) *tetris.Field {
	t.Helper()
	r, err := p.Run()
	if err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	return r.Field
}

// sameDrops fails unless got drops the shapes of want, and its blocks can be
// drawn.
func sameDrops(t testing.TB, got, want *plan.Plan) {
	t.Helper()
	again, err := plan.Read(strings.NewReader(got.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*plan.Plan{got, again} {
		if g, w := shapesOf(p), shapesOf(want); !slices.Equal(g, w) {
			t.Fatalf("drops %v\nwant  %v", g, w)
		}
	}
}

// shapesOf returns the drops of p, each in the least orientation that shows its
// shape: a drawing tells no other.
func shapesOf(p *plan.Plan) (drops []tetris.Drop) {
	for _, d := range dropsOf(p) {
		drops = append(drops, canonical(d))
	}
	return drops
}

// noOddities fails if a reader reports one.
func noOddities(t testing.TB, odd []Oddity) {
	t.Helper()
	if len(odd) > 0 {
		t.Fatalf("oddities: %v", odd)
	}
}
