package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Every entry of the embedded tables has the least height there is. The article
// says so of 2 patterns of one square (4 with their mirror images) and of 49 of
// six; so it is for 133 of two squares.
func TestEmbeddedProofs(t *testing.T) {
	set := patterns.EmbeddedSet()
	r, err := Check(t.Context(), set.Tables, &CheckOptions{Prove: true})
	if err != nil {
		t.Fatal(err)
	}
	want := CheckReport{Patterns: 1891, Proved: 1891, Heights: 4 + 133 + 455 + 49, Nodes: r.Nodes}
	if *r != want {
		t.Errorf("got %+v, want %+v", *r, want)
	}
}

// Nor is there a lower one in any other game: the rules that no piece leaves a
// gap and that rows clear from the bottom up change nothing.
func TestEmbeddedProofsForAnyGame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	set := patterns.EmbeddedSet()
	tables := []*patterns.Table{set.Table(1), set.Table(2), set.Table(3), set.Table(6)}
	r, err := Check(t.Context(), tables, &CheckOptions{Prove: true, Prover: Prover{AnyGame: true}})
	if err != nil || r.Proved != 19+136+455+84 || r.Heights != 4+133+455+49 {
		t.Errorf("%v, %+v", err, r)
	}
}

func TestProve(t *testing.T) {
	high, _, err := Build(t.Context(), &BuildOptions{Squares: []int{1}, Rows: 7, Width: 9})
	if err != nil {
		t.Fatal(err)
	}
	for i := range high.Tables[0].Patterns {
		p := &high.Tables[0].Patterns[i]
		for _, any := range []bool{false, true} {
			heights, nodes, err := (&Prover{AnyGame: any}).Prove(t.Context(), p)
			var refuted *RefutedError
			_, known := mustBuild(t, 9, 1, 3).Find(p.At)
			if known != errors.As(err, &refuted) || known && refuted.Rows != 3 || !known && err != nil || heights != 1 || nodes == 0 {
				t.Errorf("%v, any game %v: %v after %d heights, %d nodes; one of 3 rows: %v", p, any, err, heights, nodes, known)
			}
		}
	}
	// All refuted: the first one is named.
	_, err = Check(t.Context(), high.Tables, &CheckOptions{Prove: true, Jobs: 4})
	var refuted *RefutedError
	if !errors.As(err, &refuted) || refuted.Pattern.At[0] != 0 {
		t.Errorf("got %v, want the pattern at 0 refuted", err)
	}

	seven, _ := patterns.Embedded(1).Find([]int{7})
	for name, any := range map[string]bool{"packings": false, "games": true} {
		v := &Prover{AnyGame: any, MaxNodes: 5}
		var budget *BudgetError
		if _, _, err := v.Prove(t.Context(), seven); !errors.As(err, &budget) {
			t.Errorf("%s, 5 nodes: got %v, want that it gave up", name, err)
		}
		if r, err := Check(t.Context(), []*patterns.Table{patterns.Embedded(1)}, &CheckOptions{Prove: true, Prover: *v}); err != nil || r.GaveUp == 0 || r.Proved+r.GaveUp != 19 {
			t.Errorf("%s, 5 nodes: %v, %+v", name, err, r)
		}
		if _, _, err := v.Prove(&deadline{context.Background(), 0}, seven); err != context.DeadlineExceeded {
			t.Errorf("%s, cancelled: got %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, high.Tables, &CheckOptions{Prove: true}); err != context.Canceled {
		t.Errorf("cancelled: got %v", err)
	}
}

func mustBuild(t *testing.T, width, squares, rows int) *patterns.Table {
	t.Helper()
	set, _, err := Build(t.Context(), &BuildOptions{Width: width, Squares: []int{squares}, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	return set.Tables[0]
}

// A platform that is higher than it has to be is refuted too.
func TestProvePlatform(t *testing.T) {
	for _, any := range []bool{false, true} { // makes no difference for platforms
		p := &mustBuild(t, 10, 0, 6).Patterns[2]
		_, _, err := (&Prover{AnyGame: any}).Prove(t.Context(), p)
		var refuted *RefutedError
		if !errors.As(err, &refuted) || refuted.Rows != 4 {
			t.Errorf("%v: got %v, want that there is one of 4 rows", p, err)
		}
		p.Rows = 4 // as if it were
		if heights, _, err := (&Prover{}).Prove(t.Context(), p); err != nil || heights != 0 {
			t.Errorf("4 rows: got %v after %d heights", err, heights)
		}
	}
}

// A fault of a table comes before proofs.
func TestCheckReplays(t *testing.T) {
	table := *patterns.Embedded(6)
	table.Patterns = slices.Clone(table.Patterns)
	p := &table.Patterns[17]
	p.Pieces = slices.Clone(p.Pieces)
	slices.Reverse(p.Pieces[6:])
	if _, err := Check(t.Context(), []*patterns.Table{patterns.Embedded(7), &table}, nil); err == nil {
		t.Error("no error for drops in reverse order")
	}
}

// AnyGame agrees with trying all drops by the rules.
func TestAnyGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	yes := 0
	for range 300 {
		width, rows := 4+rng.IntN(3), 1+rng.IntN(3)
		p := emitterPacking(width, nil, rows)
		p.Filled = make([]bool, width)
		for x := range width - 1 {
			p.Start[x] = rng.IntN(2)
			p.Filled[x] = rng.IntN(4) == 0
		}
		if p.cells()%4 != 0 {
			continue
		}
		_, err := new(AnyGame).Possible(t.Context(), p)
		want := playable(t, p)
		if want != (err == nil) || !want && err != ErrNoSolution {
			t.Errorf("%v, playable: %v\n%v", err, want, p)
		}
		_, packed := new(Exhaustive).Search(t.Context(), p)
		if packed == nil && err != nil {
			t.Errorf("there is a packing, but no game\n%v", p)
		}
		if want {
			yes++
		}
	}
	if yes < 20 {
		t.Errorf("%d packings can be played: this proves little", yes)
	}
}

// playable tries all drops on the field itself.
func playable(t *testing.T, p *Packing) bool {
	t.Helper()
	f, err := p.field(p.Start)
	if err != nil {
		t.Fatal(err)
	}
	drops := allDrops(f.Width())
	seen := make(map[string]bool)
	var visit func(f *tetris.Field, rows int) bool
	visit = func(f *tetris.Field, rows int) bool {
		if rows == 0 {
			return f.StackHeight() <= 1
		}
		key := f.String()
		if f.StackHeight() > rows+1 || seen[key] {
			return false
		}
		seen[key] = true
		for _, d := range drops {
			g := f.Clone()
			placed, err := g.Drop(d)
			// What lies in the sprite row stays there or clears the row.
			if err == nil && placed.Row > 0 && placed.Lines() <= rows && visit(g, rows-placed.Lines()) {
				return true
			}
		}
		return false
	}
	return visit(f, slices.Min(p.Goal)-slices.Min(p.Start))
}
