package main

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	root    = filepath.Join("..", "..")
	console = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	snippet = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	remark  = regexp.MustCompile(`<!-- tetrisprinter (.*) -->`)
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// do runs one command line and returns all that it says.
func do(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if status := run(context.Background(), args, strings.NewReader(""), &out, &out); status != statusDone {
		t.Fatalf("%q: status %d: %s", args, status, &out)
	}
	return out.String()
}

// TestReadmeConsole runs what the README shows at a prompt, in an empty folder,
// and compares what it says.
func TestReadmeConsole(t *testing.T) {
	shown := console.FindStringSubmatch(readme(t))[1]
	t.Chdir(t.TempDir())
	var got strings.Builder
	for line := range strings.Lines(shown) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		got.WriteString(line)
		switch args := strings.Fields(command); {
		case args[0] == "tetrisprinter":
			got.WriteString(do(t, args[1:]...))
		case args[0] == "head" && args[1] == "-n" && len(args) == 4:
			got.WriteString(head(t, args[2], args[3]))
		default:
			t.Fatalf("%q is not understood", command)
		}
	}
	if diff := cmp.Diff(shown, got.String()); diff != "" {
		t.Errorf("-README +got\n%s", diff)
	}
}

func head(t *testing.T, count, file string) string {
	t.Helper()
	n, err := strconv.Atoi(count)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.SplitAfterN(string(text), "\n", n+1)[:n], "")
}

// TestReadmePicture makes the README's picture anew.
func TestReadmePicture(t *testing.T) {
	args := strings.Fields(remark.FindStringSubmatch(readme(t))[1])
	name := args[len(args)-1]
	args[len(args)-1] = filepath.Join(t.TempDir(), "picture.png")
	do(t, args...)
	got, want := decodePNG(t, args[len(args)-1]), decodePNG(t, filepath.Join(root, name))
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v pixels, %s has %v", got.Bounds(), name, want.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if g, w := got.At(x, y), want.At(x, y); g != w {
				t.Fatalf("pixel %d,%d of %s is %v, the command makes it %v", x, y, name, w, g)
			}
		}
	}
}

func decodePNG(t *testing.T, path string) image.Image {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

// TestReadmeExample holds the README's code to that of the Example, which the
// tests run.
func TestReadmeExample(t *testing.T) {
	shown := snippet.FindStringSubmatch(readme(t))[1]
	path := filepath.Join(root, "example_test.go")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Example" {
			from, to := files.Position(f.Body.Pos()).Offset, files.Position(f.Body.End()).Offset
			if body := string(source[from:to]); !strings.Contains(body, shown) {
				t.Errorf("the README shows\n%s\nthe Example is\n%s", shown, body)
			}
			return
		}
	}
	t.Errorf("no Example in %s", path)
}
