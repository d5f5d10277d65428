package preview

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

var (
	red   = color.NRGBA{0xdc, 0x28, 0x28, 255}
	green = color.NRGBA{0x28, 0xb4, 0x3c, 255}

	letters = map[byte]color.NRGBA{'.': {}, 'r': red, 'g': green}
)

// drawn returns the picture that the rows show, separated by spaces.
func drawn(rows string) *image.NRGBA {
	list := strings.Fields(rows)
	m := image.NewNRGBA(image.Rect(0, 0, len(list[0]), len(list)))
	for y, row := range list {
		for x := range len(row) {
			m.SetNRGBA(x, y, letters[row[x]])
		}
	}
	return m
}

// drawing is the inverse of drawn; '?' is any other colour.
func drawing(m *image.NRGBA) string {
	var rows []string
	for y := range m.Rect.Dy() {
		row := bytes.Repeat([]byte{'?'}, m.Rect.Dx())
		for x := range row {
			for letter, c := range letters {
				if m.NRGBAAt(m.Rect.Min.X+x, m.Rect.Min.Y+y) == c {
					row[x] = letter
				}
			}
		}
		rows = append(rows, string(row))
	}
	return strings.Join(rows, " ")
}

func textOf(t *testing.T, m *image.NRGBA, term *Terminal) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteText(&b, m, term); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for _, test := range []struct{ name, rows, want string }{
		{"two pixels", "r g", "\x1b[38;2;220;40;40m\x1b[48;2;40;180;60m▀\x1b[0m\n"},
		{"of one colour", "r r", "\x1b[38;2;220;40;40m█\x1b[0m\n"},
		{"upper only", "r .", "\x1b[38;2;220;40;40m▀\x1b[0m\n"},
		{"lower only", ". r", "\x1b[38;2;220;40;40m▄\x1b[0m\n"},
		{"the last row alone", "r r r", "\x1b[38;2;220;40;40m█\x1b[0m\n\x1b[38;2;220;40;40m▀\x1b[0m\n"},
		{"empty ones between, none at the end", "r.r. ....", "\x1b[38;2;220;40;40m▀ ▀\x1b[0m\n"},
		{"an empty line", ".. .. r. ..", "\n\x1b[38;2;220;40;40m▀\x1b[0m\n"},
		{"the background goes before an empty one", "r.r g.r", "\x1b[38;2;220;40;40m\x1b[48;2;40;180;60m▀\x1b[49m █\x1b[0m\n"},
	} {
		if got := textOf(t, drawn(test.rows), nil); got != test.want {
			t.Errorf("%s: got\n%q\nwant\n%q", test.name, got, test.want)
		}
	}
}

// screen plays text as a terminal does and returns two pixels for a character.
// Colours are those of the escape sequences, by way of lookup.
func screen(t *testing.T, text string, width, height int, lookup func([]string) color.NRGBA) *image.NRGBA {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	var front, back color.NRGBA
	for y, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if front.A != 0 || back.A != 0 {
			t.Fatalf("line %d begins with colours", y)
		}
		x := 0
		for line != "" {
			if code, ok := strings.CutPrefix(line, "\x1b["); ok {
				var params string
				params, line, _ = strings.Cut(code, "m")
				words := strings.Split(params, ";")
				switch words[0] {
				case "0":
					front, back = color.NRGBA{}, color.NRGBA{}
				case "38":
					front = lookup(words[1:])
				case "48":
					back = lookup(words[1:])
				case "49":
					back = color.NRGBA{}
				default:
					t.Fatalf("escape sequence %q", params)
				}
				continue
			}
			r := []rune(line)[0]
			line = strings.TrimPrefix(line, string(r))
			pixels, ok := map[rune][2]color.NRGBA{' ': {back, back}, '▀': {front, back}, '▄': {back, front}, '█': {front, front}}[r]
			if !ok {
				t.Fatalf("character %q", r)
			}
			m.SetNRGBA(x, 2*y, pixels[0])
			m.SetNRGBA(x, 2*y+1, pixels[1])
			x++
		}
	}
	return m
}

func number(word string) uint8 {
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil {
		panic(err)
	}
	return uint8(n)
}

func trueColor(words []string) color.NRGBA {
	return color.NRGBA{number(words[1]), number(words[2]), number(words[3]), 255}
}

// TestScreen holds that a terminal shows random pictures as they are, and where
// they are empty its own background: case 18 of pictures that failed elsewhere.
func TestScreen(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	for range 500 {
		m := image.NewNRGBA(image.Rect(0, 0, 1+rnd.IntN(12), 1+rnd.IntN(9)))
		for y := range m.Rect.Dy() {
			for x := range m.Rect.Dx() {
				m.SetNRGBA(x, y, letters[".rg"[rnd.IntN(3)]])
			}
		}
		got := screen(t, textOf(t, m, nil), m.Rect.Dx(), m.Rect.Dy(), trueColor)
		if drawing(got) != drawing(m) {
			t.Fatalf("got\n%s\nwant\n%s", drawing(got), drawing(m))
		}
	}
}

// TestColors256 holds that of all colours of xterm the nearest is shown.
func TestColors256(t *testing.T) {
	list := xtermColors()
	if len(list) != 240 || list[0] != (color.NRGBA{0, 0, 0, 255}) || list[196-16] != (color.NRGBA{255, 0, 0, 255}) ||
		list[46-16] != (color.NRGBA{0, 255, 0, 255}) || list[232-16] != (color.NRGBA{8, 8, 8, 255}) || list[239] != (color.NRGBA{238, 238, 238, 255}) {
		t.Fatalf("the colours aren't xterm's: %v", list)
	}
	rnd := rand.New(rand.NewPCG(2, 0))
	m := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	for i := range m.Pix {
		m.Pix[i] = uint8(rnd.Uint32()) | 0x80
	}
	got := screen(t, textOf(t, m, &Terminal{Colors: Colors256}), 40, 20, func(words []string) color.NRGBA {
		return list[number(words[1])-16]
	})
	for y := range 20 {
		for x := range 40 {
			want, have := opaque(m.NRGBAAt(x, y)), got.NRGBAAt(x, y)
			for _, c := range list {
				if oklab.Distance(c, want) < oklab.Distance(have, want) {
					t.Fatalf("%v is shown as %v, %v is nearer", want, have, c)
				}
			}
		}
	}
}

// TestLetters holds that without colours the text is that of a sprite, and no
// escape sequence is in it.
func TestLetters(t *testing.T) {
	plain := &Terminal{Colors: NoColors}
	if got, want := textOf(t, drawn("..r. .rg. gggg"), plain), "a=dc2828 b=28b43c\n..a.\n.ab.\nbbbb\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := textOf(t, drawn("... ..."), plain), "...\n...\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range sprites.Names() {
		want, err := sprites.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := sprites.Parse(name, textOf(t, want.Image(), plain))
		if err != nil || !bytes.Equal(got.Image().Pix, want.Image().Pix) {
			t.Errorf("%s: read again: %v", name, err)
		}
	}
	many := image.NewNRGBA(image.Rect(0, 0, 64, 1))
	for x := range 64 {
		many.SetNRGBA(x, 0, color.NRGBA{uint8(x), 0, 0, 255})
	}
	got := textOf(t, many, plain)
	if !strings.HasSuffix(got, " 9=3d0000\n"+names+"??\n") || strings.Count(got, "=") != 62 {
		t.Errorf("64 colours: got\n%s", got)
	}
}

func TestFitsTheWidth(t *testing.T) {
	for _, test := range []struct{ columns, width, want int }{
		{0, 80, 1}, {0, 81, 2}, {0, 161, 3}, {-1, 80, 1}, {20, 20, 1}, {20, 256, 13}, {1, 9, 9}, {200, 1, 1},
	} {
		term := &Terminal{Columns: test.columns, Colors: NoColors}
		if got := term.Step(test.width); got != test.want {
			t.Errorf("%d pixels in %d columns: step %d, want %d", test.width, test.columns, got, test.want)
		}
		m := image.NewNRGBA(image.Rect(0, 0, test.width, 3))
		m.SetNRGBA(test.width-1, 2, red)
		for i, line := range strings.Split(textOf(t, m, term), "\n") {
			if columns := max(test.columns, 1); test.columns > 0 && len(line) > max(columns, len("a=dc2828")) {
				t.Errorf("%d pixels in %d columns: line %d is %q", test.width, test.columns, i, line)
			}
		}
	}
	if got := (*Terminal)(nil).Step(160); got != 2 {
		t.Errorf("nil: step %d, want 2", got)
	}
	// Of each 2x2 pixels the commonest is shown, also at the edges.
	m := drawn("rr..g rg..g ..ggr")
	if got, want := drawing(shrunk(m, 2)), "r.g .gr"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestColorsOf(t *testing.T) {
	for env, want := range map[string]Colors{
		"":                                      NoColors,
		"TERM=dumb COLORTERM=truecolor":         NoColors,
		"TERM=xterm":                            Colors256,
		"TERM=xterm-256color":                   Colors256,
		"TERM=xterm COLORTERM=truecolor":        TrueColor,
		"TERM=xterm COLORTERM=24bit":            TrueColor,
		"TERM=xterm COLORTERM=yes":              Colors256,
		"TERM=xterm-direct":                     TrueColor,
		"TERM=xterm-direct NO_COLOR=1":          NoColors,
		"TERM=xterm NO_COLOR= COLORTERM=no":     Colors256,
		"TERM=xterm COLORTERM=24bit NO_COLOR=0": NoColors,
	} {
		got := ColorsOf(func(name string) string {
			for _, word := range strings.Fields(env) {
				if value, ok := strings.CutPrefix(word, name+"="); ok {
					return value
				}
			}
			return ""
		})
		if got != want {
			t.Errorf("%s: got %d, want %d", env, got, want)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestBrokenOutput(t *testing.T) {
	broken := errors.New("the pipe is closed")
	for _, c := range []Colors{TrueColor, Colors256, NoColors} {
		if err := WriteText(failing{broken}, drawn("rg gr"), &Terminal{Colors: c}); !errors.Is(err, broken) {
			t.Errorf("%d: got %v", c, err)
		}
	}
	if err := WriteBeside(failing{broken}, drawn("rg"), drawn("rg")); !errors.Is(err, broken) {
		t.Errorf("PNG: got %v", err)
	}
}

func ExampleWriteText() {
	s, err := sprites.Builtin("heart")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b strings.Builder
	if err := WriteText(&b, s.Image(), &Terminal{Columns: 8, Colors: NoColors}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(b.String())
	// Output:
	// a=e8384f b=ffd0d6 c=a51d3c
	// .aa.aa.
	// abaaaac
	// aaaaaac
	// .aaaac.
	// ..aac..
	// ...c...
}
