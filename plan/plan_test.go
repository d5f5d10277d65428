package plan

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

var (
	red  = color.NRGBA{0xdc, 0x28, 0x28, 255}
	cyan = color.NRGBA{0x28, 0xdc, 0xdc, 255}
)

// small prints one J and, after a cleared row, the upper half of an O.
const small = `# field 6x8
# a note
dc2828 - - 28dcdc - - 28dc28

BB.A..
BBAAAC
.....C
.....C
.....C
`

// smallPlan is what small says; drawn rows count from the lowest line.
func smallPlan() *Plan {
	p := &Plan{Width: 6, Height: 8, Notes: []string{"a note"}}
	p.Palette[tetris.J], p.Palette[tetris.I] = red, cyan
	p.Palette[tetris.O] = color.NRGBA{0x28, 0xdc, 0x28, 255}
	p.Blocks = []Block{{[]tetris.Piece{
		{Drop: tetris.Drop{Tetromino: tetris.T, Orientation: tetris.Spawn, Column: 2}, Row: 3},
		{Drop: tetris.Drop{Tetromino: tetris.O, Orientation: tetris.Spawn, Column: 0}, Row: 3},
		{Drop: tetris.Drop{Tetromino: tetris.I, Orientation: tetris.Right, Column: 5}, Row: 0},
	}}}
	return p
}

func read(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestRead(t *testing.T) {
	if diff := cmp.Diff(smallPlan(), read(t, small)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWrite(t *testing.T) {
	if diff := cmp.Diff(small, smallPlan().String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// A block drawn anywhere, with Windows line ends, comments between the blocks
// and letters beyond Z reads as the same drops.
func TestReadLenient(t *testing.T) {
	text := "# made by hand\r\nDC2828 f8d8a0 283cc8\r\n\r\n# one\r\n" +
		strings.Repeat(".", 21) + "\r\n" + "AAAA" + strings.Repeat(".", 17) + "\r\n\r\n\r\n# two\r\n" + strings.Repeat(".", 17) + "AAAA\r\n"
	p := read(t, text)
	if p.Width != 21 || p.Height != 42 || len(p.Blocks) != 2 || p.Palette.Colors() != 3 || p.Palette[tetris.J] != red {
		t.Errorf("got %+v", p)
	}
	if d := p.Blocks[1].Pieces[0].Drop; d != (tetris.Drop{Tetromino: tetris.I, Column: 17}) {
		t.Errorf("got drop %v, want I0@17", d)
	}
}

func TestReadErrors(t *testing.T) {
	const head = "# field 6x8\ndc2828\n\n"
	tests := []struct{ name, text, want string }{
		{"empty", "", "line 1: no header"},
		{"comments only", "# x\n", "line 1: no header"},
		{"a word", "hello\n", `line 1: "hello" is no colour`},
		{"binary", "\x89PNG\r\n\x1a\n", `line 1: "\x89PNG" is no colour`},
		{"three digits", "f00\n", `"f00" is no colour`},
		{"a hash", "dc2828 #28dcdc\n", `"#28dcdc" is no colour`},
		{"eight colours", strings.Repeat("dc2828 ", 8), "8 words, at most 7"},
		{"field too small", "# field 3x8\n", "3 columns: it has 4 to 320"},
		{"field without size", "# field wide\n", `"wide" is no size`},
		{"field too late", head + "# field 7x8\n", "line 4: the field is named after the header"},
		{"short line", head + "AAAA.\n", "line 4: the line is 5 wide, the field has 6 columns"},
		{"long line", head + "......\nAAAA...\n", "line 5: the line is 7 wide"},
		{"three cells", head + "AAA...\n", "line 4: block 1: letter A has 3 cells"},
		{"five cells", head + "AAAAA.\n", "letter A has 5 cells"},
		{"missing letter", head + "AAAA..\nCC....\nCC....\n", "letter B has 0 cells"},
		{"no tetromino", head + "AA..AA\n", "letter A is no tetromino"},
		{"a digit", head + "AAAA..\n1.....\n", `line 5: '1' is neither`},
		{"beyond ~", head + "\x7f.....\n", "neither"},
		{"endless line", head + strings.Repeat("A", 1<<17), "line 4: a line longer"},
		{"endless block", head + strings.Repeat("......\n", 513), "line 516: a block of more than 512 lines"},
	}
	for _, test := range tests {
		_, err := Read(strings.NewReader(test.text))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	i := tetris.Drop{Tetromino: tetris.I}
	tests := []struct {
		name   string
		pieces []tetris.Piece
		want   string
	}{
		{"overlap", []tetris.Piece{{Drop: i}, {Drop: i}}, "pieces A and B overlap"},
		{"outside", []tetris.Piece{{Drop: tetris.Drop{Tetromino: tetris.I, Column: 3}}}, "I0@3 is outside the 6 columns"},
		{"high", []tetris.Piece{{Drop: i}, {Drop: i, Row: 1 << 40}}, "rows high"},
	}
	for _, test := range tests {
		p := &Plan{Width: 6, Height: 8, Blocks: []Block{{test.pieces}}}
		var b bytes.Buffer
		if err := p.Write(&b); err == nil || !strings.Contains(err.Error(), test.want) || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q and none", test.name, err, b.Len(), test.want)
		}
	}
}

// There are 62 letters; more pieces take more blocks, in the same order.
func TestWriteSplitsBlocks(t *testing.T) {
	p := &Plan{Width: 4, Height: 200}
	var pieces []tetris.Piece
	for row := range 130 {
		pieces = append(pieces, tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.I}, Row: row})
	}
	p.Blocks = []Block{{pieces}}
	got := read(t, p.String())
	if len(got.Blocks) != 3 || got.Pieces() != 130 {
		t.Errorf("got %d blocks and %d pieces, want 3 and 130", len(got.Blocks), got.Pieces())
	}
}

// picture draws a sprite: one string a row, 'r' and 'c' for the colours.
func picture(rows ...string) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, ch := range row {
			switch ch {
			case 'r':
				m.SetNRGBA(x, y, red)
			case 'c':
				m.SetNRGBA(x, y, cyan)
			case 'h': // hidden under alpha 0
				m.SetNRGBA(x, y, color.NRGBA{1, 2, 3, 0})
			}
		}
	}
	return m
}

func TestVerify(t *testing.T) {
	const text = "# field 6x8\ndc2828 - - 28dcdc\n\n.AAA..\n...A..\n.BBBB.\n"
	tests := []struct {
		name string
		goal *image.NRGBA
		want string // "" for none
	}{
		{"equal", picture("rrr.", "..r.", "cccc"), ""},
		{"borders are cropped", picture("......", ".rrr..", "..hr.h", ".cccc.", "hhhhhh"), ""},
		{"wrong colour", picture("rrr.", "..r.", "ccrc"), "column 3, row 0 is #28dcdc, the sprite has #dc2828 there, filled by block 1"},
		{"cell too many", picture("rr..", "..r.", "cccc"), "column 3, row 2 is #dc2828, the sprite has empty there"},
		{"cell missing", picture("rrr.", ".rr.", "cccc"), "column 2, row 1 is empty, the sprite has #dc2828 there"},
		{"sprite wider", picture("rrr..", "..r..", "ccccr"), "column 5, row 0 is empty"},
		{"sprite beyond the field", picture("rrr....", "..r....", "cccc..r"), "column 7, row 0 is empty"},
		{"sprite higher", picture("..c.", "rrr.", "..r.", "cccc"), "column 3, row 3 is empty"},
		{"empty sprite", picture("...."), "column 1, row 0 is #28dcdc, the sprite has empty"},
		{"half-transparent", func() *image.NRGBA {
			m := picture("rrr.", "..r.", "cccc")
			m.SetNRGBA(0, 2, color.NRGBA{cyan.R, cyan.G, cyan.B, 128})
			return m
		}(), "column 1, row 0"},
	}
	for _, test := range tests {
		p := read(t, text)
		p.Blocks[0].Pieces[0], p.Blocks[0].Pieces[1] = p.Blocks[0].Pieces[1], p.Blocks[0].Pieces[0]
		r, err := p.Verify(test.goal)
		var diff *DiffError
		switch {
		case test.want == "" && err != nil, test.want != "" && (!errors.As(err, &diff) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		case r.Pieces != 2 || r.Lines != 0 || r.StackHeight != 3:
			t.Errorf("%s: got %d pieces, %d lines, height %d; want 2, 0, 3", test.name, r.Pieces, r.Lines, r.StackHeight)
		}
	}
}

// The owner of a cell is known after rows above and below it have cleared.
func TestVerifyNamesTheBlock(t *testing.T) {
	const text = `# field 4x8
dc2828

AA..
AA..

BBAA
BBAA

AAAA

A...
A...
A...
A...
`
	p := read(t, text)
	_, err := p.Verify(picture("r"))
	var diff *DiffError
	if !errors.As(err, &diff) || diff.Block != 1 || diff.Row != 0 {
		t.Errorf("got %v, want a difference in row 0 by block 2", err)
	}
}

func TestRunErrors(t *testing.T) {
	p := read(t, "# field 4x4\ndc2828\n\nA...\nA...\nA...\nA...\n\nA...\nA...\nA...\nA...\n")
	_, err := p.Verify(picture("r"))
	var replay *ReplayError
	if !errors.As(err, &replay) || replay.Block != 1 || !errors.Is(err, tetris.ErrTopOut) {
		t.Errorf("got %v, want top out in block 2", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add("dc2828 f8d8a0 283cc8\n\nAAAABBBBCCCCDDDDEEEE.\n")
	f.Add("# field 4x4\n-\n\nAA..\nAABB\n..BB\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := Read(strings.NewReader(p.String()))
		if err != nil {
			t.Fatalf("%q was read, its rewriting was not: %v\n%s", text, err, p)
		}
		if again.String() != p.String() || again.Pieces() != p.Pieces() {
			t.Errorf("%q: written as\n%s\nthen as\n%s", text, p, again)
		}
		p.Run() // must not panic
	})
}
