package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tetrisprinter": main})
}

// TestScript runs the scripts. Beside the commands of testscript they have
//
//	fails STATUS WORDS...        tetrisprinter WORDS ends as a failure has to
//	draw TEXT PICTURE            make the picture that the text draws
//	indexed TEXT PNG             the same with a palette
//	enlarge TEXT PNG W H         the same, W by H pixels large
//	animate GIF TEXTS...         make a GIF whose frames the texts draw
//	shaded PNG WxH               make a picture of many shades with soft edges
//	header PNG W H               make the start of a picture of that size
//	cut FILE BYTES               keep the first bytes of the file
//	zeros FILE BYTES             make a file of zeros
//	prints PICTURE CELL WxH TEXT the picture of a field shows what the text draws
//	lastframe AVI PICTURE        take the last frame out of a video
//	probe AVI JSON               ffprobe reads what the report of print says
//	appears PATTERN              wait until there is such a file
//
// and the condition [ffprobe].
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		Condition:          condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails":     fails,
			"draw":      exactly(2, draw),
			"indexed":   exactly(2, indexed),
			"enlarge":   exactly(4, enlarge),
			"animate":   animate,
			"shaded":    exactly(2, shaded),
			"header":    exactly(3, header),
			"cut":       exactly(2, cut),
			"zeros":     exactly(2, zeros),
			"prints":    exactly(4, prints),
			"lastframe": exactly(2, lastFrame),
			"probe":     exactly(2, probe),
			"appears":   exactly(1, appears),
		},
	})
}

// condition says whether ffprobe is here. CI has to have it, so there a missing
// one is no reason to skip anything.
func condition(name string) (bool, error) {
	if name != "ffprobe" {
		return false, errors.New("unknown condition")
	}
	_, err := exec.LookPath("ffprobe")
	return err == nil || os.Getenv("CI") == "true", nil
}

// exactly makes a script command of n words out of f.
func exactly(n int, f func(*testscript.TestScript, []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, negated bool, args []string) {
		if negated || len(args) != n {
			ts.Fatalf("want %d words and no '!', got %q", n, args)
		}
		f(ts, args)
	}
}

// complaint is what stderr may say of a failure.
var complaint = regexp.MustCompile(`^tetrisprinter: [^\n]+\n(hint: [^\n]+\n)?$`)

// fails runs tetrisprinter and checks how it ends: with that status, one line
// and at most one hint on stderr, nothing on stdout, and no file made, changed
// or removed.
func fails(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 1 {
		ts.Fatalf("usage: fails STATUS WORDS...")
	}
	want := number(ts, args[0])
	before := tree(ts)
	err := ts.Exec("tetrisprinter", args[1:]...)
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if text := ts.ReadFile("stderr"); !complaint.MatchString(text) {
		ts.Fatalf("stderr is not one line and a hint: %q", text)
	}
	if text := ts.ReadFile("stdout"); text != "" {
		ts.Fatalf("stdout: %q, want nothing", text)
	}
	if after := tree(ts); !slices.Equal(before, after) {
		ts.Fatalf("files before: %q\nand after: %q", before, after)
	}
}

// tree lists what is under the work folder: names, sizes and times.
func tree(ts *testscript.TestScript) (entries []string) {
	root := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := path
		if !d.IsDir() { // the time of a folder tells of temporary files
			line += " " + strconv.FormatInt(info.Size(), 10) + " " + info.ModTime().String()
		}
		entries = append(entries, line)
		return nil
	}))
	return entries
}

func cut(ts *testscript.TestScript, args []string) {
	ts.Check(os.Truncate(ts.MkAbs(args[0]), int64(number(ts, args[1]))))
}

func zeros(ts *testscript.TestScript, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), make([]byte, number(ts, args[1])), 0o666))
}

// appears waits for a file that a command in the background makes.
func appears(ts *testscript.TestScript, args []string) {
	for range 1000 {
		if found, err := filepath.Glob(ts.MkAbs(args[0])); err != nil || len(found) > 0 {
			ts.Check(err)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("no %s appears", args[0])
}

func number(ts *testscript.TestScript, word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		ts.Fatalf("%q is no number", word)
	}
	return n
}
