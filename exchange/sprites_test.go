package exchange

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
)

// printed are plans that print the built-in sprites, shrunk to fit, on the
// field of 10 columns and 22 rows.
var printed = sync.OnceValues(func() (map[string]*plan.Plan, error) {
	plans := map[string]*plan.Plan{}
	for _, name := range spriteNames() {
		p, err := printOn(name, 22)
		if err != nil {
			return nil, err
		}
		plans[name] = p
	}
	return plans, nil
})

// printOn prints a built-in sprite, shrunk to fit, on a field of 10 columns.
func printOn(name string, height int) (*plan.Plan, error) {
	picture, err := sprites.OpenPicture(sprites.Prefix + name)
	if err != nil {
		return nil, err
	}
	made, err := prepare.First(picture, &prepare.Options{Fit: image.Pt(9, 14)})
	if err != nil {
		return nil, err
	}
	sprite, _, err := prepare.FixParity(made.Sprite, converter.Dense.Limits(10, height))
	if err != nil {
		return nil, err
	}
	p, _, err := converter.Convert(context.Background(), sprite, &converter.Options{
		Width:  10,
		Height: height,
		Effort: 1,
		Round:  func(r converter.Round) bool { return r.Pieces == 0 }, // the first plan will do
	})
	return p, err
}

// spriteNames returns the sprites to print: under the race detector a few.
func spriteNames() []string {
	if underRace {
		return sprites.Names()[:3]
	}
	return sprites.Names()
}

// prints returns those plans by the names of the sprites.
func prints(t *testing.T) map[string]*plan.Plan {
	t.Helper()
	if testing.Short() {
		t.Skip("the sprites take time to convert")
	}
	plans, err := printed()
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func TestSpritesAsFumen(t *testing.T) {
	plans := prints(t)
	names := spriteNames()
	var fumens []string
	for _, name := range names {
		fumens = append(fumens, strings.TrimSpace(fumenText(t, plans[name], &FumenOptions{Comment: "€ 50% π"})))
	}
	answers := decoded(t, fumens)
	for i, name := range names {
		checkParts(t, name, plans[name], fumens[i:i+1], answers[i:i+1])
	}
}

// TestSpritesRoundTrip writes each print in every form that is read.
func TestSpritesRoundTrip(t *testing.T) {
	writers := map[Format]func(*bytes.Buffer, *plan.Plan) error{
		Fumen:  func(b *bytes.Buffer, p *plan.Plan) error { return WriteFumen(b, p, nil) },
		Seigot: func(b *bytes.Buffer, p *plan.Plan) error { return WriteSeigot(b, p) },
		JSON:   func(b *bytes.Buffer, p *plan.Plan) error { return WriteJSON(b, p) },
		NDJSON: func(b *bytes.Buffer, p *plan.Plan) error { return WriteNDJSON(b, p) },
	}
	for name, want := range prints(t) {
		for _, format := range Readable() {
			var b bytes.Buffer
			if err := writers[format](&b, want); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got := Sniff(b.Bytes()[:min(b.Len(), SniffBytes)]); got != format {
				t.Errorf("%s: sniffed %q, want %q", name, got, format)
			}
			got, odd, err := Read(&b, format)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			noOddities(t, odd)
			sameDrops(t, got, want)
			if format != Seigot && !slices.Equal(dropsOf(got), dropsOf(want)) { // that game has fewer orientations
				t.Errorf("%s, %s: the drops are %v, want %v", name, format, dropsOf(got), dropsOf(want))
			}
		}
	}
}

func TestSpritesAsSeigot(t *testing.T) {
	player := seigotPlay(t)
	for name, p := range prints(t) {
		art := filepath.Join(t.TempDir(), "art.json")
		if err := os.WriteFile(art, []byte(seigotText(t, p)), 0o666); err != nil {
			t.Fatal(err)
		}
		m, counts := played(t, player, art, "-n", fmt.Sprint(p.Pieces()))
		if counts["pieces"] != p.Pieces() || counts["blocked_turn"]+counts["blocked_shift"]+counts["too_far"] > 0 {
			t.Errorf("%s: the player counts %v of %d pieces", name, counts, p.Pieces())
		}
		shows(t, p, m)
	}
}

func TestSpritesAsKeys(t *testing.T) {
	for name, p := range prints(t) {
		for _, rules := range AllRules() {
			b, err := newBook(rules, p.Width, p.Height)
			if err != nil {
				t.Fatal(err)
			}
			if presses(t, p, rules) {
				continue
			}
			if b.height >= p.Height {
				t.Errorf("%s, %s: refused", name, rules)
				continue
			}
			// What is made for 22 rows may stand too high for a game of 20: what is
			// made for that game may not.
			low, err := printOn(name, b.height)
			if err != nil {
				t.Fatal(err)
			}
			if !presses(t, low, rules) {
				t.Errorf("%s, %s: refused on the game's own field", name, rules)
			}
		}
	}
}
