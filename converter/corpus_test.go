package converter

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// shared is where pictures by other people and independent checkers are on a
// developer's machine.
var shared = filepath.Join("..", "..", "shared")

// corpus returns the sprites of the corpus, some of them for a short test, none
// if it is absent.
func corpus(t testing.TB) (list []*sprites.Sprite) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(shared, "corpus", "sprites", "*.png"))
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		if testing.Short() && i%6 > 0 {
			continue
		}
		s, err := sprites.Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// convert converts s with 1 and with 8 jobs, checks that this makes no difference
// and that the printer of 2013 can play the plan. That it prints the sprite is
// proved by Convert itself.
func convert(t *testing.T, s *sprites.Sprite, m Method) (*plan.Plan, *Report) {
	t.Helper()
	p, r, err := Convert(t.Context(), s, &Options{Method: m, Seed: 1, Jobs: 1})
	if err != nil {
		t.Fatalf("%s, %s: %v", s.Name(), m, err)
	}
	q, r8, err := Convert(t.Context(), s, &Options{Method: m, Seed: 1, Jobs: 8})
	if err != nil || p.String() != q.String() || *r != *r8 {
		t.Errorf("%s, %s: 8 jobs give another plan than 1 (%v):\n%+v\n%+v", s.Name(), m, err, r8, r)
	}
	if 4*r.Pieces != r.Pixels+r.Width*r.Lines {
		t.Errorf("%s, %s: %d pieces, %d pixels and %d lines don't add up", s.Name(), m, r.Pieces, r.Pixels, r.Lines)
	}
	checkFor2013(t, p)
	return p, r
}

func builtins(t *testing.T) (list []*sprites.Sprite) {
	t.Helper()
	for _, name := range sprites.Names() {
		s, err := sprites.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// few returns the sprites that a test takes: all, or some for a short one.
func few(list []*sprites.Sprite) []*sprites.Sprite {
	if testing.Short() {
		return list[:min(3, len(list))]
	}
	return list
}

func TestBuiltinSprites(t *testing.T) {
	for _, s := range few(builtins(t)) {
		for _, m := range classicMethods {
			convert(t, s, m)
		}
	}
}

// checkFor2013 reads the text of p as the printer of 2013 does: a block whose top
// line has an empty cell is a platform, its pieces are not coloured; in the
// others the letters up to the greatest of the bottom line are. What is coloured
// has to be J, T and L in their orientations of an emitter.
func checkFor2013(t *testing.T, p *plan.Plan) {
	t.Helper()
	_, body, _ := strings.Cut(p.String(), "\n\n")
	for i, text := range strings.Split(strings.TrimSpace(body), "\n\n") {
		lines := strings.Fields(text)
		if strings.Contains(lines[0], ".") {
			continue
		}
		greatest := byte('A')
		for _, c := range []byte(lines[len(lines)-1]) {
			if c != '.' {
				greatest = max(greatest, c)
			}
		}
		for n, piece := range p.Blocks[i].Pieces[:greatest-'A'+1] {
			if p.Palette[piece.Tetromino].A == 0 || piece.Orientation%2 != 0 || piece.Row != 0 {
				t.Errorf("block %d: letter %c is %v in row %d, no emitter", i+1, 'A'+n, piece.Drop, piece.Row)
			}
		}
		for n, piece := range p.Blocks[i].Pieces[greatest-'A'+1:] {
			if piece.Row == 0 {
				t.Errorf("block %d: letter %c after the emitters is in the row of the sprite", i+1, int(greatest)+1+n)
			}
		}
	}
}

// A program that shares no code with this one judges the plans of pictures by
// other people.
func TestCorpus(t *testing.T) {
	list := corpus(t)
	judge := newJudge(t)
	for _, m := range classicMethods {
		pieces := 0
		for _, s := range few(list) {
			p, r := convert(t, s, m)
			pieces += r.Pieces
			judge.agrees(t, s, p, r)
		}
		t.Logf("%s: %d pieces for %d sprites", m, pieces, len(list))
	}
}

// judge is the independent program plancheck.
type judge struct{ program, file string }

// newJudge builds it; without the pictures by other people the test skips.
func newJudge(t *testing.T) judge {
	t.Helper()
	if len(corpus(t)) == 0 {
		t.Skip("no corpus beside the project")
	}
	j := judge{filepath.Join(t.TempDir(), "plancheck"), filepath.Join(t.TempDir(), "plan.txt")}
	build := exec.Command("go", "build", "-o", j.program, ".")
	build.Dir = filepath.Join(shared, "tools", "plancheck")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return j
}

func (j judge) agrees(t *testing.T, s *sprites.Sprite, p *plan.Plan, r *Report) {
	t.Helper()
	if err := os.WriteFile(j.file, []byte(p.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(j.program, "-sprite", s.Name(), j.file).Output()
	var verdict struct {
		OK              bool
		Pieces, Cleared int
		Blocked         int `json:"spawn_blocked"`
	}
	if err != nil || json.Unmarshal(out, &verdict) != nil || !verdict.OK || verdict.Blocked > 0 ||
		verdict.Pieces != r.Pieces || verdict.Cleared != r.Lines {
		t.Errorf("%s, %s: %v %s, report %+v", s.Name(), r.Method, err, out, r)
	}
}
