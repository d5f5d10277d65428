package patterns

import (
	"errors"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

const (
	smallEmitter = `# tetrisprinter patterns, format 1
# emitters: 9 columns, 3 squares, 1 of 1
# search: by hand

AAABBBCCC
.A..B..C.
`
	smallPlatform = `# tetrisprinter patterns, format 1
# platforms: 10 columns, 1 of 8
# search: by hand

# on column 5
# fewer rows not ruled out
..IIIIGGGG
.HHHHEEEED
.FFABBCCDD
FFAAABBCCD
`
)

// Tables of one text are read and written again byte for byte the same.
func TestReadWrite(t *testing.T) {
	text := smallEmitter + "\n" + smallPlatform
	tables, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Write(&b, tables...); err != nil || b.String() != text {
		t.Errorf("%v, got\n%s", err, &b)
	}
	if len(tables) != 2 || tables[1].Kind != Platform || tables[1].Settings != "by hand" {
		t.Fatalf("got %v", tables)
	}
	p := tables[1].Patterns[0]
	last := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.J, Orientation: tetris.Right}, Row: 2}
	if p.At[0] != 5 || p.Rows != 4 || !p.Unproved || p.Last != last || len(p.Pieces) != 9 {
		t.Errorf("got %+v", p)
	}
}

func TestReadErrors(t *testing.T) {
	replace := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in\n%s", old, text)
		}
		return strings.Replace(text, old, new, 1)
	}
	e, p := smallEmitter, smallPlatform
	tests := []struct{ name, text, want string }{
		{"empty", "", "line 1: \"\": tables begin with"},
		{"a word", "hello\n", `"hello": tables begin with`},
		{"another format", replace(e, "format 1", "format 2"), "line 1"},
		{"no head", formatLine + "\n", "line 2"},
		{"too narrow", replace(e, "9 columns", "7 columns"), "line 2: a field of 7 columns"},
		{"too wide", replace(e, "9 columns", "33 columns"), "there are tables for 8 to 32"},
		{"too many squares", replace(e, "3 squares", "4 squares"), "4 triples on 9 columns"},
		{"no squares", replace(e, "3 squares", "0 squares"), "0 triples"},
		{"wrong total", replace(e, "1 of 1", "1 of 2"), "there are 1"},
		{"negative count", replace(e, "1 of 1", "-1 of 1"), "-1 of 1"},
		{"wrong count", replace(e, "1 of 1", "0 of 1"), "1 patterns, the head of the table says 0"},
		{"no settings", replace(e, "# search: by hand\n", ""), "want a line that begins with"},
		{"short line", replace(e, ".A..B..C.", ".A..B..C"), "line 6: the line is 8 wide"},
		{"digit", replace(e, ".A..B..C.", "1A..B..C."), "'1' is neither"},
		{"three cells", replace(e, ".A..B..C.", "....B..C."), "letter A has 3 cells"},
		{"no tetromino", replace(e, ".A..B..C.", "...AB..C."), "letter A is no tetromino"},
		{"no T", replace(e, ".A..B..C.", "A...B..C."), "letter A is not a T"},
		{"no line", replace(e, "AAABBBCCC\n.A..B..C.\n", ""), "0 pieces"},
		{"not in order", replace(e, "AAABBBCCC\n.A..B..C.", "BBBAAACCC\n.B..A..C."), ""}, // form alone
		{"no column", replace(p, "# on column 5\n", ""), "a column it stands on"},
		{"column outside", replace(p, "column 5", "column 10"), `"10" is none of the 10 columns`},
		{"column of an emitter", replace(e, "AAAB", "# on column 5\nAAAB"), "the line is 13 wide"},
		{"mark twice", replace(p, unprovedLine, unprovedLine+"\n"+unprovedLine), "the line is 26 wide"},
		{"Windows line ends", strings.ReplaceAll(e, "\n", "\r\n"), "line 1"},
		{"no end of line", strings.TrimSuffix(e, "\n"), "the text ends early"},
		{"line too many", e + "\n", "line 7"},
		{"leading zero", replace(p, "column 5", "column 05"), "line 5: \"# on column 05\" is not in the form"},
		{"hole at the wrong wall", replace(p, "..IIII", "I..III"), "letter I is no tetromino"},
	}
	for _, test := range tests {
		_, err := Read(strings.NewReader(test.text))
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	many := Pattern{Width: 9, Rows: 400}
	for range maxLetters + 1 {
		many.Pieces = append(many.Pieces, flatI(0))
	}
	tests := []struct {
		name    string
		pattern Pattern
		want    string
	}{
		{"overlap", Pattern{Width: 9, Rows: 1, Pieces: []tetris.Piece{flatI(0), flatI(0)}}, "pieces A and B overlap"},
		{"outside", Pattern{Width: 9, Rows: 1, Pieces: []tetris.Piece{flatI(2)}}, "is outside"},
		{"too many", many, "63 pieces, there are 62 letters"},
	}
	for _, test := range tests {
		var b strings.Builder
		table := &Table{Width: 9, Squares: 1, Patterns: []Pattern{test.pattern}}
		if err := Write(&b, table); err == nil || !strings.Contains(err.Error(), test.want) || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes, want %q and none", test.name, err, b.Len(), test.want)
		}
		if table.Text() == "" || table.Patterns[0].Text() == "" {
			t.Errorf("%s: no text", test.name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(smallEmitter)
	f.Add(smallPlatform)
	f.Add(smallEmitter + "\n" + smallPlatform)
	f.Add(strings.TrimSuffix(smallPlatform, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b strings.Builder
		if err := Write(&b, tables...); err != nil || b.String() != text {
			t.Errorf("%q was read and written as %q (%v)", text, &b, err)
		}
		for _, table := range tables {
			table.Check() // must not panic
		}
	})
}
