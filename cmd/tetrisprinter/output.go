package main

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
)

// output is where a product goes.
type output struct {
	path  string // a file, or "-" for standard output
	force bool   // replace what is there
}

// toStdout reports whether the product goes to standard output, which then
// takes nothing else.
func (o *output) toStdout() bool { return o.path == stream }

// check refuses early what writing would refuse late, and an output that is one
// of the inputs: replacing a picture by its plan is hardly meant, even with
// --force.
func (o *output) check(inputs ...string) error {
	out, err := os.Stat(o.path)
	switch {
	case o.toStdout() || err != nil || out.IsDir():
		return nil
	case !out.Mode().IsRegular():
		return &failure{status: statusFailed, text: o.path + " is no file that could be replaced", hint: "-o - writes to standard output"}
	}
	for _, name := range inputs {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, out) {
			return usage("give the output another name", "%s is the input, it can't be the output too", o.path)
		}
	}
	if !o.force {
		return &fs.PathError{Op: "create", Path: o.path, Err: fs.ErrExist}
	}
	return nil
}

// write sends to the output what f writes: whole or, in a file, not at all.
func (s *streams) write(ctx context.Context, o *output, f func(io.Writer) error) error {
	if o.toStdout() {
		return f(s.stdout(ctx))
	}
	file, err := atomicfile.Create(o.path, &atomicfile.Options{Force: o.force})
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := f(file); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return file.Commit()
}

// stdout returns standard output as a writer that fails when ctx ends, also
// while it waits for a reader that doesn't read, such as a pager.
func (s *streams) stdout(ctx context.Context) io.Writer { return &interruptible{ctx, s.out} }

type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i *interruptible) Write(p []byte) (int, error) {
	p = bytes.Clone(p) // an interrupted write may still be reading it
	return await(i.ctx, func() (int, error) { return i.w.Write(p) })
}
