package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/exchange"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// stream is the file name that means standard input or output.
const stream = "-"

// sniffBytes is how much of a file tells a plan from a picture.
const sniffBytes = 512

// await returns what f does, or the error of ctx as soon as that ends: opening
// a named pipe or reading from a terminal can't be interrupted. An f that is
// left behind runs on until the process ends.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// openPicture reads the picture name: a file, standard input, or a built-in
// sprite.
func (s *streams) openPicture(ctx context.Context, name string) (*sprites.Picture, error) {
	return await(ctx, func() (*sprites.Picture, error) {
		if name == stream {
			return sprites.ReadPicture(s.in, inputName(name))
		}
		return sprites.OpenPicture(name)
	})
}

// openPlan reads the plan in the file name, or in standard input, in whichever
// form it is.
func (s *streams) openPlan(ctx context.Context, name string) (foreign, error) {
	return await(ctx, func() (foreign, error) {
		r, err := s.open(name)
		if err != nil {
			return foreign{}, err
		}
		defer r.Close()
		return readPlan(r, name)
	})
}

// printable is what print takes: either a picture or a plan; the other is nil.
type printable struct {
	name    string // for messages
	picture *sprites.Picture
	foreign // the plan
}

// openPrintable reads the picture or plan name. It tells them apart by their
// first bytes.
func (s *streams) openPrintable(ctx context.Context, name string) (printable, error) {
	if strings.HasPrefix(name, sprites.Prefix) {
		picture, err := s.openPicture(ctx, name)
		return printable{name: inputName(name), picture: picture}, err
	}
	return await(ctx, func() (printable, error) {
		file, err := s.open(name)
		if err != nil {
			return printable{}, err
		}
		defer file.Close()
		r := bufio.NewReaderSize(file, sniffBytes)
		start, err := r.Peek(sniffBytes)
		if err != nil && err != io.EOF {
			return printable{}, err
		}
		if isText(start) {
			p, err := readPlan(r, name)
			return printable{name: inputName(name), foreign: p}, err
		}
		picture, err := sprites.ReadPicture(r, inputName(name))
		return printable{name: inputName(name), picture: picture}, err
	})
}

// isText reports whether start begins a text. Every picture format that is read
// has a control character near its start.
func isText(start []byte) bool {
	for _, b := range start {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' {
			return false
		}
	}
	return len(start) > 0
}

// open opens the file name, or standard input. A folder is refused.
func (s *streams) open(name string) (io.ReadCloser, error) {
	if name == stream {
		return io.NopCloser(s.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, refused("name one file in it", "%s is a folder, not a file", name)
	}
	return f, nil
}

// sniff returns r and the form of another program that it is in, or "".
func sniff(r io.Reader) (io.Reader, exchange.Format) {
	buffered := bufio.NewReaderSize(r, exchange.SniffBytes)
	start, err := buffered.Peek(exchange.SniffBytes)
	if err != nil && err != io.EOF {
		return &failing{err}, ""
	}
	return buffered, exchange.Sniff(start)
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// readPlan reads a plan, also one of another program.
func readPlan(r io.Reader, name string) (foreign, error) {
	r, format := sniff(r)
	if format != "" {
		return readForeign(r, name, format)
	}
	p, err := plan.Read(r)
	if _, ok := errors.AsType[*plan.SyntaxError](err); ok {
		return foreign{}, refused(`a plan is the text that "tetrisprinter convert" writes`, "%s, %v", inputName(name), err)
	}
	if err != nil {
		return foreign{}, fmt.Errorf("reading %s: %w", inputName(name), err)
	}
	return foreign{plan: p}, nil
}

// inputName returns what messages call the input name.
func inputName(name string) string {
	if name == stream {
		return "standard input"
	}
	return name
}
