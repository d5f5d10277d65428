package exchange

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// The words for what a player does.
const (
	pressCW    = "cw"
	pressCCW   = "ccw"
	pressLeft  = "left"
	pressRight = "right"
	pressDrop  = "drop" // a hard drop
	pressDown  = "down" // hold it until the piece locks, or let it fall
	pressWait  = "wait" // until the piece has fallen one row
)

// KeyFormat is how the keys of a plan are written.
type KeyFormat string

// The formats of keys.
const (
	KeyText KeyFormat = "text" // a line a piece, such as "T cw left left drop"
	KeyCSV  KeyFormat = "csv"  // the same as a table
	KeyAHK  KeyFormat = "ahk"  // a script for AutoHotkey 2
)

// KeyFormats returns the formats of keys.
func KeyFormats() []KeyFormat { return []KeyFormat{KeyText, KeyCSV, KeyAHK} }

// ParseKeyFormat returns the format of that name, or an error that lists them.
func ParseKeyFormat(name string) (KeyFormat, error) {
	return parse(name, "format of keys", KeyFormats())
}

// WriteKeys writes the keys that drop the pieces of p by the given rules. Where
// there are several ways, the shortest is taken. A line names the tetromino and
// then the presses: cw and ccw turn, left and right shift, drop is a hard drop,
// down lets the piece fall in games without one, and wait is for a piece that
// can't turn before it has fallen a row.
//
// It fails before anything is written: with a [*RefusedError] if the game's field
// has another width or a drop can't be done by its rules, or with a
// [*plan.ReplayError].
func WriteKeys(w io.Writer, p *plan.Plan, rules Rules, format KeyFormat) error {
	if _, err := p.Run(); err != nil {
		return err
	}
	b, err := newBook(rules, p.Width, p.Height)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	line, ok := map[KeyFormat]func(*bytes.Buffer, int, tetris.Tetromino, []string){
		KeyText: keyText, KeyCSV: keyCSV, KeyAHK: keyAHK,
	}[format]
	if !ok {
		return fmt.Errorf("exchange: there is no format of keys %.20q", string(format))
	}
	switch format {
	case KeyCSV:
		text.WriteString("piece,tetromino,keys\n")
	case KeyAHK:
		fmt.Fprintf(&text, ahkHead, rules, ahkKeys(b))
	}
	n := 0
	err = b.play(p.Drops(), func(t tetris.Tetromino, w way) {
		n++
		line(&text, n, t, b.presses(w))
	})
	if err != nil {
		return err
	}
	if format == KeyAHK {
		text.WriteString("}\n")
	}
	_, err = text.WriteTo(w)
	return err
}

// presses returns the presses of the way w.
func (b *book) presses(w way) (words []string) {
	repeat := func(word string, n int) {
		for range n {
			words = append(words, word)
		}
	}
	repeat(pressWait, w.wait)
	repeat(pressCW, w.turns)
	repeat(pressCCW, -w.turns)
	repeat(pressLeft, -w.shifts)
	repeat(pressRight, w.shifts)
	if b.rules == RulesNES {
		return append(words, pressDown)
	}
	return append(words, pressDrop)
}

func keyText(text *bytes.Buffer, _ int, t tetris.Tetromino, words []string) {
	fmt.Fprintf(text, "%v %s\n", t, strings.Join(words, " "))
}

func keyCSV(text *bytes.Buffer, n int, t tetris.Tetromino, words []string) {
	fmt.Fprintf(text, "%d,%v,%s\n", n, t, strings.Join(words, " "))
}

func keyAHK(text *bytes.Buffer, n int, t tetris.Tetromino, words []string) {
	fmt.Fprintf(text, "  Play(\"%s\") ; %d %v\n", strings.Join(words, " "), n, t)
}

// ahkHead begins a script: what follows are the pieces.
const ahkHead = `; Rules: %s. F8 plays, Esc stops. The game has to deal the pieces in this order.
#Requires AutoHotkey v2.0
keys := Map(%s)
tap := 40 ; milliseconds that a key is held, and that it rests
row := 1000 ; milliseconds that a piece takes to fall a row
lock := 500 ; milliseconds from a drop until the next piece can be moved
fall := 4000 ; milliseconds that a piece takes to reach the floor with the down key held

Play(words) {
  for word in StrSplit(words, " ") {
    if (word = "wait") {
      Sleep row
      continue
    }
    Send "{" keys[word] " down}"
    Sleep word = "down" ? fall : tap
    Send "{" keys[word] " up}"
    Sleep tap
  }
  Sleep lock
}

Esc::ExitApp
F8:: {
`

// ahkKeys returns the usual keys as the pairs of an AutoHotkey map.
func ahkKeys(b *book) string {
	keys := map[string]string{pressCW: "Up", pressCCW: "z", pressLeft: "Left", pressRight: "Right", pressDrop: "Space", pressDown: "Down"}
	words := []string{pressCW, pressCCW, pressLeft, pressRight, pressDrop, pressDown}
	switch b.rules {
	case RulesNES:
		keys[pressCW], keys[pressCCW] = "x", "z" // as emulators have the buttons A and B
	case RulesFahey:
		keys[pressCCW] = "Up"
	}
	var pairs []string
	for _, word := range words {
		pairs = append(pairs, fmt.Sprintf("%q, %q", word, keys[word]))
	}
	return strings.Join(pairs, ", ")
}
