package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// DirOptions says how an output folder treats what is there already.
// A nil *DirOptions is the zero one.
type DirOptions struct {
	// Force allows the folder to hold something already. Then files are
	// replaced by new ones of the same name, files that Stale names go, and
	// everything else stays as it is.
	// False: a folder that holds anything is an error that matches
	// [fs.ErrExist].
	Force bool

	// Stale reports whether name, of a regular file already in the folder, is
	// one that an earlier run would have written: such files would mix with the
	// new ones. Only Force asks. Nil means no file is stale.
	Stale func(name string) bool
}

// A Dir is a folder of output files that nobody sees under its name until
// Commit. It is not safe for use by several goroutines at once.
type Dir struct {
	path string // the final name
	root string // the temporary folder, which holds new and old
	made []string
	opts DirOptions
	done bool // committed or aborted
	// Files go into an existing folder one by one; a missing folder appears by
	// one rename. The folder itself is never swapped: it may be a mount point,
	// a link, or where somebody's shell stands.
	existing bool
}

// CreateDir begins the folder path. Missing parent folders are made. An empty
// folder may be there already.
//
// It refuses, changing nothing: a folder that holds something without
// opts.Force (the error matches [fs.ErrExist]), and whatever is not a folder.
//
// The caller ends with Commit or Abort.
func CreateDir(path string, opts *DirOptions) (*Dir, error) {
	if opts == nil {
		opts = &DirOptions{}
	}
	if path == "" {
		return nil, errors.New("the name of the output folder is empty")
	}
	d := &Dir{path: filepath.Clean(path), opts: *opts}
	if err := d.checkTarget(); err != nil {
		return nil, err
	}
	beside := d.path // the temporary folder goes inside an existing folder
	if !d.existing {
		var err error
		if d.made, err = makeParents(d.path); err != nil {
			return nil, err
		}
		beside = filepath.Dir(d.path)
	}
	if err := d.makeTemp(beside); err != nil {
		d.Abort()
		return nil, err
	}
	return d, nil
}

// checkTarget refuses what can't be written to and finds out whether the folder
// is there.
func (d *Dir) checkTarget() error {
	if _, err := os.Lstat(d.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	info, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", d.path)
	}
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return err
	}
	if len(entries) > 0 && !d.opts.Force {
		return existError(d.path)
	}
	d.existing = true
	return nil
}

// makeTemp makes the temporary folder in the folder in, with its two parts.
func (d *Dir) makeTemp(in string) error {
	for {
		d.root = tempName(in)
		err := os.Mkdir(d.root, 0o777)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			d.root = ""
			return err
		}
	}
	if err := os.Mkdir(d.fresh(""), 0o777); err != nil {
		return err
	}
	return os.Mkdir(d.old(""), 0o777)
}

// fresh returns where the new file name waits for Commit.
func (d *Dir) fresh(name string) string { return filepath.Join(d.root, "new", name) }

// old returns where the replaced file name waits for the end of Commit.
func (d *Dir) old(name string) string { return filepath.Join(d.root, "old", name) }

// WriteFile writes a file of the folder; a second one of the same name replaces
// the first. It panics if name is not a plain file name.
func (d *Dir) WriteFile(name string, data []byte) error {
	if d.done {
		panic("atomicfile: WriteFile after Commit or Abort")
	}
	if name == "." || !filepath.IsLocal(name) || filepath.Base(name) != name {
		panic("atomicfile: WriteFile of " + name)
	}
	return os.WriteFile(d.fresh(name), data, 0o666)
}

// Commit gives the folder its name, or moves the files into the existing
// folder. If that fails, everything is as it was before CreateDir and the error
// is returned. With Force it refuses to replace what is not a regular file.
func (d *Dir) Commit() error {
	if d.done {
		panic("atomicfile: Commit after Commit or Abort")
	}
	if err := d.publish(); err != nil {
		d.Abort()
		return err
	}
	d.done = true
	if err := os.RemoveAll(d.root); err != nil {
		return fmt.Errorf("%s is complete, but: %w", d.path, err)
	}
	return nil
}

// publish makes the new files appear.
func (d *Dir) publish() error {
	if d.existing {
		moves, err := d.planMoves()
		if err != nil {
			return err
		}
		return moveAll(moves)
	}
	if _, err := os.Lstat(d.path); err == nil {
		return existError(d.path)
	}
	return os.Rename(d.fresh(""), d.path)
}

// A move renames a file.
type move struct{ from, to string }

// planMoves lists the renames that put the new files into the existing folder:
// first the replaced and stale files out, then the new ones in.
func (d *Dir) planMoves() (moves []move, err error) {
	entries, err := os.ReadDir(d.fresh(""))
	if err != nil {
		return nil, err
	}
	isNew := make(map[string]bool, len(entries))
	for _, e := range entries {
		isNew[e.Name()] = true
	}
	present, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	for _, e := range present {
		name := e.Name()
		stale := e.Type().IsRegular() && d.opts.Stale != nil && d.opts.Stale(name)
		if !isNew[name] && !(d.opts.Force && stale) {
			continue
		}
		path := filepath.Join(d.path, name)
		if !d.opts.Force {
			return nil, existError(path)
		}
		if !e.Type().IsRegular() {
			return nil, fmt.Errorf("%s is in the way and not a file", path)
		}
		moves = append(moves, move{path, d.old(name)})
	}
	for _, e := range entries {
		moves = append(moves, move{d.fresh(e.Name()), filepath.Join(d.path, e.Name())})
	}
	return moves, nil
}

// moveAll does the renames in order. If one fails, those before it are undone.
func moveAll(moves []move) error {
	for i, m := range moves {
		if err := os.Rename(m.from, m.to); err != nil {
			undo(moves[:i])
			return err
		}
	}
	return nil
}

// undo takes the renames back, the last one first.
func undo(moves []move) {
	for i := len(moves) - 1; i >= 0; i-- {
		os.Rename(moves[i].to, moves[i].from)
	}
}

// Abort removes what was written, and the folders made for it. After Commit it
// does nothing, so it can be deferred.
func (d *Dir) Abort() {
	if d.done {
		return
	}
	d.done = true
	if d.root != "" {
		os.RemoveAll(d.fresh(""))
		// Not with all that is in it: should undo have failed, the files of the
		// existing folder are here.
		os.Remove(d.old(""))
		os.Remove(d.root)
	}
	removeFolders(d.made)
}
