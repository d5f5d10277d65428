package exchange

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// Rules are those by which a game moves the piece in play.
type Rules string

// The rules that are known.
const (
	// RulesPrinter are those of [tetris.Drop.Route], on any field: turn either
	// way, shift, drop.
	RulesPrinter Rules = "printer"
	// RulesSRS are those of guideline games, 10x20 with rows above: pieces appear
	// flat side down in rows 20 and 21, left of the centre.
	RulesSRS Rules = "srs"
	// RulesNES are those of the game of 1989, 10x20: J, T and L appear pointing
	// down, there are no kicks and no hard drop.
	RulesNES Rules = "nes"
	// RulesFahey are those of Fahey's "Standard Tetris", 10x20: pieces turn
	// counter-clockwise only, and not before they have fallen one row.
	RulesFahey Rules = "fahey"
	// RulesSeigot are those of the game seigot/tetris in its art mode, 10x22:
	// clockwise turns only and at most five shifts.
	RulesSeigot Rules = "seigot"
)

// AllRules returns the rules that are known.
func AllRules() []Rules {
	return []Rules{RulesPrinter, RulesSRS, RulesNES, RulesFahey, RulesSeigot}
}

// ParseRules returns the rules of that name, or an error that lists them.
func ParseRules(name string) (Rules, error) {
	return parse(name, "game whose rules are known", AllRules())
}

// state is how a piece stands: its orientation, and where its lower left corner
// lies from the point that it turns round.
type state struct {
	orientation tetris.Orientation
	corner      tetris.Cell
}

// book is a set of rules in a form to play by.
type book struct {
	rules         Rules
	width, height int // of the field: no piece may lock above it
	ceiling       bool
	partly        bool // a piece may stick out of the field's top when it locks
	states        [tetris.Tetrominoes + 1][]state
	spawns        [tetris.Tetrominoes + 1]tetris.Cell // where the point appears
	cw, ccw       bool
	fall          int // rows that a piece falls before it can turn
	maxShifts     int // 0: any number
}

// newBook returns the rules for a field of the given size, or a [*RefusedError]
// if they know no such field. Its height only matters to [RulesPrinter].
func newBook(rules Rules, width, height int) (*book, error) {
	b := &book{rules: rules, width: 10, height: 20, cw: true, ccw: true}
	switch rules {
	case RulesPrinter:
		b.width, b.height, b.ceiling = width, height, true
		b.printer()
	case RulesSRS:
		b.partly = true
		b.srs()
	case RulesNES:
		b.around(tetris.Reverse, tetris.Cell{X: 5, Y: 19})
		b.pair(tetris.I, state{tetris.Spawn, tetris.Cell{X: -2, Y: 0}}, state{tetris.Right, tetris.Cell{X: 0, Y: -1}})
		b.flat()
	case RulesFahey:
		b.cw, b.ceiling, b.fall = false, true, 1
		b.around(tetris.Reverse, tetris.Cell{X: 5, Y: 19})
		b.pair(tetris.I, state{tetris.Spawn, tetris.Cell{X: -2, Y: 0}}, state{tetris.Right, tetris.Cell{X: 0, Y: -2}})
		b.flat()
	case RulesSeigot:
		b.height, b.ccw, b.ceiling, b.maxShifts = 22, false, true, 5
		b.seigot()
	default:
		return nil, fmt.Errorf("exchange: there are no rules %.20q", string(rules))
	}
	if b.width != width {
		return nil, &RefusedError{Target: string(rules), Why: fmt.Sprintf("the field has %d columns, that of the game %d", width, b.width)}
	}
	return b, nil
}

// printer sets the states of [tetris.Drop.Route]: each is centred under the top.
func (b *book) printer() {
	for t := tetris.I; t <= tetris.L; t++ {
		for o := tetris.Spawn; o <= tetris.Left; o++ {
			s := t.Shape(o)
			b.states[t] = append(b.states[t], state{o, tetris.Cell{X: (b.width - s.Width) / 2, Y: b.height - s.Height}})
		}
	}
}

// srs sets the states of the Super Rotation System: a piece turns within a
// square of 3x3, an I within one of 4x4. The point is its lower left corner.
func (b *book) srs() {
	for t := tetris.I; t <= tetris.L; t++ {
		switch t {
		case tetris.O:
			b.states[t], b.spawns[t] = []state{{}}, tetris.Cell{X: 4, Y: 20}
		case tetris.I:
			b.states[t] = turning(tetris.Spawn, tetris.Cell{X: 0, Y: 2}, tetris.Cell{X: 2, Y: 0}, tetris.Cell{X: 0, Y: 1}, tetris.Cell{X: 1, Y: 0})
			b.spawns[t] = tetris.Cell{X: 3, Y: 18}
		default:
			b.states[t] = turning(tetris.Spawn, tetris.Cell{X: 0, Y: 1}, tetris.Cell{X: 1, Y: 0}, tetris.Cell{}, tetris.Cell{})
			b.spawns[t] = tetris.Cell{X: 3, Y: 19}
		}
	}
}

// turning returns four states in clockwise order, beginning with first; corners
// are those of spawn, right, reverse and left.
func turning(first tetris.Orientation, corners ...tetris.Cell) (states []state) {
	for i := range tetris.Orientation(4) {
		o := (first + i) % 4
		states = append(states, state{o, corners[o]})
	}
	return states
}

// around sets the states of T, J and L, which turn round the middle one of three
// cells in a line.
func (b *book) around(first tetris.Orientation, spawn tetris.Cell) {
	for t := range b.spawns {
		b.spawns[t] = spawn
	}
	for _, t := range []tetris.Tetromino{tetris.T, tetris.J, tetris.L} {
		b.states[t] = turning(first, tetris.Cell{X: -1}, tetris.Cell{Y: -1}, tetris.Cell{X: -1, Y: -1}, tetris.Cell{X: -1, Y: -1})
	}
}

// pair sets the two states of t.
func (b *book) pair(t tetris.Tetromino, states ...state) { b.states[t] = states }

// flat sets the states of O, S and Z that two games share: S and Z appear flat,
// their upper cells in the top row.
func (b *book) flat() {
	b.pair(tetris.O, state{tetris.Spawn, tetris.Cell{X: -1, Y: -1}})
	for _, t := range []tetris.Tetromino{tetris.S, tetris.Z} {
		b.pair(t, state{tetris.Spawn, tetris.Cell{X: -1, Y: -1}}, state{tetris.Right, tetris.Cell{X: 0, Y: -1}})
	}
}

// seigot sets the states of the game of that name: each piece appears as high as
// fits.
func (b *book) seigot() {
	b.around(tetris.Right, tetris.Cell{X: 5, Y: 20})
	for t, first := range map[tetris.Tetromino]tetris.Orientation{tetris.J: tetris.Left, tetris.L: tetris.Right} {
		b.states[t] = turning(first, tetris.Cell{X: -1}, tetris.Cell{Y: -1}, tetris.Cell{X: -1, Y: -1}, tetris.Cell{X: -1, Y: -1})
	}
	b.pair(tetris.I, state{tetris.Right, tetris.Cell{X: 0, Y: -2}}, state{tetris.Spawn, tetris.Cell{X: -2, Y: 0}})
	b.pair(tetris.O, state{tetris.Spawn, tetris.Cell{}})
	for _, t := range []tetris.Tetromino{tetris.S, tetris.Z} {
		b.pair(t, state{tetris.Spawn, tetris.Cell{X: -1}}, state{tetris.Right, tetris.Cell{X: 0, Y: -1}})
	}
}

// piece returns the piece of t in its state i, the point being at.
func (b *book) piece(t tetris.Tetromino, i int, at tetris.Cell) tetris.Piece {
	s := b.states[t][i]
	return tetris.Piece{Drop: tetris.Drop{Tetromino: t, Orientation: s.orientation, Column: at.X + s.corner.X}, Row: at.Y + s.corner.Y}
}

// free reports whether p has room in f, which is higher than the game's field.
func (b *book) free(f *tetris.Field, p tetris.Piece) bool {
	for _, c := range p.Cells() {
		switch {
		case c.X < 0 || c.X >= b.width || c.Y < 0 || b.ceiling && c.Y >= b.height:
			return false
		case c.Y < f.Height() && f.At(c.X, c.Y) != tetris.None:
			return false
		}
	}
	return true
}

// way is a way to bring a piece above its columns: turns, then shifts.
type way struct {
	state  int // index of the state it ends in
	turns  int // clockwise ones, or counter-clockwise ones if negative
	shifts int // to the right, or to the left if negative
	wait   int // rows that it has to fall first
}

func (w way) cost() int { return max(w.turns, -w.turns) + max(w.shifts, -w.shifts) }

// ways returns the ways to do d, the shortest first.
func (b *book) ways(d tetris.Drop) (ways []way) {
	d = canonical(d)
	t := d.Tetromino
	for i, s := range b.states[t] {
		if canonical(tetris.Drop{Tetromino: t, Orientation: s.orientation}).Orientation != d.Orientation {
			continue
		}
		w := way{state: i, shifts: d.Column - s.corner.X - b.spawns[t].X}
		if i == 0 {
			ways = append(ways, w)
			continue
		}
		w.wait = b.fall
		if b.cw {
			w.turns = i
			ways = append(ways, w)
		}
		if b.ccw {
			w.turns = i - len(b.states[t])
			ways = append(ways, w)
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(a.cost(), b.cost()) })
	return ways
}

// way returns the shortest way to do d in f that nothing blocks, or why there is
// none.
func (b *book) way(f *tetris.Field, d tetris.Drop) (way, string) {
	why := ""
	for _, w := range b.ways(d) {
		blocked := b.walk(f, d.Tetromino, w)
		if blocked == "" {
			return w, ""
		}
		if why == "" {
			why = blocked
		}
	}
	return way{}, why
}

// walk goes the way w in f and returns what blocks it, or "".
func (b *book) walk(f *tetris.Field, t tetris.Tetromino, w way) string {
	if shifts := max(w.shifts, -w.shifts); b.maxShifts > 0 && shifts > b.maxShifts {
		return fmt.Sprintf("it is %d columns away, the game shifts by at most %d", shifts, b.maxShifts)
	}
	at, i, n := b.spawns[t], 0, len(b.states[t])
	if !b.free(f, b.piece(t, i, at)) {
		return "it has no room to appear"
	}
	if at.Y -= w.wait; !b.free(f, b.piece(t, i, at)) {
		return "it has no room to fall before it turns"
	}
	for turns := w.turns; turns != 0; turns -= sign(turns) {
		i = (i + sign(turns) + n) % n
		if !b.free(f, b.piece(t, i, at)) {
			return "it has no room to turn"
		}
	}
	for shifts := w.shifts; shifts != 0; shifts -= sign(shifts) {
		at.X += sign(shifts)
		if !b.free(f, b.piece(t, i, at)) {
			return "it has no room to shift"
		}
	}
	return b.land(f, b.piece(t, i, at))
}

// land returns why p can't drop and lock from where it is, or "".
func (b *book) land(f *tetris.Field, p tetris.Piece) string {
	row := f.Landing(p.Drop)
	top := row + p.Shape().Height
	switch {
	case row > p.Row:
		return "it appears below the top of the stack"
	case b.partly && row >= b.height, !b.partly && top > b.height:
		return fmt.Sprintf("it locks above row %d, which ends the game", b.height-1)
	}
	return ""
}

func sign(n int) int { return cmp.Compare(n, 0) }

// roomAbove is how many rows a field to play in has above that of the game: no
// stack ends in them, so the printer's own rules never block a piece.
const roomAbove = 8

// play brings each drop of p above its columns by the rules b and calls do with
// it and its way, before it drops. A drop that can't be done is a
// [*RefusedError].
func (b *book) play(drops func(yield func(int, tetris.Drop) bool), do func(t tetris.Tetromino, w way)) error {
	f, err := tetris.NewField(b.width, min(b.height+roomAbove, tetris.MaxHeight))
	if err != nil {
		return err
	}
	n := 0
	for _, d := range drops {
		n++
		refused := &RefusedError{Target: string(b.rules), Piece: n, Drop: d}
		if !d.Inside(b.width) {
			refused.Why = "it is outside the field"
			return refused
		}
		w, why := b.way(f, d)
		if why != "" {
			refused.Why = why
			return refused
		}
		do(d.Tetromino, w)
		if _, err := f.Drop(d); err != nil {
			refused.Why = err.Error()
			return refused
		}
	}
	return nil
}
