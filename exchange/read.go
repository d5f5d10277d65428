package exchange

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// Read reads a plan in the given format, one of [Readable]: see [ReadFumen],
// [ReadSeigot], [ReadJSON] and [ReadNDJSON].
func Read(r io.Reader, format Format) (*plan.Plan, []Oddity, error) {
	switch format {
	case Fumen:
		return ReadFumen(r)
	case Seigot:
		return ReadSeigot(r)
	case JSON:
		return ReadJSON(r)
	case NDJSON:
		return ReadNDJSON(r)
	}
	return nil, nil, fault(format, "this format is only written")
}

// SniffBytes is how much of a file [Sniff] wants to see.
const SniffBytes = 512

// Sniff returns the format of a file that begins with start, or "" if it is none
// that is read. Of a JSON object the first name decides, which is "color" or
// "block_order" in art files.
func Sniff(start []byte) Format {
	text := bytes.TrimSpace(start)
	if len(text) == 0 {
		return ""
	}
	if text[0] != '{' {
		if word := bytes.Fields(text)[0]; fumenAt(word) >= 0 {
			return Fumen
		}
		return ""
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.Token()
	name, _ := dec.Token()
	switch name {
	case "color", "block_order":
		return Seigot
	case nil:
		return ""
	}
	// The head of an NDJSON plan is a line by itself, without the drops.
	line, _, whole := bytes.Cut(text, []byte("\n"))
	if bytes.Contains(line, []byte(`"drops"`)) || whole && !json.Valid(line) {
		return JSON
	}
	return NDJSON
}
