package exchange

import (
	"bytes"
	"context"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// pictureOf returns what p prints, and the tetrominoes of each of its colours.
func pictureOf(t *testing.T, p *plan.Plan) (*image.NRGBA, []converter.Carrying) {
	t.Helper()
	f := final(t, p)
	m := image.NewNRGBA(image.Rect(0, 0, f.Width(), f.StackHeight()))
	for y := range f.StackHeight() {
		for x := range f.Width() {
			if tm := f.At(x, y); tm != tetris.None {
				m.SetNRGBA(x, f.StackHeight()-1-y, p.Palette[tm])
			}
		}
	}
	var list []converter.Carrying
next:
	for tm := tetris.I; tm <= tetris.L; tm++ {
		for i := range list {
			if list[i].Color == p.Palette[tm] {
				list[i].Tetrominoes = append(list[i].Tetrominoes, tm)
				continue next
			}
		}
		list = append(list, converter.Carrying{Color: p.Palette[tm], Tetrominoes: []tetris.Tetromino{tm}})
	}
	return m, list
}

// manyPieces is how many pieces a picture has at least that is printed row by row.
const manyPieces = 400

// TestPeopleBeaten converts what people print, with the colours on the same
// tetrominoes: their tilings take as many pieces, of which a quarter of the
// pixels is the least; what they print in hundreds takes at most a third.
func TestPeopleBeaten(t *testing.T) {
	arts, err := filepath.Glob(filepath.Join("..", "..", "shared", "peers", "seigot-art", "*.json"))
	if err != nil || len(arts) == 0 {
		t.Skip("people's art files are not here")
	}
	if underRace || testing.Short() {
		t.Skip("the pictures take time to convert")
	}
	for _, art := range arts {
		t.Run(strings.TrimSuffix(filepath.Base(art), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(art)
			if err != nil {
				t.Fatal(err)
			}
			theirs, _, err := ReadSeigot(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			m, carrying := pictureOf(t, theirs)
			sprite, err := sprites.FromImage(m, "art", nil)
			if err != nil {
				t.Fatal(err)
			}
			n := theirs.Pieces()
			tiling := 4*n == sprite.Pixels()
			_, found, err := converter.Convert(context.Background(), sprite, &converter.Options{
				Width: seigotWidth, Height: seigotHeight, Map: carrying,
				Round: func(r converter.Round) bool { return r.Pieces == 0 || 3*r.Pieces > n },
			})
			if err != nil && n < manyPieces && !tiling {
				t.Skipf("they leave less room above than our pieces need to appear: %v", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d pixels: %d pieces, people's %d", sprite.Pixels(), found.Pieces, n)
			if tiling && found.Pieces != n || n >= manyPieces && 3*found.Pieces > n {
				t.Errorf("%d pieces, people's %d", found.Pieces, n)
			}
		})
	}
}
