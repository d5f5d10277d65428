package exchange

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// head begins a plan in JSON. Fields are only added; what means something else
// gets another version.
type head struct {
	Format  string            `json:"format"` // headFormat
	Version int               `json:"version"`
	Field   *size             `json:"field"`
	Palette map[string]string `json:"palette"` // "#rrggbb" by the letter of the tetromino
	Notes   []string          `json:"notes,omitempty"`
}

const (
	headFormat  = "tetrisprinter plan"
	headVersion = 1
)

// size is that of a field, in cells.
type size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// drop is a piece of a plan in JSON and in tables. Columns count from the left
// wall, rows from the floor, both from 0.
type drop struct {
	Piece       int    `json:"piece"` // from 1
	Tetromino   string `json:"tetromino"`
	Orientation string `json:"orientation"` // "0", "R", "2" or "L"
	Column      int    `json:"column"`      // of its leftmost cells
	Row         *int   `json:"row"`         // of its lowest cells, when it has landed
	Lines       *int   `json:"lines"`       // that it clears
	Pixels      *int   `json:"pixels"`      // filled cells of the field after that
}

func headOf(p *plan.Plan) head {
	h := head{headFormat, headVersion, &size{p.Width, p.Height}, map[string]string{}, p.Notes}
	for t := tetris.I; t <= tetris.L; t++ {
		if c := p.Palette[t]; c.A != 0 {
			h.Palette[t.String()] = "#" + hexColor(c)
		}
	}
	return h
}

// replayed replays p and returns its drops.
func replayed(p *plan.Plan) (drops []drop, err error) {
	f, err := tetris.NewField(p.Width, p.Height)
	if err != nil {
		return nil, err
	}
	pixels := 0
	for s, err := range p.Replay(f) {
		if err != nil {
			return nil, err
		}
		lines := s.Lines()
		pixels += 4 - lines*p.Width
		now := pixels
		drops = append(drops, drop{
			Piece:       s.Index + 1,
			Tetromino:   s.Tetromino.String(),
			Orientation: s.Orientation.String(),
			Column:      s.Column,
			Row:         &s.Row,
			Lines:       &lines,
			Pixels:      &now,
		})
	}
	return drops, nil
}

// WriteJSON writes p as a JSON object: "format" is "tetrisprinter plan",
// "version" 1, "field" has its "width" and "height", "palette" the colours by the
// letters of the tetrominoes, "notes" the comments, and "drops" the pieces: their
// number "piece" from 1, "tetromino", "orientation" (0, R, 2 or L), "column" of
// the leftmost cells, "row" of the lowest ones when it has landed, "lines" that it
// clears and "pixels" that stand then. Columns and rows count from 0, from the
// left wall and the floor. It fails before anything is written with a
// [*plan.ReplayError].
func WriteJSON(w io.Writer, p *plan.Plan) error {
	drops, err := replayed(p)
	if err != nil {
		return err
	}
	if drops == nil {
		drops = []drop{}
	}
	text, err := json.MarshalIndent(headOf(p), "", "  ")
	if err != nil {
		return err
	}
	text = append(bytes.TrimSuffix(text, []byte("\n}")), ",\n  \"drops\": ["...)
	for i, d := range drops {
		line, err := json.Marshal(d)
		if err != nil {
			return err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, "\n    "...), line...)
	}
	_, err = w.Write(append(text, "\n  ]\n}\n"...))
	return err
}

// WriteNDJSON writes what [WriteJSON] does as one JSON value a line: first the
// object without its drops, then each drop.
func WriteNDJSON(w io.Writer, p *plan.Plan) error {
	drops, err := replayed(p)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	if err := e.Encode(headOf(p)); err != nil {
		return err
	}
	for _, d := range drops {
		if err := e.Encode(d); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteCSV writes a table of the drops of p with the columns of [WriteJSON]. It
// fails before anything is written with a [*plan.ReplayError].
func WriteCSV(w io.Writer, p *plan.Plan) error {
	drops, err := replayed(p)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "piece,tetromino,orientation,column,row,lines,pixels")
	for _, d := range drops {
		fmt.Fprintf(out, "%d,%s,%s,%d,%d,%d,%d\n", d.Piece, d.Tetromino, d.Orientation, d.Column, *d.Row, *d.Lines, *d.Pixels)
	}
	return out.Flush()
}
