package tetrisprinter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/tetrisprinter/tetrisprinter"

// imports says which packages of ours each package may import. A trailing "/"
// allows everything below. Producer and consumer of plans meet only in plan:
// neither converter nor printer knows the other.
var imports = map[string][]string{
	"":                    nil,
	"tetris":              nil,
	"plan":                {"tetris"},
	"sprites":             nil,
	"sprites/prepare":     {"sprites", "internal/"},
	"preview":             {"tetris", "plan", "internal/"},
	"exchange":            {"tetris", "plan"},
	"internal/atomicfile": nil,
	"internal/avi":        nil,
	"internal/oklab":      nil,
	"internal/progress":   nil,
	"patterns":            {"tetris"},
	"search":              {"tetris", "patterns"},
	"search/dense":        {"tetris"},
	"printer":             {"tetris", "plan", "internal/"},
	"converter":           {"tetris", "plan", "sprites", "search", "search/dense"},
	"patterns/gen":        {"tetris", "patterns", "search", "internal/"},
	"cmd/benchpieces":     {"sprites", "converter"},
	"cmd/tetrisprinter":   {"tetris", "plan", "sprites", "sprites/prepare", "patterns", "search", "search/dense", "printer", "preview", "exchange", "converter", "internal/"},
}

// onlyInCommands are packages and functions that would tie a package to the
// command line or to the clock.
var onlyInCommands = []string{
	"github.com/spf13/cobra", "github.com/spf13/pflag", "flag", "os/signal",
	"os.Args", "os.Exit", "os.Stdin", "os.Stdout", "os.Stderr",
	"time.Now", "time.Since", "time.After", "time.NewTimer", "time.NewTicker",
}

// source is a file of the module, without the tests.
type source struct {
	pkg  string // folder of the package, "" for the root
	path string
	file *ast.File
}

// sources parses the module. Asking "go list" would let the test cache hide a
// new import; files that a test reads are part of its cache key.
func sources(t *testing.T) (list []source) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		pkg := filepath.ToSlash(filepath.Dir(path))
		list = append(list, source{strings.TrimPrefix(pkg, "."), path, f})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestImportOrder(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := imports[s.pkg]
		if !known {
			t.Errorf("%s: package %q has no place in the import order: give it one", s.path, s.pkg)
		}
		for _, imported := range s.imported() {
			ours, isOurs := strings.CutPrefix(imported, module+"/")
			if isOurs && !slices.ContainsFunc(allowed, func(a string) bool { return a == ours || strings.HasSuffix(a, "/") && strings.HasPrefix(ours, a) }) {
				t.Errorf("%s imports %s: package %q may import only %q", s.path, ours, s.pkg, allowed)
			}
		}
	}
}

// The import order is a tree of rules that all hold at once: what may be
// imported stands lower.
func TestImportOrderHasNoCycle(t *testing.T) {
	var visit func(pkg string, above []string)
	visit = func(pkg string, above []string) {
		if slices.Contains(above, pkg) {
			t.Fatalf("%q may import itself by way of %q", pkg, above)
		}
		for _, next := range imports[pkg] {
			visit(next, append(above, pkg))
		}
	}
	for pkg := range imports {
		visit(pkg, nil)
	}
}

func TestOnlyCommandsTouchTheOutside(t *testing.T) {
	for _, s := range sources(t) {
		if isCommand(s.pkg) {
			continue
		}
		for _, used := range append(s.imported(), s.selected()...) {
			if slices.Contains(onlyInCommands, used) {
				t.Errorf("%s uses %s, which is left to the commands", s.path, used)
			}
		}
	}
}

func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.path)
			}
		}
	}
}

func isCommand(pkg string) bool {
	return strings.HasPrefix(pkg, "cmd/") || pkg == "patterns/gen"
}

func (s source) imported() (paths []string) {
	for _, spec := range s.file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}

// selected lists what the file names in other packages, such as "os.Args".
func (s source) selected() (names []string) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := sel.X.(*ast.Ident); ok {
				names = append(names, pkg.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return names
}
