package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func seigotText(t testing.TB, p *plan.Plan) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSeigot(&b, p); err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	return b.String()
}

// near returns those drops of a random game that the game of seigot can do.
func near(t testing.TB, seed uint64, pieces int) *plan.Plan {
	t.Helper()
	b, err := newBuilder(10, 22)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dropsOf(tidyPlan(t, seed, 10, 22, 14, pieces)) {
		rules, err := newBook(RulesSeigot, 10, 22)
		if err != nil {
			t.Fatal(err)
		}
		if _, why := rules.way(b.field, d); why == "" {
			if _, err := b.add(d); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.plan
}

func TestSeigotRoundTrip(t *testing.T) {
	for seed := range uint64(8) {
		want := near(t, seed, 10+int(seed)*30)
		got, odd, err := ReadSeigot(strings.NewReader(seigotText(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		noOddities(t, odd)
		sameDrops(t, got, want)
	}
}

// The writer's entries of every orientation at the left wall, by hand.
func TestSeigotKnown(t *testing.T) {
	for drop, want := range map[string]string{
		"I0@0": "[1,1,2,1]", "IR@0": "[1,0,0,1]", "O0@0": "[5,0,0,1]",
		"S0@0": "[6,0,1,1]", "SR@0": "[6,1,0,1]", "Z0@0": "[7,0,1,1]", "ZR@0": "[7,1,0,1]",
		"L0@0": "[2,3,1,1]", "LR@0": "[2,0,0,1]", "L2@0": "[2,1,1,1]", "LL@0": "[2,2,1,1]",
		"J0@0": "[3,1,1,1]", "JR@0": "[3,2,0,1]", "J2@0": "[3,3,1,1]", "JL@0": "[3,0,1,1]",
		"T0@0": "[4,3,1,1]", "TR@0": "[4,0,0,1]", "T2@0": "[4,1,1,1]", "TL@0": "[4,2,1,1]",
	} {
		p := planOf(t, drop)
		if text := seigotText(t, p); !strings.Contains(text, "\n    "+want+",\n") {
			t.Errorf("%s: %.400s, want %s", drop, text, want)
		}
	}
}

func TestSeigotRefused(t *testing.T) {
	tower := strings.Repeat("O0@4 ", 10)
	for drops, want := range map[string]string{
		tower + "IR@0":                       "seigot: piece 11, IR@0: it has no room to appear",
		strings.Repeat("O0@2 ", 10) + "TR@0": "seigot: piece 11, TR@0: it has no room to shift",
		strings.Repeat("O0@3 ", 10) + "L0@7": "seigot: piece 11, L0@7: it has no room to turn",
	} {
		p := planOf(t, drops)
		p.Height = 40
		var b bytes.Buffer
		err := WriteSeigot(&b, p)
		if _, ok := errors.AsType[*RefusedError](err); !ok || err.Error() != want || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %s", drops, err, b.Len(), want)
		}
	}
}

func TestSeigotOddities(t *testing.T) {
	for entries, want := range map[string]struct {
		drops string
		odd   []string
	}{
		"[5,0,9,1]":                     {"O0@8", []string{"piece 1 is blocked at column 8 on its way to column 9"}},
		"[1,0,-3,1]":                    {"IR@0", []string{"piece 1 shifts no further than column 0 on its way to column -3"}},
		"[5,3,0,1],[1,3,2,1]":           {"O0@0 I0@0", nil},
		"[1,4,5,1],[4,9,0,1]":           {"IR@5 TR@0", nil},
		"[5,0,4,0],[5,0,4,1]":           {"O0@4 O0@4", nil},
		"[5,0,4,1],[5,0,4,0],[5,0,4,0]": {"O0@4", nil},
		strings.Repeat("[5,0,3,1],", 10) + "[1,0,5,1]": {strings.Repeat("O0@3 ", 10) + "IR@5", []string{"the field is made 26 rows high: the printer's pieces have no room to appear in 22"}},
		strings.Repeat("[5,0,4,1],", 12):               {strings.Repeat("O0@4 ", 11), []string{"piece 12 has no room to appear", "the game is over after piece 11 of 12"}},
		strings.Repeat("[5,0,4,1],[5,0,0,1],[5,0,7,1],", 4) + "[5,0,4,0],[5,0,4,1]": {strings.Repeat("O0@4 O0@0 O0@7 ", 4),
			[]string{"piece 14 is dropped after pieces that aren't: the picture is taken to stand after piece 12"}},
	} {
		text := `{"color":{},"block_order":[` + strings.TrimSuffix(entries, ",") + `]}`
		p, odd, err := ReadSeigot(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", entries, err)
			continue
		}
		var said []string
		for _, o := range odd {
			said = append(said, o.String())
		}
		if !slices.Equal(said, want.odd) {
			t.Errorf("%s: oddities %q, want %q", entries, said, want.odd)
		}
		sameDrops(t, p, planOf(t, want.drops))
	}
}

func TestSeigotFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "unexpected end of JSON input",
		"{}":                            `there is no "block_order" in it`,
		`{"block_order":{}}`:            `"block_order" is no list`,
		`{"block_order":[[1,0,5]]}`:     "piece 1: 3 numbers, it has an index, a direction, a column and an operation",
		`{"block_order":[[8,0,5,1]]}`:   "piece 1: index 8: the pieces are 1 to 7",
		`{"block_order":[[0,0,5,1]]}`:   "piece 1: index 0: the pieces are 1 to 7",
		`{"block_order":[[1,-4,5,1]]}`:  "piece 1: direction -4: there are 0 to 3",
		`{"block_order":[[1,0,5,2]]}`:   "piece 1: operation 2: there are 0 and 1",
		`{"block_order":[[1,0,5,1],7]}`: "piece 2: cannot unmarshal number into Go value of type []int",
		`{"block_order":[[1,0,0.5,1]]}`: "piece 1: cannot unmarshal number 0.5 into Go value of type int",
		`{"color":{"shapeI":"red"},"block_order":[]}`: `shapeI: "red" is no colour of six hexadecimal digits`,
	} {
		_, _, err := ReadSeigot(strings.NewReader(text))
		if _, ok := errors.AsType[*SyntaxError](err); !ok || err.Error() != "seigot: "+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// seigotPlay builds the independent player of art files.
func seigotPlay(t *testing.T) string {
	t.Helper()
	source := filepath.Join("..", "..", "shared", "tools", "seigotplay")
	if _, err := os.Stat(source); err != nil {
		t.Skip("the independent player is not here")
	}
	player := filepath.Join(t.TempDir(), "seigotplay")
	build := exec.Command("go", "build", "-o", player, ".")
	build.Dir = source
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return player
}

// played returns the picture that the player gets and what it counts.
func played(t *testing.T, player, art string, more ...string) (image.Image, map[string]int) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.png")
	said, err := exec.Command(player, append(append([]string{"-png", out}, more...), art)...).Output()
	if err != nil {
		t.Fatalf("%s: %v", art, err)
	}
	var counts map[string]int
	if err := json.Unmarshal(said, &counts); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return m, counts
}

// shows fails unless p prints m, in the same columns.
func shows(t *testing.T, p *plan.Plan, m image.Image) {
	t.Helper()
	r, err := p.Verify(m)
	if err != nil {
		t.Fatal(err)
	}
	left := m.Bounds().Dx()
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			if _, _, _, a := m.At(x, y).RGBA(); a != 0 {
				left = min(left, x)
			}
		}
	}
	if got := r.Box().Min.X; got != left {
		t.Fatalf("the picture stands in column %d, want %d", got, left)
	}
}

// TestSeigotPeople reads people's art files and lets the independent player show
// each and what we write of it.
func TestSeigotPeople(t *testing.T) {
	player := seigotPlay(t)
	arts, err := filepath.Glob(filepath.Join("..", "..", "shared", "peers", "seigot-art", "*.json"))
	if err != nil || len(arts) == 0 {
		t.Skip("people's art files are not here")
	}
	for _, art := range arts {
		t.Run(strings.TrimSuffix(filepath.Base(art), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(art)
			if err != nil {
				t.Fatal(err)
			}
			p, odd, err := ReadSeigot(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range odd {
				t.Log(o)
			}
			want, counts := played(t, player, art)
			if got := p.Pieces(); got != counts["pieces"] {
				t.Errorf("%d pieces, the player drops %d", got, counts["pieces"])
			}
			blocked := counts["blocked_turn"] + counts["blocked_shift"] + counts["too_far"]
			if (blocked > 0) != slices.ContainsFunc(odd, func(o Oddity) bool { return strings.Contains(o.What, "block") || strings.Contains(o.What, "further") }) {
				t.Errorf("the player counts %v, we report %v", counts, odd)
			}
			shows(t, p, want)
			again := filepath.Join(t.TempDir(), "again.json")
			if err := os.WriteFile(again, []byte(seigotText(t, p)), 0o666); err != nil {
				t.Fatal(err)
			}
			m, counts := played(t, player, again)
			if counts["blocked_turn"]+counts["blocked_shift"]+counts["too_far"]+counts["topout"] > 0 {
				t.Errorf("what is written is blocked: %v", counts)
			}
			shows(t, p, m)
		})
	}
}

// TestSeigotSecondOpinion lets the independent player play what is written of
// random games.
func TestSeigotSecondOpinion(t *testing.T) {
	player := seigotPlay(t)
	for seed := range uint64(10) {
		p := near(t, 100+seed, 40)
		for i := range p.Palette[tetris.I:] {
			p.Palette[i+1].R, p.Palette[i+1].A = uint8(i*30), 255
		}
		art := filepath.Join(t.TempDir(), fmt.Sprintf("%d.json", seed))
		if err := os.WriteFile(art, []byte(seigotText(t, p)), 0o666); err != nil {
			t.Fatal(err)
		}
		m, counts := played(t, player, art, "-n", fmt.Sprint(p.Pieces()))
		if counts["pieces"] != p.Pieces() || counts["blocked_turn"]+counts["blocked_shift"]+counts["too_far"] > 0 {
			t.Errorf("seed %d: the player counts %v of %d pieces", seed, counts, p.Pieces())
		}
		shows(t, p, m)
	}
}

func FuzzReadSeigot(f *testing.F) {
	f.Add(seigotText(f, near(f, 1, 40)))
	f.Add(`{"color":{"shapeI":"0xfffaf0"},"block_order":[[5,0,9,1],[1,3,-2,1],[5,0,4,0]]}`)
	f.Add(`{"block_order":[[5,0]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := ReadSeigot(strings.NewReader(text))
		if err != nil {
			return
		}
		again, odd, err := ReadSeigot(strings.NewReader(seigotText(t, p)))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range odd {
			if o.Piece > 0 {
				t.Errorf("%q: %v", text, o)
			}
		}
		sameDrops(t, again, p)
	})
}
