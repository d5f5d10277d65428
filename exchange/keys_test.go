package exchange

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// Every drop can be done in an empty field, by all rules.
func TestKeysEveryDrop(t *testing.T) {
	for _, rules := range AllRules() {
		everyDrop(t, func(p *plan.Plan) {
			if !presses(t, p, rules) {
				t.Errorf("%s: %v is refused", rules, p)
			}
		})
	}
}

func TestKeysGames(t *testing.T) {
	for seed := range uint64(6) {
		p := tidyPlan(t, seed, 10, 22, 12, 60)
		for _, rules := range AllRules() {
			if !presses(t, p, rules) {
				t.Errorf("%s: seed %d is refused", rules, seed)
			}
		}
	}
	for width := 4; width < 24; width++ {
		if p := tidyPlan(t, 1, width, 30, 20, 40); !presses(t, p, RulesPrinter) {
			t.Errorf("width %d is refused", width)
		}
	}
}

// High games are played or refused, never played wrong.
func TestKeysHighGames(t *testing.T) {
	played, refused := map[Rules]int{}, map[Rules]int{}
	for seed := range uint64(30) {
		p := tidyPlan(t, 1000+seed, 10, 30, 22, 46)
		for _, rules := range AllRules() {
			if presses(t, p, rules) {
				played[rules]++
			} else {
				refused[rules]++
			}
		}
	}
	for _, rules := range AllRules() {
		if played[rules] == 0 || refused[rules] == 0 && rules != RulesPrinter {
			t.Errorf("%s: %d played, %d refused: both have to occur", rules, played[rules], refused[rules])
		}
	}
}

func TestKeysKnown(t *testing.T) {
	const drops = "T0@0 IR@9 O0@4 L2@3 SR@7"
	for rules, want := range map[Rules]string{
		RulesPrinter: "T left left left drop\nI cw right right right right right drop\nO drop\nL cw cw drop\nS cw right right right drop\n",
		RulesSRS:     "T left left left drop\nI cw right right right right drop\nO drop\nL cw cw drop\nS cw right right right drop\n",
		RulesNES:     "T cw cw left left left left down\nI cw right right right right down\nO down\nL left down\nS cw right right down\n",
		RulesFahey:   "T wait ccw ccw left left left left drop\nI wait ccw right right right right drop\nO drop\nL left drop\nS wait ccw right right drop\n",
		RulesSeigot:  "T cw cw cw left left left left drop\nI right right right right drop\nO left drop\nL cw left drop\nS cw right right drop\n",
	} {
		var text strings.Builder
		if err := WriteKeys(&text, planOf(t, drops), rules, KeyText); err != nil || text.String() != want {
			t.Errorf("%s: %v\n%swant\n%s", rules, err, text.String(), want)
		}
	}
}

func TestKeysFormats(t *testing.T) {
	p := planOf(t, "T0@4 O0@0")
	for format, want := range map[KeyFormat]string{
		KeyCSV: "piece,tetromino,keys\n1,T,right drop\n2,O,left left left left drop\n",
		KeyAHK: fmt.Sprintf(ahkHead, "srs", `"cw", "Up", "ccw", "z", "left", "Left", "right", "Right", "drop", "Space", "down", "Down"`) +
			"  Play(\"right drop\") ; 1 T\n  Play(\"left left left left drop\") ; 2 O\n}\n",
	} {
		var text strings.Builder
		if err := WriteKeys(&text, p, RulesSRS, format); err != nil || text.String() != want {
			t.Errorf("%s: %v\n%swant\n%s", format, err, text.String(), want)
		}
	}
}

func TestKeysRefused(t *testing.T) {
	wide := planOf(t, "T0@0")
	wide.Width = 21
	high := func(drops string) *plan.Plan {
		p := planOf(t, drops)
		p.Height = 40
		return p
	}
	for _, c := range []struct {
		plan  *plan.Plan
		rules Rules
		want  string
	}{
		{wide, RulesNES, "nes: the field has 21 columns, that of the game 10"},
		{high(strings.Repeat("O0@0 ", 10) + "I0@0"), RulesNES, "nes: piece 11, I0@0: it has no room to shift"},
		{high(strings.Repeat("O0@0 ", 10) + "I0@0"), RulesSRS, "srs: piece 11, I0@0: it locks above row 19, which ends the game"},
		{high(strings.Repeat("O0@4 ", 9) + "T0@0"), RulesFahey, "fahey: piece 10, T0@0: it has no room to fall before it turns"},
		{high(strings.Repeat("O0@4 ", 10) + "O0@0"), RulesFahey, "fahey: piece 11, O0@0: it has no room to appear"},
		{high(strings.Repeat("O0@4 ", 11) + "O0@0"), RulesSeigot, "seigot: piece 12, O0@0: it has no room to appear"},
	} {
		var text strings.Builder
		err := WriteKeys(&text, c.plan, c.rules, KeyText)
		if _, ok := errors.AsType[*RefusedError](err); !ok || err.Error() != c.want || text.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %s", err, text.Len(), c.want)
		}
	}
}
