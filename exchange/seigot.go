package exchange

// An art file of the game seigot/tetris is a JSON object with the colours
// {"shapeI":"0xRRGGBB", …} and "block_order", a list of [index, direction, x,
// y_operation]: the piece (1 to 7 are I L J T O S Z), how often it turns
// clockwise, the column of the point it turns round, and 1 to drop it. The game
// plays the list again from its start when it ends, so that files end with many
// pieces of operation 0, which sink slowly while the picture is looked at.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

const (
	seigotWidth  = 10
	seigotHeight = 22
	seigotTurns  = 4 // most turns of a piece, in search of a direction that there isn't
)

// seigotPieces are the tetrominoes by the game's index.
var seigotPieces = [...]tetris.Tetromino{
	tetris.None, tetris.I, tetris.L, tetris.J, tetris.T, tetris.O, tetris.S, tetris.Z,
}

// seigotFillers is how many pieces follow the picture, as in most people's files.
// They are flat I, in turn at either wall: they never fill a row.
const seigotFillers = 140

// seigotGray is the colour of a piece that has none.
const seigotGray = "808080"

// WriteSeigot writes p as an art file of the game seigot/tetris. Pieces without a
// colour become gray.
//
// It fails before anything is written with a [*RefusedError], if the field is not
// 10 columns wide, a piece is more than five columns from where it appears, or it
// is blocked on its way there, or with a [*plan.ReplayError].
func WriteSeigot(w io.Writer, p *plan.Plan) error {
	if _, err := p.Run(); err != nil {
		return err
	}
	b, err := newBook(RulesSeigot, p.Width, p.Height)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	writeSeigotColors(&text, &p.Palette)
	text.WriteString("  \"block_order\": [\n")
	err = b.play(p.Drops(), func(t tetris.Tetromino, way way) {
		fmt.Fprintf(&text, "    [%d,%d,%d,1],\n", slices.Index(seigotPieces[:], t), way.turns, b.spawns[t].X+way.shifts)
	})
	if err != nil {
		return err
	}
	for i := range seigotFillers {
		x, comma := 2+6*(i%2), ","
		if i == seigotFillers-1 {
			comma = ""
		}
		fmt.Fprintf(&text, "    [1,1,%d,0]%s\n", x, comma)
	}
	text.WriteString("  ]\n}\n")
	_, err = text.WriteTo(w)
	return err
}

func writeSeigotColors(text *bytes.Buffer, palette *plan.Palette) {
	text.WriteString("{\n  \"color\": {\n")
	for i, t := range seigotPieces[1:] {
		hex, comma := seigotGray, ","
		if palette[t].A != 0 {
			hex = hexColor(palette[t])
		}
		if i == len(seigotPieces)-2 {
			comma = ""
		}
		fmt.Fprintf(text, "    \"shape%v\": \"0x%s\"%s\n", t, hex, comma)
	}
	text.WriteString("  },\n")
}

// ReadSeigot reads an art file of the game seigot/tetris. The plan drops what the
// game drops: where a turn or a shift is blocked, or is one too many, the piece
// falls from where it got, which is an [Oddity]. The pieces at the end that are
// not dropped, so that the picture stands, are left out.
//
// A fault of the file is a [*SyntaxError]; other errors are those of r.
func ReadSeigot(r io.Reader) (*plan.Plan, []Oddity, error) {
	text, err := readAll(r, Seigot)
	if err != nil {
		return nil, nil, err
	}
	art := struct {
		Color map[string]string `json:"color"`
		Order seigotOrder       `json:"block_order"`
	}{}
	if err := json.Unmarshal(text, &art); err != nil {
		return nil, nil, jsonFault(Seigot, err)
	}
	if art.Order == nil {
		return nil, nil, fault(Seigot, `there is no "block_order" in it`)
	}
	palette, err := seigotPalette(art.Color)
	if err != nil {
		return nil, nil, err
	}
	end := art.Order.picture()
	p, odd, err := playSeigot(art.Order[:end])
	if err != nil {
		return nil, nil, err
	}
	p.Palette = palette
	if i := slices.IndexFunc(art.Order[end:], func(e seigotEntry) bool { return e.dropped }); i >= 0 {
		odd = append(odd, Oddity{end + i + 1, fmt.Sprintf("is dropped after pieces that aren't: the picture is taken to stand after piece %d", end)})
	}
	return p, odd, nil
}

// jsonFault turns an error of package json into a [*SyntaxError].
func jsonFault(format Format, err error) error {
	if own, ok := errors.AsType[*SyntaxError](err); ok {
		return own
	}
	return fault(format, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

func seigotPalette(colors map[string]string) (palette plan.Palette, err error) {
	for _, t := range seigotPieces[1:] {
		name := "shape" + t.String()
		text, ok := colors[name]
		if !ok {
			continue
		}
		hex, _ := strings.CutPrefix(strings.TrimPrefix(text, "0x"), "#")
		palette[t], err = parseColor(hex)
		if err != nil {
			return palette, fault(Seigot, "%s: %v", name, err)
		}
	}
	return palette, nil
}

// parseColor reads six hexadecimal digits.
func parseColor(hex string) (color.NRGBA, error) {
	rgb, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return color.NRGBA{}, fmt.Errorf("%.20q is no colour of six hexadecimal digits", hex)
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}, nil
}

func hexColor(c color.NRGBA) string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// seigotEntry is a piece of an art file.
type seigotEntry struct {
	piece   tetris.Tetromino
	turns   int // 0 to seigotTurns
	x       int
	dropped bool
}

// seigotOrder reads itself entry by entry: a list of lists of numbers would take
// many times the room of the text.
type seigotOrder []seigotEntry

// UnmarshalJSON implements [json.Unmarshaler].
func (o *seigotOrder) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bufio.NewReader(bytes.NewReader(text)))
	if token, err := dec.Token(); err != nil || token != json.Delim('[') {
		return fault(Seigot, `"block_order" is no list`)
	}
	*o = seigotOrder{}
	var numbers []int
	for dec.More() {
		if len(*o) == maxPieces {
			return fault(Seigot, "more than %d pieces", maxPieces)
		}
		numbers = numbers[:0]
		if err := dec.Decode(&numbers); err != nil {
			return fault(Seigot, "piece %d: %s", len(*o)+1, strings.TrimPrefix(err.Error(), "json: "))
		}
		e, err := seigotEntryOf(numbers)
		if err != nil {
			return fault(Seigot, "piece %d: %v", len(*o)+1, err)
		}
		*o = append(*o, e)
	}
	return nil
}

func seigotEntryOf(n []int) (seigotEntry, error) {
	switch {
	case len(n) != 4:
		return seigotEntry{}, fmt.Errorf("%d numbers, it has an index, a direction, a column and an operation", len(n))
	case n[0] < 1 || n[0] >= len(seigotPieces):
		return seigotEntry{}, fmt.Errorf("index %d: the pieces are 1 to %d", n[0], len(seigotPieces)-1)
	case n[1] < 0:
		return seigotEntry{}, fmt.Errorf("direction %d: there are 0 to 3", n[1])
	case n[3] != 0 && n[3] != 1:
		return seigotEntry{}, fmt.Errorf("operation %d: there are 0 and 1", n[3])
	}
	return seigotEntry{seigotPieces[n[0]], min(n[1], seigotTurns), n[2], n[3] == 1}, nil
}

// seigotSinking is how many pieces at the start of a file end in the same place
// whether they are dropped or sink.
const seigotSinking = 12

// picture returns how many pieces of o stand when the picture does: those before
// the first that isn't dropped, except early ones, which are given the time to
// sink, unless nothing is dropped after them.
func (o seigotOrder) picture() int {
	end := len(o)
	for end > 0 && !o[end-1].dropped {
		end--
	}
	for i := seigotSinking; i < end; i++ {
		if !o[i].dropped {
			return i
		}
	}
	return end
}

// playSeigot plays order by the game's rules.
func playSeigot(order seigotOrder) (*plan.Plan, []Oddity, error) {
	rules, err := newBook(RulesSeigot, seigotWidth, seigotHeight)
	if err != nil {
		return nil, nil, err
	}
	b, err := newBuilder(seigotWidth, seigotHeight)
	if err != nil {
		return nil, nil, err
	}
	var odd []Oddity
	for i, e := range order {
		p, what := rules.steer(b.field, e)
		if what == "" {
			what = rules.land(b.field, p)
		}
		if what != "" {
			odd = append(odd, Oddity{i + 1, what})
		}
		if p.Tetromino == tetris.None || rules.land(b.field, p) != "" {
			return b.plan, append(odd, Oddity{What: fmt.Sprintf("the game is over after piece %d of %d", i, len(order))}), nil
		}
		if _, err := b.add(p.Drop); err != nil {
			return nil, nil, fault(Seigot, "piece %d: %v", i+1, err)
		}
	}
	return b.plan, append(odd, b.fit()...), nil
}

// steer moves the piece of e as the game does and returns where it is before it
// drops, and what went otherwise than e says. A piece that can't appear is the
// zero piece.
func (b *book) steer(f *tetris.Field, e seigotEntry) (p tetris.Piece, what string) {
	t, at, i := e.piece, b.spawns[e.piece], 0
	if p = b.piece(t, i, at); !b.free(f, p) {
		return tetris.Piece{}, "has no room to appear"
	}
	n := len(b.states[t])
	for turns := range e.turns {
		next := (i + 1) % n
		if !b.free(f, b.piece(t, next, at)) {
			what = fmt.Sprintf("is blocked after %d of %d turns", turns, e.turns)
			break
		}
		i = next
	}
	shifts := 0
	for ; at.X != e.x && shifts < b.maxShifts; shifts++ {
		next := tetris.Cell{X: at.X + sign(e.x-at.X), Y: at.Y}
		if !b.free(f, b.piece(t, i, next)) {
			what = fmt.Sprintf("is blocked at column %d on its way to column %d", at.X, e.x)
			break
		}
		at = next
	}
	if at.X != e.x && shifts == b.maxShifts {
		what = fmt.Sprintf("shifts no further than column %d on its way to column %d", at.X, e.x)
	}
	return b.piece(t, i, at), what
}
