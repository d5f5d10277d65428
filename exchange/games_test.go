package exchange

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// This file plays presses by the rules of each game, written from their
// descriptions with drawings and tables of its own. Rows count from the floor.

type square struct{ x, y int }

// ghost is a piece in play in one of the games.
type ghost interface {
	squares() []square
	turned(clockwise bool) ghost
	moved(dx, dy int) ghost
}

// game is a game being played.
type game struct {
	width, height int
	open          bool // pieces may be above the field's top while they move
	lockOut       bool // the game is over only if a whole piece locks above the top
	hardDrop      bool
	spawn         func(letter byte) ghost
	check         func(presses []string) string // what the game has against the presses of a piece
	stack         map[square]byte
}

func (g *game) blocked(p ghost) bool {
	for _, s := range p.squares() {
		if s.x < 0 || s.x >= g.width || s.y < 0 || !g.open && s.y >= g.height || g.stack[s] != 0 {
			return true
		}
	}
	return false
}

// play plays a line such as "T cw left drop" and says what goes wrong.
func (g *game) play(line string) error {
	words := strings.Fields(line)
	letter, words := words[0][0], words[1:]
	p := g.spawn(letter)
	if g.blocked(p) {
		return errors.New("no room to appear")
	}
	if g.check != nil {
		if what := g.check(words); what != "" {
			return errors.New(what)
		}
	}
	last := words[len(words)-1]
	for _, word := range words[:len(words)-1] {
		next := p
		switch word {
		case "cw":
			next = p.turned(true)
		case "ccw":
			next = p.turned(false)
		case "left":
			next = p.moved(-1, 0)
		case "right":
			next = p.moved(1, 0)
		case "wait":
			next = p.moved(0, -1)
		default:
			return fmt.Errorf("there is no key %q", word)
		}
		if g.blocked(next) {
			return fmt.Errorf("%s is blocked", word)
		}
		p = next
	}
	if last != "drop" && g.hardDrop || last != "down" && !g.hardDrop {
		return fmt.Errorf("%q lets nothing fall", last)
	}
	for !g.blocked(p.moved(0, -1)) {
		p = p.moved(0, -1)
	}
	return g.lock(p, letter)
}

func (g *game) lock(p ghost, letter byte) error {
	highest, lowest := 0, 1<<30
	for _, s := range p.squares() {
		highest, lowest = max(highest, s.y), min(lowest, s.y)
	}
	if lowest >= g.height || highest >= g.height && !g.lockOut {
		return errors.New("the game is over: the piece locks above the field")
	}
	for _, s := range p.squares() {
		g.stack[s] = letter
	}
	for y := highest; y >= 0; y-- {
		n := 0
		for x := range g.width {
			if g.stack[square{x, y}] != 0 {
				n++
			}
		}
		if n < g.width {
			continue
		}
		lower := map[square]byte{}
		for s, letter := range g.stack {
			if s.y < y {
				lower[s] = letter
			} else if s.y > y {
				lower[square{s.x, s.y - 1}] = letter
			}
		}
		g.stack = lower
	}
	return nil
}

// String draws the stack as [tetris.Field.String] does.
func (g *game) String() string {
	top := 0
	for s := range g.stack {
		top = max(top, s.y)
	}
	var b strings.Builder
	for y := top; y >= 0; y-- {
		for x := range g.width {
			if letter := g.stack[square{x, y}]; letter != 0 {
				b.WriteByte(letter)
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// boxed is a piece drawn in a box that turns as a whole.
type boxed struct {
	rows   []string // the top row first
	x, y   int      // of the lower left corner
	center func(boxed) boxed
}

func (b boxed) squares() (list []square) {
	for i, row := range b.rows {
		for x := range len(row) {
			if row[x] != '.' {
				list = append(list, square{b.x + x, b.y + len(b.rows) - 1 - i})
			}
		}
	}
	return list
}

func (b boxed) moved(dx, dy int) ghost { b.x += dx; b.y += dy; return b }

func (b boxed) turned(clockwise bool) ghost {
	var rows []string
	for x := range len(b.rows[0]) {
		row := ""
		for _, from := range b.rows {
			if clockwise {
				row = from[x:x+1] + row
			} else {
				row += from[len(from)-1-x : len(from)-x]
			}
		}
		rows = append(rows, row)
	}
	b.rows = rows
	if b.center != nil {
		return b.center(b)
	}
	return b
}

// pivoted is a piece that turns round the square at.
type pivoted struct {
	states [][]square // clockwise, the first one appears
	i      int
	at     square
}

func (p pivoted) squares() (list []square) {
	for _, s := range p.states[p.i] {
		list = append(list, square{p.at.x + s.x, p.at.y + s.y})
	}
	return list
}

func (p pivoted) moved(dx, dy int) ghost { p.at.x += dx; p.at.y += dy; return p }

func (p pivoted) turned(clockwise bool) ghost {
	n := len(p.states)
	if clockwise {
		p.i = (p.i + 1) % n
	} else {
		p.i = (p.i + n - 1) % n
	}
	return p
}

// newGame returns the game with those rules.
func newGame(rules Rules, width, height int) *game {
	g := &game{width: 10, height: 20, hardDrop: true, stack: map[square]byte{}}
	switch rules {
	case RulesPrinter:
		g.width, g.height, g.spawn = width, height, printerSpawn(width, height)
	case RulesSRS:
		g.open, g.lockOut, g.spawn = true, true, srsSpawn
	case RulesNES:
		g.open, g.hardDrop, g.spawn = true, false, nesSpawn
	case RulesFahey:
		g.spawn, g.check = faheySpawn, faheyCheck
	case RulesSeigot:
		g.height, g.spawn, g.check = 22, seigotSpawn, seigotCheck
	}
	return g
}

// printerSpawn: centred, the odd column to the right, its top row in that of the
// field; so is the piece after each turn.
func printerSpawn(width, height int) func(byte) ghost {
	center := func(b boxed) boxed {
		b.x, b.y = (width-len(b.rows[0]))/2, height-len(b.rows)
		return b
	}
	return func(letter byte) ghost {
		rows := map[byte][]string{
			'I': {"####"}, 'O': {"##", "##"}, 'T': {".#.", "###"}, 'S': {".##", "##."},
			'Z': {"##.", ".##"}, 'J': {"#..", "###"}, 'L': {"..#", "###"},
		}[letter]
		return center(boxed{rows: rows, center: center})
	}
}

// srsSpawn: the boxes of the Super Rotation System, flat side down in rows 20 and
// 21, I and O centred, the others left of the centre.
func srsSpawn(letter byte) ghost {
	switch letter {
	case 'I':
		return boxed{rows: []string{"....", "####", "....", "...."}, x: 3, y: 18}
	case 'O':
		return boxed{rows: []string{"##", "##"}, x: 4, y: 20}
	}
	rows := map[byte][]string{
		'T': {".#.", "###", "..."}, 'S': {".##", "##.", "..."}, 'Z': {"##.", ".##", "..."},
		'J': {"#..", "###", "..."}, 'L': {"..#", "###", "..."},
	}[letter]
	return boxed{rows: rows, x: 3, y: 19}
}

// nesStates are the game's own table of orientations, y downwards; the one that
// appears comes first.
var nesStates = map[byte][][]square{
	'T': {{{-1, 0}, {0, 0}, {1, 0}, {0, 1}}, {{0, -1}, {-1, 0}, {0, 0}, {0, 1}}, {{-1, 0}, {0, 0}, {1, 0}, {0, -1}}, {{0, -1}, {0, 0}, {1, 0}, {0, 1}}},
	'J': {{{-1, 0}, {0, 0}, {1, 0}, {1, 1}}, {{0, -1}, {0, 0}, {-1, 1}, {0, 1}}, {{-1, -1}, {-1, 0}, {0, 0}, {1, 0}}, {{0, -1}, {1, -1}, {0, 0}, {0, 1}}},
	'Z': {{{-1, 0}, {0, 0}, {0, 1}, {1, 1}}, {{1, -1}, {0, 0}, {1, 0}, {0, 1}}},
	'O': {{{-1, 0}, {0, 0}, {-1, 1}, {0, 1}}},
	'S': {{{0, 0}, {1, 0}, {-1, 1}, {0, 1}}, {{0, -1}, {0, 0}, {1, 0}, {1, 1}}},
	'L': {{{-1, 0}, {0, 0}, {1, 0}, {-1, 1}}, {{-1, -1}, {0, -1}, {0, 0}, {0, 1}}, {{1, -1}, {-1, 0}, {0, 0}, {1, 0}}, {{0, -1}, {0, 0}, {0, 1}, {1, 1}}},
	'I': {{{-2, 0}, {-1, 0}, {0, 0}, {1, 0}}, {{0, -2}, {0, -1}, {0, 0}, {0, 1}}},
}

func nesSpawn(letter byte) ghost { return pivoted{upwards(nesStates[letter]), 0, square{5, 19}} }

// upwards turns states that count y downwards the other way round.
func upwards(states [][]square) (list [][]square) {
	for _, squares := range states {
		var turned []square
		for _, s := range squares {
			turned = append(turned, square{s.x, -s.y})
		}
		list = append(list, turned)
	}
	return list
}

// faheySpawn: bump down, the upper row at the top. A counter-clockwise turn maps
// (x, y) to (-y, x), y upwards; I, S and Z turn back the second time.
func faheySpawn(letter byte) ghost {
	states := [][]square{map[byte][]square{
		'I': {{-2, 0}, {-1, 0}, {0, 0}, {1, 0}}, 'O': {{-1, 0}, {0, 0}, {-1, -1}, {0, -1}},
		'T': {{-1, 0}, {0, 0}, {1, 0}, {0, -1}}, 'J': {{-1, 0}, {0, 0}, {1, 0}, {1, -1}}, 'L': {{-1, 0}, {0, 0}, {1, 0}, {-1, -1}},
		'S': {{0, 0}, {1, 0}, {-1, -1}, {0, -1}}, 'Z': {{-1, 0}, {0, 0}, {0, -1}, {1, -1}},
	}[letter]}
	n := map[byte]int{'I': 2, 'O': 1, 'S': 2, 'Z': 2, 'T': 4, 'J': 4, 'L': 4}[letter]
	for len(states) < n {
		var next []square
		for _, s := range states[0] { // the newest comes first but for the one that appears
			next = append(next, square{-s.y, s.x})
		}
		states = append([][]square{next}, states...)
	}
	// The list is now clockwise, and the one that appears is the last.
	return pivoted{states, n - 1, square{5, 19}}
}

func faheyCheck(presses []string) string {
	for i, word := range presses {
		switch {
		case word == "cw":
			return "the game turns counter-clockwise only"
		case word == "ccw" && presses[0] != "wait":
			return "a turn before the piece has fallen one row"
		case word == "wait" && i > 0:
			return "it falls more than one row"
		}
	}
	return ""
}

// seigotSpawn: as high as fits at column 5. A clockwise turn maps (x, y) to
// (-y, x), y downwards; I, S and Z have two directions, O has one.
func seigotSpawn(letter byte) ghost {
	states := [][]square{map[byte][]square{
		'I': {{0, -1}, {0, 0}, {0, 1}, {0, 2}}, 'L': {{0, -1}, {0, 0}, {0, 1}, {1, 1}}, 'J': {{0, -1}, {0, 0}, {0, 1}, {-1, 1}},
		'T': {{0, -1}, {0, 0}, {0, 1}, {1, 0}}, 'O': {{0, 0}, {0, -1}, {1, 0}, {1, -1}},
		'S': {{0, 0}, {0, -1}, {-1, 0}, {1, -1}}, 'Z': {{0, 0}, {0, -1}, {1, 0}, {-1, -1}},
	}[letter]}
	for n := map[byte]int{'I': 2, 'O': 1, 'S': 2, 'Z': 2, 'T': 4, 'J': 4, 'L': 4}[letter]; len(states) < n; {
		var next []square
		for _, s := range states[len(states)-1] {
			next = append(next, square{-s.y, s.x})
		}
		states = append(states, next)
	}
	return pivoted{upwards(states), 0, square{5, 20}}
}

func seigotCheck(presses []string) string {
	turns, shifts := 0, 0
	for _, word := range presses {
		switch word {
		case "ccw", "wait":
			return "there is no " + word
		case "cw":
			turns++
		case "left", "right":
			shifts++
		}
	}
	if turns > 4 || shifts > 5 {
		return fmt.Sprintf("%d turns and %d shifts", turns, shifts)
	}
	return ""
}

// presses plays the keys of p by the rules and fails unless the picture stands.
// It reports false if the exporter refuses p, and fails if it needn't have.
func presses(t *testing.T, p *plan.Plan, rules Rules) bool {
	t.Helper()
	var text strings.Builder
	err := WriteKeys(&text, p, rules, KeyText)
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		hopeless(t, p, rules, refused)
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(rules, p.Width, p.Height)
	n := 0
	for line := range strings.Lines(text.String()) {
		if err := g.play(line); err != nil {
			t.Fatalf("%s: piece %d, %s: %v\n%v", rules, n+1, strings.TrimSpace(line), err, g)
		}
		n++
	}
	if want := final(t, p).String(); n != p.Pieces() || g.String() != want {
		t.Fatalf("%s: after %d of %d pieces\n%v\nwant\n%s", rules, n, p.Pieces(), g, want)
	}
	return true
}

// hopeless fails if the piece that was refused can be dropped after all: it tries
// all turns and shifts.
func hopeless(t *testing.T, p *plan.Plan, rules Rules, refused *RefusedError) {
	t.Helper()
	b, err := newBuilder(p.Width, p.Height)
	if err != nil {
		t.Fatal(err)
	}
	drops := dropsOf(p)[:refused.Piece]
	for _, d := range drops[:len(drops)-1] {
		if _, err := b.add(d); err != nil {
			t.Fatal(err)
		}
	}
	var done strings.Builder
	if err := WriteKeys(&done, b.plan, rules, KeyText); err != nil {
		t.Fatalf("%s refuses piece %d, but of the pieces before it: %v", rules, refused.Piece, err)
	}
	last := drops[len(drops)-1]
	if _, err := b.add(last); err != nil {
		t.Fatal(err)
	}
	before := newGame(rules, p.Width, p.Height)
	for line := range strings.Lines(done.String()) {
		if err := before.play(line); err != nil {
			t.Fatal(err)
		}
	}
	for _, keys := range everyPress(rules) {
		g := *before
		g.stack = maps.Clone(before.stack)
		if g.play(last.Tetromino.String()+" "+keys) == nil && g.String() == b.field.String() {
			t.Fatalf("%v, but %q does it", refused, keys)
		}
	}
}

// everyPress returns all keys that could bring a piece anywhere.
func everyPress(rules Rules) (list []string) {
	turns := []string{"", "cw ", "cw cw ", "cw cw cw ", "ccw ", "wait ccw ", "wait ccw ccw ", "wait ccw ccw ccw "}
	drop := "drop"
	if rules == RulesNES {
		drop = "down"
	}
	for _, turn := range turns {
		for n := range 10 {
			list = append(list, turn+strings.Repeat("left ", n)+drop, turn+strings.Repeat("right ", n)+drop)
		}
	}
	return list
}

// everyDrop calls f with a plan of one piece for each drop on 10 columns.
func everyDrop(t *testing.T, f func(*plan.Plan)) {
	t.Helper()
	for tm := tetris.I; tm <= tetris.L; tm++ {
		for o := tetris.Spawn; o < tm.Orientations(); o++ {
			for x := 0; x+tm.Shape(o).Width <= 10; x++ {
				f(planOf(t, tetris.Drop{Tetromino: tm, Orientation: o, Column: x}.String()))
			}
		}
	}
}
