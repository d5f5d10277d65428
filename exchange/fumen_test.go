package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func fumenText(t testing.TB, p *plan.Plan, opts *FumenOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteFumen(&b, p, opts); err != nil {
		t.Fatalf("%v\n%v", err, p)
	}
	return b.String()
}

// fumenPlans are plans of every piece in every place and of long games.
func fumenPlans(t testing.TB) map[string]*plan.Plan {
	plans := map[string]*plan.Plan{"empty": planOf(t, "")}
	var all []string
	for tm := tetris.I; tm <= tetris.L; tm++ {
		for o := tetris.Spawn; o < tm.Orientations(); o++ {
			for x := 0; x+tm.Shape(o).Width <= 10; x++ {
				all = append(all, tetris.Drop{Tetromino: tm, Orientation: o, Column: x}.String())
			}
		}
	}
	for i, d := range all {
		plans[fmt.Sprintf("one %d", i)] = planOf(t, d)
	}
	for seed := range uint64(12) {
		plans[fmt.Sprintf("game %d", seed)] = tidyPlan(t, seed, 10, 22, 16, 20+40*int(seed))
	}
	return plans
}

// The pages of an empty field and of a field with one piece, as other programs
// write them.
func TestFumenKnown(t *testing.T) {
	for drops, want := range map[string]string{
		"":     "v115@vhAAgH",
		"I0@3": "v115@vhARQJ",
	} {
		if got := strings.TrimSpace(fumenText(t, planOf(t, drops), nil)); got != want {
			t.Errorf("%q: %s, want %s", drops, got, want)
		}
	}
}

func TestFumenRoundTrip(t *testing.T) {
	for name, want := range fumenPlans(t) {
		for _, split := range []int{0, 1, 7, 64, 65} {
			text := fumenText(t, want, &FumenOptions{Comment: "50% of “π”: €, 🙂", Split: split})
			got, odd, err := ReadFumen(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s, split %d: %v\n%s", name, split, err, text)
			}
			noOddities(t, odd)
			sameDrops(t, got, want)
			if len(got.Notes) != 1 || !strings.HasPrefix(got.Notes[0], "50% of “π”: €, 🙂") {
				t.Fatalf("notes %q", got.Notes)
			}
		}
	}
}

func TestFumenLongComment(t *testing.T) {
	text := fumenText(t, planOf(t, "T0@0"), &FumenOptions{Comment: strings.Repeat("é", 3000)})
	p, _, err := ReadFumen(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("é", fumenComment/3); p.Notes[0] != want {
		t.Errorf("%d bytes of comment, want %d", len(p.Notes[0]), len(want))
	}
}

func TestFumenAddress(t *testing.T) {
	want := planOf(t, "T0@0 I0@3")
	text := strings.TrimSpace(fumenText(t, want, nil))
	for _, form := range []string{"https://fumen.zui.jp/?%s", "http://harddrop.com/fumen/?%s&x=1\n", " d%s", "m%s"} {
		if !strings.HasPrefix(form, "http") {
			form = strings.Replace(form, "%s", text[1:], 1)
		} else {
			form = fmt.Sprintf(form, text)
		}
		got, _, err := ReadFumen(strings.NewReader(form))
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		sameDrops(t, got, want)
	}
}

func TestFumenRefused(t *testing.T) {
	tower := planOf(t, "")
	tower.Height = 40
	for range 6 {
		piece := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.I, Orientation: tetris.Right}}
		tower.Blocks = append(tower.Blocks, plan.Block{Pieces: []tetris.Piece{piece}})
	}
	wide := planOf(t, "T0@0")
	wide.Width = 21
	for _, c := range []struct {
		plan  *plan.Plan
		piece int
		why   string
	}{
		{tower, 6, "fumen: piece 6, IR@0: locks above row 22, the highest of a fumen"},
		{wide, 0, "fumen: the field has 21 columns, a fumen has 10"},
	} {
		var b bytes.Buffer
		err := WriteFumen(&b, c.plan, nil)
		refused, ok := errors.AsType[*RefusedError](err)
		if !ok || refused.Piece != c.piece || err.Error() != c.why || b.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %s", err, b.Len(), c.why)
		}
	}
}

// page returns a fumen of the given actions on an empty field.
func pagesOf(actions ...int) string {
	e := fumenEncoder{repeat: -1}
	for _, a := range actions {
		e.unchanged()
		e.push(a, 3)
	}
	return e.String()
}

func action(flags int, drop string, row int) int {
	d := tetris.Drop{
		Tetromino:   tetris.TetrominoOf(drop[0]),
		Orientation: tetris.Orientation(strings.IndexByte("0R2L", drop[1])),
		Column:      int(drop[3] - '0'),
	}
	return fumenAction(flags, tetris.Piece{Drop: d, Row: row})
}

func TestFumenOddities(t *testing.T) {
	for _, c := range []struct {
		actions []int
		drops   string
		odd     []string
	}{
		{[]int{action(0, "T0@0", 0)}, "T0@0", nil},
		{[]int{action(0, "SL@4", 0), action(0, "O2@0", 0)}, "SR@4 O0@0", nil},
		{[]int{action(0, "T0@0", 3)}, "T0@0", []string{
			"piece 1 floats in row 3: dropped, it falls to row 0",
			"the drops leave another field than the fumen: column 0, row 0 is the first cell to differ",
		}},
		{[]int{action(0, "JR@0", 0), action(0, "I0@1", 0)}, "JR@0 I0@1", []string{
			"piece 2 stands in row 0 under an overhang: dropped, it stops in row 3",
			"the drops leave another field than the fumen: column 1, row 0 is the first cell to differ",
		}},
		{[]int{action(0, "O0@0", 0), action(0, "O0@0", 1)}, "O0@0 O0@0", []string{
			"piece 2 overlaps the stack",
			"the drops leave another field than the fumen: column 0, row 3 is the first cell to differ",
		}},
		{[]int{action(fumenUnlocked, "T0@0", 3), action(0, "T0@0", 0)}, "T0@0", []string{"page 1 shows T without locking it"}},
	} {
		text := pagesOf(c.actions...)
		p, odd, err := ReadFumen(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var said []string
		for _, o := range odd {
			said = append(said, o.String())
		}
		if !slices.Equal(said, c.odd) {
			t.Errorf("%s: oddities %q, want %q", text, said, c.odd)
		}
		sameDrops(t, p, planOf(t, c.drops))
	}
}

func TestFumenFaults(t *testing.T) {
	good := fumenText(t, planOf(t, "T0@0 I0@3"), &FumenOptions{Split: 1})
	second := strings.Fields(good)[1]
	for text, want := range map[string]string{
		"":                                     "there is no fumen in it",
		"hello":                                `"hello": a fumen begins with v115@`,
		"v110@vhAAgH":                          `"v110@vhAAgH": a fumen begins with v115@`,
		"v115@":                                "a fumen without pages",
		"v115@vh":                              "page 1: the fumen ends within it",
		"v115@vhAAg":                           "page 1: the fumen ends within it",
		"v115@vhA!":                            "'!' is no digit of a fumen",
		"v115@//////":                          "page 1: its field has a cell of kind 9",
		second:                                 "page 1: it begins with a field that the pieces before it don't leave: a plan is drops alone, from an empty field",
		pagesOf(action(fumenRaise, "T0@0", 0)): "page 1: it raises or mirrors the field: a plan is drops alone",
		pagesOf(action(0, "T0@9", 0)):          "page 1: T0@-1, row -1, leaves the field",
		pagesOf(1<<18 - 1):                     "page 1: 262143 is no action",
	} {
		_, _, err := ReadFumen(strings.NewReader(text))
		if _, ok := errors.AsType[*SyntaxError](err); !ok || err.Error() != "fumen: "+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// described is what decode.js says of a fumen.
type described struct {
	Pages        int
	Comment      string
	Begins, Ends []string
	Again        string
}

// decoded asks npm's tetris-fumen about fumens. CI has to have Node, so there
// nothing is skipped.
func decoded(t *testing.T, fumens []string) (answers []described) {
	t.Helper()
	folder := filepath.Join("testdata", "fumen")
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") != "true" {
			t.Skipf("%s is not installed", name)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "tetris-fumen")); err != nil {
		install := exec.Command("npm", "ci", "--ignore-scripts")
		install.Dir = folder
		if said, err := install.CombinedOutput(); err != nil {
			if os.Getenv("CI") != "true" {
				t.Skipf("npm ci: %v\n%s", err, said)
			}
			t.Fatalf("npm ci: %v\n%s", err, said)
		}
	}
	question, err := json.Marshal(fumens)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "decode.js")
	node.Dir, node.Stdin, node.Stderr = folder, bytes.NewReader(question), os.Stderr
	answer, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// picture draws f as decode.js does.
func picture(f *tetris.Field) (rows []string) {
	for y := fumenHeight - 1; y >= 0; y-- {
		row := ""
		for x := range fumenWidth {
			if y < f.Height() && f.At(x, y) != tetris.None {
				row += f.At(x, y).String()
			} else {
				row += "_"
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestFumenSecondOpinion lets npm's tetris-fumen read what is written: it ends
// with our field, each part begins with the field that the last one left, and
// it writes the same string.
func TestFumenSecondOpinion(t *testing.T) {
	type question struct {
		name  string
		plan  *plan.Plan
		split int
	}
	var asked []question
	for name, p := range fumenPlans(t) {
		for _, split := range []int{0, 33} {
			asked = append(asked, question{name, p, split})
		}
	}
	var fumens []string
	var parts []int
	for _, q := range asked {
		words := strings.Fields(fumenText(t, q.plan, &FumenOptions{Comment: "€ 50% π", Split: q.split}))
		fumens = append(fumens, words...)
		parts = append(parts, len(words))
	}
	answers := decoded(t, fumens)
	if len(answers) != len(fumens) {
		t.Fatalf("%d answers to %d fumens", len(answers), len(fumens))
	}
	for i, q := range asked {
		checkParts(t, fmt.Sprintf("%s, split %d", q.name, q.split), q.plan, fumens[:parts[i]], answers[:parts[i]])
		fumens, answers = fumens[parts[i]:], answers[parts[i]:]
	}
}

func checkParts(t *testing.T, name string, p *plan.Plan, fumens []string, answers []described) {
	t.Helper()
	pages := 0
	empty, err := tetris.NewField(10, 22)
	if err != nil {
		t.Fatal(err)
	}
	field := picture(empty)
	for i, a := range answers {
		if !slices.Equal(a.Begins, field) {
			t.Errorf("%s: part %d begins with\n%s\nwant\n%s", name, i+1, strings.Join(a.Begins, "\n"), strings.Join(field, "\n"))
		}
		if !strings.HasPrefix(a.Comment, "€ 50% π") {
			t.Errorf("%s: comment %q", name, a.Comment)
		}
		if a.Again != fumens[i] {
			t.Errorf("%s: part %d is\n%s\nwritten by tetris-fumen it is\n%s", name, i+1, fumens[i], a.Again)
		}
		field = a.Ends
		pages += a.Pages
	}
	if want := max(p.Pieces(), 1); pages != want {
		t.Errorf("%s: %d pages, want %d", name, pages, want)
	}
	if want := picture(final(t, p)); !slices.Equal(field, want) {
		t.Errorf("%s: tetris-fumen ends with\n%s\nwant\n%s", name, strings.Join(field, "\n"), strings.Join(want, "\n"))
	}
}

func FuzzReadFumen(f *testing.F) {
	f.Add(fumenText(f, planOf(f, "T0@0 I0@3 LR@8"), &FumenOptions{Comment: "a%u20AC", Split: 2}))
	f.Add(fumenText(f, tidyPlan(f, 1, 10, 22, 16, 90), nil))
	f.Add(pagesOf(action(0, "T0@0", 3), action(0, "T0@0", 0)))
	f.Add("v115@//////")
	f.Fuzz(func(t *testing.T, text string) {
		p, odd, err := ReadFumen(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteFumen(&b, p, nil); err != nil {
			if len(odd) == 0 {
				t.Fatalf("%q is read without an oddity, but can't be written: %v", text, err)
			}
			return
		}
		again, odd, err := ReadFumen(&b)
		if err != nil {
			t.Fatal(err)
		}
		noOddities(t, slices.DeleteFunc(odd, func(o Oddity) bool { return strings.HasPrefix(o.What, "the field is made") }))
		sameDrops(t, again, p)
	})
}
