package exchange

import (
	"fmt"
	"slices"
	"strings"
)

// Format is a form that a plan is written in or read from.
type Format string

// The formats. Those of [Readable] are also read.
const (
	Fumen  Format = "fumen"  // a diagram of fumen.zui.jp
	Seigot Format = "seigot" // an art file of the game seigot/tetris
	Keys   Format = "keys"   // the keys to press
	NDJSON Format = "ndjson" // one JSON value a line: a head, then the drops
	JSON   Format = "json"   // the same as one value
	CSV    Format = "csv"    // a table of the drops
	Queue  Format = "queue"  // the letters of the tetrominoes
	Steps  Format = "steps"  // a sheet to play by hand
)

// Formats returns all formats, those that can be read first.
func Formats() []Format { return append(Readable(), Keys, CSV, Queue, Steps) }

// Readable returns the formats that [Read] reads.
func Readable() []Format { return []Format{Fumen, Seigot, JSON, NDJSON} }

// parse returns the word of words that text is, or an error that lists them.
func parse[W ~string](text, what string, words []W) (W, error) {
	if word := W(text); slices.Contains(words, word) {
		return word, nil
	}
	var names []string
	for _, word := range words {
		names = append(names, string(word))
	}
	return "", fmt.Errorf("%.20q is no %s: there are %s", text, what, strings.Join(names, ", "))
}

// ParseFormat returns the format of that name, or an error that lists them.
func ParseFormat(name string) (Format, error) { return parse(name, "format", Formats()) }

// ParseReadable returns the format of that name, one of [Readable], or an error
// that lists them.
func ParseReadable(name string) (Format, error) {
	return parse(name, "format that is read", Readable())
}
