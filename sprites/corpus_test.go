package sprites

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// picture is a line of the corpus's list.
type picture struct {
	path, set                     string
	width, height, pixels, colors int
}

// corpus returns the pictures by other people that lie beside the checkout on a
// developer's machine. Without them the test is skipped.
func corpus(t *testing.T) []picture {
	t.Helper()
	dir := filepath.Join("..", "..", "shared", "corpus")
	list, err := os.ReadFile(filepath.Join(dir, "MANIFEST.tsv"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no corpus beside the checkout")
	}
	if err != nil {
		t.Fatal(err)
	}
	var pictures []picture
	for line := range strings.Lines(string(list)) {
		f := strings.Split(line, "\t")
		if f[0] == "file" {
			continue
		}
		p := picture{path: filepath.Join(dir, filepath.FromSlash(f[0])), set: f[1]}
		for i, v := range []*int{&p.width, &p.height, &p.pixels, &p.colors} {
			// A question mark stands where the list doesn't say.
			if *v, err = strconv.Atoi(f[2+i]); err != nil && f[2+i] != "?" {
				t.Fatal(err)
			}
		}
		pictures = append(pictures, p)
	}
	return pictures
}

func TestCorpusSprites(t *testing.T) {
	n := 0
	for _, p := range corpus(t) {
		if p.set != "sprites" {
			continue
		}
		n++
		s, err := Open(p.path, nil)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := classic.Check(s); err != nil {
			t.Error(err)
		}
		if s.Width() != p.width || s.Height() != p.height || s.Pixels() != p.pixels || len(s.Colors()) != p.colors {
			t.Errorf("got %dx%d, %d pixels, %d colours, want %+v in\n%s",
				s.Width(), s.Height(), s.Pixels(), len(s.Colors()), p, drawing(s))
		}
	}
	if n != 51 {
		t.Errorf("%d sprites, want 51", n)
	}
}

// TestCorpusBig reads the pictures outside the limits. Each is refused for a
// reason that is stated, once as a picture or then as a sprite to print.
func TestCorpusBig(t *testing.T) {
	for _, p := range corpus(t) {
		if p.set != "big" {
			continue
		}
		s, err := Open(p.path, nil)
		if err == nil {
			if p.colors > 0 && (s.Pixels() != p.pixels || len(s.Colors()) != p.colors) {
				t.Errorf("%s has %d pixels, %d colours, want %+v", p.path, s.Pixels(), len(s.Colors()), p)
			}
			err = classic.Check(s)
		}
		if err == nil {
			t.Errorf("%s is accepted", p.path)
			continue
		}
		checkRefusal(t, err, err.Error())
		if !strings.HasPrefix(err.Error(), p.path+" ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q isn't one line that names %s", err, p.path)
		}
		// Those with soft edges print once it is said what they are.
		var alpha *AlphaError
		if errors.As(err, &alpha) {
			if _, err := Open(p.path, &Options{AlphaThreshold: 128}); err != nil {
				t.Error(err)
			}
		}
	}
}
