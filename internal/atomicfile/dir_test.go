package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeAll writes each name with its own name as content.
func writeAll(t *testing.T, d *Dir, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := d.WriteFile(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
}

func isFrame(name string) bool { return strings.HasPrefix(name, "frame-") }

func TestDirAppearsAtCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "frames")
	d, err := CreateDir(path+string(filepath.Separator), nil)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, d, "1", "2")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before Commit: Stat says %v, want that it does not exist", err)
	}
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	d.Abort()
	wantTree(t, dir, "a/", "a/frames/", "a/frames/1=1", "a/frames/2=2")
}

func TestDirAbortLeavesNothing(t *testing.T) {
	for _, name := range []string{"new", "empty"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
			t.Fatal(err)
		}
		d, err := CreateDir(filepath.Join(dir, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		writeAll(t, d, "1")
		d.Abort()
		d.Abort()
		wantTree(t, dir, "empty/")
	}
}

func TestDirAbortRemovesParents(t *testing.T) {
	dir := t.TempDir()
	d, err := CreateDir(filepath.Join(dir, "a", "b", "frames"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Abort()
	wantTree(t, dir)
}

// The folder a shell stands in, or a mount point, must stay the same folder.
func TestDirFillsEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	d, err := CreateDir(".", nil)
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, d, "1", "2")
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "1=1", "2=2")
	if after, err := os.Stat(dir); err != nil || !os.SameFile(before, after) {
		t.Errorf("the folder itself was replaced (%v)", err)
	}
}

func TestDirRefusals(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "full", "x"), "x")
	if _, err := CreateDir(filepath.Join(dir, "full"), nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("full folder: %v, want fs.ErrExist", err)
	}
	for _, force := range []bool{false, true} {
		_, err := CreateDir(filepath.Join(dir, "full", "x"), &DirOptions{Force: force})
		if err == nil || !strings.Contains(err.Error(), "is not a folder") {
			t.Errorf("file, force %v: %v, want that it is not a folder", force, err)
		}
		if _, err := CreateDir("", &DirOptions{Force: force}); err == nil {
			t.Error("an empty name is accepted")
		}
	}
	wantTree(t, dir, "full/", "full/x=x")
}

func TestDirForceReplacesOnlyItsOwn(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"frame-1", "frame-2", "frame-3", "notes.txt", "frame-dir/x"} {
		put(t, filepath.Join(dir, name), "old")
	}
	d, err := CreateDir(dir, &DirOptions{Force: true, Stale: isFrame})
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, d, "frame-1", "frame-4")
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "frame-1=frame-1", "frame-4=frame-4", "frame-dir/", "frame-dir/x=old", "notes.txt=old")
}

func TestDirForceWithoutStale(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "frame-2"), "old")
	d, err := CreateDir(dir, &DirOptions{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, d, "frame-1")
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "frame-1=frame-1", "frame-2=old")
}

// A failing Commit puts the old files back.
func TestDirForceFailureRestores(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "frame-1"), "old")
	put(t, filepath.Join(dir, "frame-2", "x"), "a folder in the way")
	put(t, filepath.Join(dir, "frame-3"), "old")
	d, err := CreateDir(dir, &DirOptions{Force: true, Stale: isFrame})
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, d, "frame-1", "frame-2")
	if err := d.Commit(); err == nil || !strings.Contains(err.Error(), "in the way") {
		t.Errorf("Commit = %v, want that frame-2 is in the way", err)
	}
	wantTree(t, dir, "frame-1=old", "frame-2/", "frame-2/x=a folder in the way", "frame-3=old")
}

func TestMoveAllUndoes(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	put(t, path("a"), "a")
	put(t, path("b"), "b")
	err := moveAll([]move{{path("a"), path("c")}, {path("b"), path("a")}, {path("gone"), path("d")}})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("moveAll = %v, want fs.ErrNotExist", err)
	}
	wantTree(t, dir, "a=a", "b=b")
}

func TestDirLateRivalIsKept(t *testing.T) {
	dir := t.TempDir()
	fresh, empty := filepath.Join(dir, "fresh"), filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fresh, empty} {
		d, err := CreateDir(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		writeAll(t, d, "1")
		put(t, filepath.Join(path, "1"), "theirs")
		if err := d.Commit(); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: Commit = %v, want fs.ErrExist", filepath.Base(path), err)
		}
	}
	wantTree(t, dir, "empty/", "empty/1=theirs", "fresh/", "fresh/1=theirs")
}

func TestDirWriteFilePanicsOnPaths(t *testing.T) {
	d, err := CreateDir(filepath.Join(t.TempDir(), "x"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	for _, name := range []string{"", ".", "..", "../x", "a/b", "/x"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("WriteFile(%q) did not panic", name)
				}
			}()
			d.WriteFile(name, nil)
		}()
	}
}
