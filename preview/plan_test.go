package preview

import (
	"errors"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func planOf(t *testing.T, text string) *plan.Plan {
	t.Helper()
	p, err := plan.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOfPlan is case 9 of pictures that failed elsewhere: what is shown is what
// the drops leave, not what anybody wanted.
func TestOfPlan(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"two pieces", "dc2828 28b43c\n\n.....................\n.....A...............\n.....ABBB............\n....AA.B.............\n", ".r... .rggg rr.g."},
		{"the other one first", "dc2828 28b43c\n\n.....................\n.....B...............\n.....BAAA............\n....BB.A.............\n", ".r... .rggg rr.g."},
		{"one of them elsewhere", "dc2828 28b43c\n\n.....................\n.....A...............\n.....A...BBB.........\n....AA....B..........\n", ".r...... .r...ggg rr....g."},
		{"drawn in the air", "# field 6x9\n28b43c - dc2828\n\n.A....\n.A....\nAA....\n......\n......\n", ".g .g gg"},
		{"one on the other", "# field 6x9\ndc2828 28b43c\n\n.A....\n.A....\nAA....\n\nAAA...\n.A....\n", "ggg .g. .r. .r. rr."},
		{"a row clears", "# field 6x9\n- - - dc2828 - - 28b43c\n\n....BB\nAAAABB\n", "gg"},
		{"a tetromino without a colour", "# field 4x9\ndc2828\n\nAA..\nAA..\n\n.A..\n.A..\nAA..\n", ".r .r rr ?? ??"},
	} {
		m, err := OfPlan(planOf(t, test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := drawing(m); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestOfPlanFails(t *testing.T) {
	if _, err := OfPlan(planOf(t, "# field 4x9\n- - - dc2828\n\nAAAA\n")); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing left: got %v", err)
	}
	tower := "# field 4x9\ndc2828\n" + strings.Repeat("\nAA..\nAA..\n", 5)
	var replay *plan.ReplayError
	if _, err := OfPlan(planOf(t, tower)); !errors.As(err, &replay) || !errors.Is(err, tetris.ErrTopOut) {
		t.Errorf("too high: got %v", err)
	}
}
