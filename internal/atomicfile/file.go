// Package atomicfile writes files and folders of files that appear whole or
// not at all.
//
// What is written goes to a temporary name in the folder of the final one and
// is renamed when it is complete, so a reader never sees half a picture and a
// failed or cancelled run leaves nothing behind. Nothing is flushed to the disk
// by force: the promise is about programs that stop, not about power that goes.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// tempPrefix begins every temporary name, so that what a killed process left
// behind can be told from the user's own files.
const tempPrefix = ".tetrisprinter-"

// Options says how an output treats what is there already.
// A nil *Options is the zero one.
type Options struct {
	// Force allows an existing regular file to be replaced.
	// False: an existing file is an error that matches [fs.ErrExist].
	Force bool
}

// A File is an output file that nobody sees under its name until Commit.
// It keeps its first write error, ignores later writes, and reports the error
// at Commit. It is not safe for use by several goroutines at once.
type File struct {
	temp  *os.File
	path  string // the final name; links are resolved
	force bool
	made  []string // folders made for the file, outermost first
	err   error
	done  bool // committed or aborted
}

// Create begins the file path. Missing parent folders are made. The file will
// have the permission bits [os.Create] gives, or those of the file it replaces.
//
// It refuses, changing nothing: an existing file without opts.Force (the error
// matches [fs.ErrExist]), a file [os.Create] could not open for writing, and
// whatever is not a regular file, such as a folder or a device. A symbolic link
// is followed. As everywhere in [filepath], "a/.." is nothing.
//
// The caller ends with Commit or Abort.
func Create(path string, opts *Options) (*File, error) {
	if opts == nil {
		opts = &Options{}
	}
	target, mode, err := checkFile(path, opts.Force)
	if err != nil {
		return nil, err
	}
	made, err := makeParents(target)
	if err != nil {
		return nil, err
	}
	temp, err := createTemp(filepath.Dir(target))
	if err == nil && mode != 0 {
		if err = temp.Chmod(mode); err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}
	if err != nil {
		removeFolders(made)
		return nil, err
	}
	return &File{temp: temp, path: target, force: opts.Force, made: made}, nil
}

// checkFile decides whether path may be written. It returns the name to rename
// to and, if a file is to be replaced, that file's permission bits; else 0.
func checkFile(path string, force bool) (target string, mode fs.FileMode, err error) {
	if path == "" || os.IsPathSeparator(path[len(path)-1]) {
		return "", 0, fmt.Errorf("%q names a folder, not a file", path)
	}
	path = filepath.Clean(path)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, 0, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, fmt.Errorf("%s is %s, not a file", path, kind(info.Mode()))
	}
	if !force {
		return "", 0, existError(path)
	}
	// A rename asks only for the folder's permission. Opening the file asks for
	// its own, so that a write-protected file stays.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return "", 0, err
	}
	f.Close()
	target, err = filepath.EvalSymlinks(path)
	return target, info.Mode().Perm(), err
}

// kind names what is not a regular file, with its article.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "something special"
}

func existError(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) {
	if f.done {
		panic("atomicfile: write after Commit or Abort")
	}
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.temp.Write(p)
	f.err = err
	return n, err
}

// TempPath returns the temporary file's name, for a writer that insists on
// opening the file itself. Such a writer truncates it, must not run beside
// Write, and must have closed it before Commit.
func (f *File) TempPath() string { return f.temp.Name() }

// Commit closes the file and gives it its name. If it fails, or a write failed
// before, nothing is left behind and the error is returned. Without Force a
// file that appeared under the name meanwhile is not replaced; the error then
// matches [fs.ErrExist]. Where the file system has no hard links, a file that
// appears within the last microseconds is not noticed.
func (f *File) Commit() error {
	if f.done {
		panic("atomicfile: Commit after Commit or Abort")
	}
	err := f.err
	if closeErr := f.temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = f.publish()
	}
	if err != nil {
		f.Abort()
		return err
	}
	f.done = true
	return nil
}

// publish renames the closed temporary file.
func (f *File) publish() error {
	temp := f.temp.Name()
	if f.force {
		return os.Rename(temp, f.path)
	}
	// A hard link, unlike a rename, fails if the name is taken.
	err := os.Link(temp, f.path)
	if err == nil {
		return os.Remove(temp)
	}
	if _, statErr := os.Lstat(f.path); statErr == nil {
		return existError(f.path)
	}
	// No hard links here.
	return os.Rename(temp, f.path)
}

// Abort removes what was written, and the folders made for it. After Commit it
// does nothing, so it can be deferred.
func (f *File) Abort() {
	if f.done {
		return
	}
	f.done = true
	f.temp.Close()
	os.Remove(f.temp.Name())
	removeFolders(f.made)
}

// WriteFile writes data to the file path as Create, Write and Commit do.
func WriteFile(path string, data []byte, opts *Options) error {
	f, err := Create(path, opts)
	if err != nil {
		return err
	}
	f.Write(data)
	return f.Commit()
}

// makeParents makes the missing folders above path and returns them, outermost
// first. If it fails it has made none.
func makeParents(path string) (made []string, err error) {
	var missing []string
	for dir := filepath.Dir(path); !exists(dir); dir = filepath.Dir(dir) {
		missing = append(missing, dir)
		if dir == filepath.Dir(dir) {
			break // a root that isn't there, such as a drive without a disk
		}
	}
	for i := len(missing) - 1; i >= 0; i-- {
		err := os.Mkdir(missing[i], 0o777)
		if errors.Is(err, fs.ErrExist) {
			continue // another process was faster
		}
		if err != nil {
			removeFolders(made)
			return nil, err
		}
		made = append(made, missing[i])
	}
	return made, nil
}

// exists reports whether something has the name path. If that can't be found
// out it says so too: whoever uses the name then meets the error.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// removeFolders removes those of the folders, given outermost first, that are
// empty.
func removeFolders(made []string) {
	for i := len(made) - 1; i >= 0; i-- {
		os.Remove(made[i])
	}
}

// createTemp makes a new file in dir. [os.CreateTemp] would deny everybody but
// the owner.
func createTemp(dir string) (*os.File, error) {
	for {
		f, err := os.OpenFile(tempName(dir), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// tempName returns a temporary name in dir that is most likely free.
func tempName(dir string) string {
	return filepath.Join(dir, tempPrefix+strconv.FormatUint(rand.Uint64(), 36))
}
