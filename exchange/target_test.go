package exchange

import (
	"errors"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

func TestTargets(t *testing.T) {
	for _, target := range Targets() {
		if got, err := ParseTarget(string(target)); got != target || err != nil {
			t.Errorf("%s is read as %q, %v", target, got, err)
		}
		p := planOf(t, "T0@0 I0@3")
		p.Width, p.Height = target.Field()
		if err := target.Check(p); err != nil {
			t.Errorf("%s: %v", target, err)
		}
		tower := planOf(t, strings.Repeat("O0@4 ", 12))
		tower.Height = 60
		if err := target.Check(tower); !errors.As(err, new(*RefusedError)) {
			t.Errorf("%s plays a tower of 24 rows: %v", target, err)
		}
		palette := target.Palette()
		if n := palette.Colors(); n != 0 && n != tetris.Tetrominoes || n == 0 && palette != (plan.Palette{}) {
			t.Errorf("%s colours %d tetrominoes", target, n)
		}
	}
	if _, err := ParseTarget("chess"); err == nil {
		t.Error("chess is a target")
	}
	if err := Target("chess").Check(planOf(t, "T0@0")); err == nil {
		t.Error("chess plays Tetris")
	}
}
