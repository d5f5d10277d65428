package printer

import (
	"errors"
	"flag"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

var update = flag.Bool("update", false, "rewrite testdata")

// smallPlan has turns and shifts both ways, two line clears, coloured and grey
// pieces. It leaves
//
//	.J.TTT
//	.JOOT.
const smallPlan = `# field 6x8
e63946 2a9d8f f4a261

....BB
AAAABB

.A....
.A....
AA....

..AA..
..AA..

...AAA
....A.
`

func parsePlan(t testing.TB, text string) *plan.Plan {
	t.Helper()
	p, err := plan.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// randomPlan drops n random pieces, each of the 20 tried that lands lowest, or
// fewer when there is no room any more.
func randomPlan(seed uint64, width, height, n int) *plan.Plan {
	rnd := rand.New(rand.NewPCG(seed, 0))
	f, err := tetris.NewField(width, height)
	if err != nil {
		panic(err)
	}
	p := &plan.Plan{Width: width, Height: height}
	p.Palette[tetris.J].R, p.Palette[tetris.J].A = 220, 255
	p.Palette[tetris.T].G, p.Palette[tetris.T].A = 180, 255
	p.Palette[tetris.L].A = 255 // black
	for range n {
		best, bestTop := tetris.Drop{}, height+1
		for range 20 {
			t := tetris.Tetromino(1 + rnd.IntN(tetris.Tetrominoes))
			d := tetris.Drop{Tetromino: t, Orientation: tetris.Orientation(rnd.IntN(4))}
			d.Column = rnd.IntN(width - d.Shape().Width + 1)
			if top := f.Landing(d) + d.Shape().Height; top < bestTop {
				best, bestTop = d, top
			}
		}
		if bestTop > height {
			break
		}
		if _, err := f.Drop(best); errors.Is(err, tetris.ErrTopOut) {
			break
		}
		p.Blocks = append(p.Blocks, plan.Block{Pieces: []tetris.Piece{{Drop: best}}})
	}
	return p
}

// playedPlan drops n pieces, each where it comes to lie low and covers few holes,
// so that rows clear and the game goes on; on a narrow field not for ever. At speed and look it is much like the
// print of a sprite.
func playedPlan(seed uint64, width, height, n int) *plan.Plan {
	rnd := rand.New(rand.NewPCG(seed, 0))
	f, err := tetris.NewField(width, height)
	if err != nil {
		panic(err)
	}
	p := &plan.Plan{Width: width, Height: height}
	p.Palette[tetris.J] = color.NRGBA{200, 60, 40, 255}
	p.Palette[tetris.T] = color.NRGBA{240, 200, 150, 255}
	p.Palette[tetris.L] = color.NRGBA{40, 60, 190, 255}
	for range n {
		t := tetris.Tetromino(1 + rnd.IntN(tetris.Tetrominoes))
		best, bestCost := tetris.Drop{}, math.MaxInt
		for o := range t.Orientations() {
			for x := range width - t.Shape(o).Width + 1 {
				d := tetris.Drop{Tetromino: t, Orientation: o, Column: x}
				if cost := dropCost(f, d); cost < bestCost {
					best, bestCost = d, cost
				}
			}
		}
		if _, err := f.Drop(best); err != nil {
			break
		}
		p.Blocks = append(p.Blocks, plan.Block{Pieces: []tetris.Piece{{Drop: best}}})
	}
	return p
}

// dropCost counts the rows that the middle of d lies up and, eightfold, the
// cells it covers.
func dropCost(f *tetris.Field, d tetris.Drop) int {
	s, row := d.Shape(), f.Landing(d)
	covered := 0
	for i := range s.Width {
		covered += row + s.Bottom[i] - f.ColumnHeight(d.Column+i)
	}
	return 2*row + s.Height + 8*covered
}

// drawn draws a screen: '.' empty, letters of tetrominoes, '#' flashing, '|' the
// frame, ' ' nothing, 'g' and 'z' the goal small and large, and words, of which a
// tile holds two characters, in brackets.
func drawn(s *screen) string {
	var b strings.Builder
	for i, t := range s.tiles {
		switch t.kind {
		case empty, block, part:
			b.WriteString(tetris.Tetromino(t.a).String())
		case text:
			b.Write([]byte{'[', byte(t.a), byte(t.b), ']'})
		default:
			b.WriteByte(map[kind]byte{flash: '#', outside: ' ', wall: '|', goal: 'g', zoom: 'z'}[t.kind])
		}
		if i%s.cols == s.cols-1 {
			b.WriteByte('\n')
		}
	}
	return strings.ReplaceAll(b.String(), "][", "")
}

// golden compares got with a file of testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update rewrites it); got:\n%s", path, got)
	}
}

// files lists the files under dir with their contents' lengths.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && path != dir {
			list = append(list, fmt.Sprintf("%s %d", filepath.Base(path), info.Size()))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
