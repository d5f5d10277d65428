package exchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// ReadJSON reads what [WriteJSON] writes. A drop may leave out its row, lines and
// pixels; where they are not those of a replay, that is an [Oddity]. A fault of
// the text is a [*SyntaxError]; other errors are those of r.
func ReadJSON(r io.Reader) (*plan.Plan, []Oddity, error) {
	text, err := readAll(r, JSON)
	if err != nil {
		return nil, nil, err
	}
	value := struct {
		head
		Drops json.RawMessage `json:"drops"`
	}{}
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, nil, jsonFault(JSON, err)
	}
	t, err := value.table(JSON)
	if err != nil {
		return nil, nil, err
	}
	if value.Drops == nil {
		return nil, nil, fault(JSON, `there are no "drops" in it`)
	}
	// The head may follow the drops, so they are read after it.
	err = eachDrop(json.NewDecoder(bytes.NewReader(value.Drops)), t.add)
	return t.finish(err)
}

// eachDrop calls add with each drop of the list that dec reads.
func eachDrop(dec *json.Decoder, add func(drop) error) error {
	if token, err := dec.Token(); err != nil || token != json.Delim('[') {
		return fault(JSON, `"drops" is no list`)
	}
	for n := 1; dec.More(); n++ {
		var d drop
		if err := dec.Decode(&d); err != nil {
			return fault(JSON, "drop %d: %s", n, strings.TrimPrefix(err.Error(), "json: "))
		}
		if err := add(d); err != nil {
			return err
		}
	}
	return nil
}

// ReadNDJSON reads what [WriteNDJSON] writes, as [ReadJSON] does.
func ReadNDJSON(r io.Reader) (*plan.Plan, []Oddity, error) {
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	dec := json.NewDecoder(limited)
	var h head
	if err := dec.Decode(&h); err != nil {
		return nil, nil, streamFault(limited, 1, err)
	}
	t, err := h.table(NDJSON)
	if err != nil {
		return nil, nil, err
	}
	for line := 2; ; line++ {
		var d drop
		err := dec.Decode(&d)
		if err == io.EOF {
			return t.finish(nil)
		}
		if err != nil {
			return nil, nil, streamFault(limited, line, err)
		}
		if err := t.add(d); err != nil {
			return nil, nil, err
		}
	}
}

// streamFault says what is wrong with value number n: its text, unless reading
// failed.
func streamFault(r *io.LimitedReader, n int, err error) error {
	switch err.(type) {
	case *json.SyntaxError, *json.UnmarshalTypeError:
		return fault(NDJSON, "value %d: %s", n, strings.TrimPrefix(err.Error(), "json: "))
	}
	switch {
	case r.N <= 0:
		return fault(NDJSON, "more than %d MiB", maxBytes>>20)
	case err == io.EOF:
		return fault(NDJSON, "there is nothing in it")
	case err == io.ErrUnexpectedEOF:
		return fault(NDJSON, "value %d: it ends within it", n)
	}
	return err
}

// table is a plan whose drops are being read.
type table struct {
	*builder
	format Format
	drops  int // read
	pixels int
	odd    []Oddity
}

// table returns the empty plan of h.
func (h *head) table(format Format) (*table, error) {
	switch {
	case h.Format != headFormat:
		return nil, fault(format, `"format" is %.40q, that of a plan is %q`, h.Format, headFormat)
	case h.Version != headVersion:
		return nil, fault(format, "version %d, only %d is known", h.Version, headVersion)
	case h.Field == nil:
		return nil, fault(format, `there is no "field" in it`)
	}
	b, err := newBuilder(h.Field.Width, h.Field.Height)
	if err != nil {
		return nil, fault(format, "%v", err)
	}
	for name, text := range h.Palette {
		t := tetris.None
		if len(name) == 1 {
			t = tetris.TetrominoOf(name[0])
		}
		if t == tetris.None {
			return nil, fault(format, "the palette has a colour for %.20q, which is no tetromino", name)
		}
		b.plan.Palette[t], err = parseColor(strings.TrimPrefix(text, "#"))
		if err != nil {
			return nil, fault(format, "the palette: %v", err)
		}
	}
	for _, note := range h.Notes {
		b.plan.Notes = append(b.plan.Notes, noteOf(note)...)
	}
	return &table{builder: b, format: format}, nil
}

// add appends d.
func (t *table) add(d drop) error {
	t.drops++
	tm, o := tetris.None, -1
	if len(d.Tetromino) == 1 {
		tm = tetris.TetrominoOf(d.Tetromino[0])
	}
	if len(d.Orientation) == 1 {
		o = strings.Index("0R2L", d.Orientation)
	}
	if tm == tetris.None || o < 0 {
		return fault(t.format, "drop %d: %.20q, %.20q: want a tetromino and an orientation 0, R, 2 or L", t.drops, d.Tetromino, d.Orientation)
	}
	placed, err := t.builder.add(tetris.Drop{Tetromino: tm, Orientation: tetris.Orientation(o), Column: d.Column})
	if err != nil {
		return fault(t.format, "drop %d: %v", t.drops, err)
	}
	t.pixels += 4 - placed.Lines()*t.plan.Width
	t.compare("row", d.Row, placed.Row)
	t.compare("lines", d.Lines, placed.Lines())
	t.compare("pixels", d.Pixels, t.pixels)
	return nil
}

// compare reports a number that is not that of the replay.
func (t *table) compare(name string, said *int, got int) {
	if said != nil && *said != got {
		t.odd = append(t.odd, Oddity{t.drops, fmt.Sprintf("has %s %d, played it is %d", name, *said, got)})
	}
}

// finish returns the plan, unless err is an error.
func (t *table) finish(err error) (*plan.Plan, []Oddity, error) {
	if err != nil {
		return nil, nil, err
	}
	return t.plan, t.odd, nil
}
