package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tetrisprinter/tetrisprinter/converter"
)

// bigPictures returns the pictures by other people that lie beside the checkout
// on a developer's machine. Without them the test is skipped.
func bigPictures(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "..", "shared", "corpus", "big", "big-*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no corpus beside the checkout")
	}
	return files
}

// documented is a command in the table of docs/pictures.md.
var documented = regexp.MustCompile("(?m)^\\|.*\\| `convert (\\S+) ([^`]*)` \\|$")

// TestDocumentedPictures runs the documented command of each picture, with the
// least effort, and plays the plan.
func TestDocumentedPictures(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "pictures.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]string{}
	for _, match := range documented.FindAllStringSubmatch(string(text), -1) {
		commands[match[1]] = match[2]
	}
	for _, file := range bigPictures(t) {
		name := regexp.MustCompile(`^big-\d+-`).ReplaceAllString(filepath.Base(file), "")
		flags, ok := commands[name]
		if !ok {
			t.Errorf("docs/pictures.md has no command for %s", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			if testing.Short() && !strings.Contains(flags, "realtime") {
				t.Skip("-short: the quick method alone")
			}
			args := strings.Fields(strings.ReplaceAll(flags, "'", ""))
			out := filepath.Join(t.TempDir(), "a.plan")
			t.Log(do(t, slices.Concat([]string{"convert", file, "-o", out, "--effort", "1"}, args)...))
			do(t, "verify", out)
		})
	}
}

// remedy is the first flag in a hint.
//
// Other seeds and more effort, which a search that gave up suggests first, may
// help or not.
var remedy = regexp.MustCompile(`--(?:alpha-threshold|colors|crop|field|fit|fix-parity|frame|merge-within|unscale)( [0-9][0-9x,]*)?`)

// TestHintsPrint starts without flags and follows the hints of the refusals, the
// first flag of each, until the picture is printed: by the quick method, and
// every third one by the default method, too.
func TestHintsPrint(t *testing.T) {
	for i, file := range bigPictures(t) {
		for _, m := range []converter.Method{converter.RealTime, converter.Dense} {
			t.Run(filepath.Base(file)+" "+string(m), func(t *testing.T) {
				if m == converter.Dense && (testing.Short() || i%3 != 2) {
					t.Skip("the quick method alone")
				}
				followHints(t, file, m)
			})
		}
	}
}

func followHints(t *testing.T, file string, m converter.Method) {
	t.Helper()
	const steps = 8
	out := filepath.Join(t.TempDir(), "a.plan")
	flags := map[string][]string{}
	for range steps {
		args := []string{"convert", file, "-o", out, "--method", string(m), "--effort", "1"}
		for _, words := range flags {
			args = append(args, words...)
		}
		var said bytes.Buffer
		switch run(context.Background(), args, strings.NewReader(""), &said, &said) {
		case statusDone:
			t.Log(flags)
			return
		case statusRefused, statusFailed: // a search that gave up has a hint, too
		default:
			t.Fatalf("%q: %s", args, &said)
		}
		_, hint, _ := strings.Cut(said.String(), "\nhint: ")
		words := strings.Fields(remedy.FindString(hint))
		if len(words) == 0 {
			t.Fatalf("%q: no flag in %s", args, &said)
		}
		flags[words[0]] = words
	}
	t.Errorf("not printed with %v", flags)
}
