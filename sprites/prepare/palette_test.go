package prepare

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

func TestBuiltinPalettes(t *testing.T) {
	want := map[string]int{"gameboy": 4, "guideline": 7, "nes": 54}
	if names := PaletteNames(); !slices.IsSorted(names) || len(names) != len(want) {
		t.Errorf("got %v, want %v", names, want)
	}
	for name, n := range want {
		list := mustPalette(t, name)
		if len(list) != n {
			t.Errorf("%s has %d colours, want %d", name, len(list), n)
		}
		for i, c := range list {
			if c.A != 255 || slices.Contains(list[:i], c) {
				t.Errorf("%s: colour %d, %v, is there already or not opaque", name, i, c)
			}
		}
		list[0] = color.NRGBA{1, 2, 3, 255}
		if mustPalette(t, name)[0] == list[0] {
			t.Errorf("%s can be changed by a caller", name)
		}
	}
}

const gimpPalette = "GIMP Palette\r\nName: Mine\nColumns: 3\n#\n# a comment\n220  40  40\tred\n 40 180  60\n\n220 40 40 again\n0 0 0 Untitled\n"

func TestReadPalette(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []color.NRGBA
	}{
		{"one", "#dc2828", []color.NRGBA{red}},
		{"lines", "#dc2828\n#28B43C\n", []color.NRGBA{red, green}},
		{"without #", "dc2828\r\n28b43c\r\n", []color.NRGBA{red, green}},
		{"names, comments, empty lines", "\ufeff; mine\n\n #dc2828 the red one\n\t#28b43c\n", []color.NRGBA{red, green}},
		{"twice", "#dc2828\ndc2828\n#DC2828\n#283cc8", []color.NRGBA{red, blue}},
		{"gimp", gimpPalette, []color.NRGBA{red, green, black}},
		{"gimp with a mark before it", "\ufeff" + gimpPalette, []color.NRGBA{red, green, black}},
	} {
		got, err := ReadPalette(strings.NewReader(test.text), "mine")
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// paletteRefusals are texts that are no palettes, and the reasons.
var paletteRefusals = map[string]string{
	"":                               "mine has no colours",
	"\n;\n":                          "mine has no colours",
	"GIMP Palette\nName: none\n":     "mine has no colours",
	"#dc282\n":                       `mine line 1: "#dc282" is no colour: want six hexadecimal digits, such as #dc2828`,
	"#dc2828\nred\n":                 `mine line 2: "red" is no colour: want six hexadecimal digits, such as #dc2828`,
	"##dc2828":                       `mine line 1: "##dc2828" is no colour: want six hexadecimal digits, such as #dc2828`,
	"JASC-PAL\n0100\n":               `mine line 1: "JASC-PAL" is no colour: want six hexadecimal digits, such as #dc2828`,
	"GIMP Palette\n1 2\n":            `mine line 2: "1 2" is no colour: want three numbers from 0 to 255`,
	"GIMP Palette\n\n1 2 256 blue\n": `mine line 3: "256" is no number from 0 to 255`,
	"GIMP Palette\n#\n1 2 -3\n":      `mine line 3: "-3" is no number from 0 to 255`,
	"GIMP Palette\n#dc2828\nab 1 1":  `mine line 3: "ab" is no number from 0 to 255`,
	"\x89PNG\r\n\x1a\n":              `mine line 1: "\x89PNG" is no colour: want six hexadecimal digits, such as #dc2828`,
}

func TestReadPaletteRefuses(t *testing.T) {
	for text, want := range paletteRefusals {
		_, err := ReadPalette(strings.NewReader(text), "mine")
		checkRefusal(t, err, want, "GIMP palette (.gpl)")
	}
	var many strings.Builder
	for i := range 257 {
		fmt.Fprintf(&many, "#%06x\n", i)
	}
	_, err := ReadPalette(strings.NewReader(many.String()), "mine")
	checkRefusal(t, err, "mine line 257: more than 256 colours", "guideline")
	if list, err := ReadPalette(strings.NewReader(many.String()[:256*8]), "mine"); err != nil || len(list) != 256 {
		t.Errorf("256 colours: got %d, %v", len(list), err)
	}
	for name, long := range map[string]io.Reader{
		"a line":  strings.NewReader("#dc2828 " + strings.Repeat("x", maxPaletteBytes)),
		"lines":   strings.NewReader(strings.Repeat("#dc2828\n", 1<<16)),
		"endless": endless{},
	} {
		_, err := ReadPalette(long, "mine")
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		checkRefusal(t, err, "mine is too long for a palette", "guideline")
	}
	broken := errors.New("the disk is gone")
	_, err = ReadPalette(iotest.ErrReader(broken), "mine")
	if !errors.Is(err, broken) || errors.Is(err, sprites.ErrRefused) || err.Error() != "reading mine: the disk is gone" {
		t.Errorf("got %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

func TestOpenPalette(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "nes")
	if err := os.WriteFile(path, []byte(gimpPalette), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := mustPalette(t, path); !slices.Equal(got, []color.NRGBA{red, green, black}) {
		t.Errorf("got %v", got)
	}
	_, err := OpenPalette(dir)
	checkRefusal(t, err, dir+" is a folder, not a palette", "guideline")
	if _, err := OpenPalette(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: got %v", err)
	}
}

// FuzzReadPalette holds that no text makes ReadPalette panic, and that what it
// accepts survives writing and reading.
func FuzzReadPalette(f *testing.F) {
	f.Add("#dc2828\n28b43c red\n; no\n")
	f.Add(gimpPalette)
	for text := range paletteRefusals {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadPalette(strings.NewReader(text), "fuzz")
		if err != nil {
			if !errors.Is(err, sprites.ErrRefused) || !strings.HasPrefix(err.Error(), "fuzz ") {
				t.Errorf("%v is no refusal that names the file", err)
			}
			return
		}
		if len(list) == 0 || len(list) > maxPalette {
			t.Errorf("%d colours", len(list))
		}
		var written bytes.Buffer
		if err := WritePalette(&written, list); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPalette(&written, "written")
		if err != nil || !slices.Equal(again, list) {
			t.Errorf("wrote %v, read %v, %v", list, again, err)
		}
	})
}
