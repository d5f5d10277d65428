package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree lists what is under dir: each file as "name=content", each folder as
// "name/", sorted.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	list := []string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case e.IsDir():
			list = append(list, name+"/")
		case e.Type()&fs.ModeSymlink != 0:
			list = append(list, name+"@")
		default:
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			list = append(list, name+"="+string(data))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(list)
	return list
}

func wantTree(t *testing.T, dir string, want ...string) {
	t.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// put writes a file that was there before.
func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFileAppearsAtCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "out.txt")
	f, err := Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("one "))
	f.Write([]byte("two"))
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before Commit: Stat says %v, want that it does not exist", err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	wantTree(t, dir, "a/", "a/b/", "a/b/out.txt=one two")
}

func TestFileAbortLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a", "mine"), "mine")
	f, err := Create(filepath.Join(dir, "a", "b", "c", "out.txt"), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("half"))
	f.Abort()
	f.Abort()
	wantTree(t, dir, "a/", "a/mine=mine")
}

func TestFileTempPath(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "out"), nil)
	if err != nil {
		t.Fatal(err)
	}
	put(t, f.TempPath(), "by another writer")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "out=by another writer")
}

func TestFileRefusals(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "old"), "old")
	if err := os.Symlink("gone", filepath.Join(dir, "dangling")); err != nil {
		t.Skip(err)
	}
	sep := string(filepath.Separator)
	tests := []struct {
		name  string
		path  string
		force bool
		want  string
	}{
		{"existing", filepath.Join(dir, "old"), false, "file already exists"},
		{"folder", dir, true, "is a folder, not a file"},
		{"trailing separator", filepath.Join(dir, "new") + sep, false, "names a folder, not a file"},
		{"empty", "", false, "names a folder, not a file"},
		{"dangling link", filepath.Join(dir, "dangling"), true, "no such file"},
		{"device", os.DevNull, true, "is a device, not a file"},
		{"parent is a file", filepath.Join(dir, "old", "x"), false, "not a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && (tt.name == "device" || tt.name == "parent is a file" || tt.name == "dangling link") {
				t.Skip("other words there")
			}
			_, err := Create(tt.path, &Options{Force: tt.force})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Create(%q) = %v, want an error with %q", tt.path, err, tt.want)
			}
		})
	}
	wantTree(t, dir, "dangling@", "old=old")
}

func TestFileExistingIsErrExist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old")
	put(t, path, "old")
	if _, err := Create(path, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v, want fs.ErrExist", err)
	}
}

func TestFileForceReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "old and longer")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("new"), &Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "out=new")
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, want that of the file replaced, -rw-r-----", info.Mode())
	}
}

func TestFileForceFollowsLink(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "real", "out"), "old")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join("real", "out"), link); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(link, []byte("new"), &Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	wantTree(t, dir, "link@", "real/", "real/out=new")
}

func TestFileModeAsOSCreate(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := f.Stat()
	f.Close()
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "ours"), nil, nil); err != nil {
		t.Fatal(err)
	}
	got, err := os.Stat(filepath.Join(dir, "ours"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Mode() != want.Mode() {
		t.Errorf("mode %v, os.Create gives %v", got.Mode(), want.Mode())
	}
}

// A file that somebody else writes during the run is theirs.
func TestFileLateRivalIsKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f, err := Create(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("ours"))
	put(t, path, "theirs")
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Commit = %v, want fs.ErrExist", err)
	}
	wantTree(t, dir, "out=theirs")
}

func TestFileWriteErrorIsKept(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "a", "out"), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.temp.Close() // makes the next write fail
	_, first := f.Write([]byte("x"))
	if first == nil {
		t.Fatal("a write to a closed file succeeded")
	}
	if _, err := f.Write([]byte("y")); err != first {
		t.Errorf("second write: %v, want the first error %v", err, first)
	}
	if err := f.Commit(); err != first {
		t.Errorf("Commit = %v, want the first error %v", err, first)
	}
	wantTree(t, dir)
}

// A rename onto a folder fails; the temporary file must go then.
func TestFileCommitFailureLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "old")
	f, err := Create(path, &Options{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(path, "in the way"), "theirs")
	if err := f.Commit(); err == nil {
		t.Error("Commit replaced a folder")
	}
	wantTree(t, dir, "out/", "out/in the way=theirs")
}

func TestFileUnwritable(t *testing.T) {
	if os.Getuid() <= 0 {
		t.Skip("needs a user whom permissions stop")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, "old")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, &Options{Force: true}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("write-protected file: %v, want fs.ErrPermission", err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if _, err := Create(filepath.Join(dir, "new"), nil); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("write-protected folder: %v, want fs.ErrPermission", err)
	}
	wantTree(t, dir, "out=old")
}
