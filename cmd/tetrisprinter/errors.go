package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
)

// The exit statuses.
const (
	statusDone       = 0
	statusFailed     = 1        // input or output failed, a search gave up, cancelled
	statusUsage      = 2        // the command line makes no sense
	statusRefused    = 3        // the input is refused or can't be printed
	statusDifference = 4        // a verification found one
	statusPipe       = 128 + 13 // what shells say of a process that the signal of a closed pipe ended
)

// failure is an error in the words of the command line.
type failure struct {
	status int
	text   string
	hint   string // the way out, in one line; empty if there is none to offer
}

func (e *failure) Error() string { return e.text }

// Hint returns the way out, or "".
func (e *failure) Hint() string { return e.hint }

// usage returns a failure for a command line that makes no sense.
func usage(hint, format string, args ...any) error {
	return &failure{status: statusUsage, text: fmt.Sprintf(format, args...), hint: hint}
}

// refused returns a failure for input that is there but no good.
func refused(hint, format string, args ...any) error {
	return &failure{status: statusRefused, text: fmt.Sprintf(format, args...), hint: hint}
}

// different returns a failure for a verification that found a difference.
func different(hint, format string, args ...any) error {
	return &failure{status: statusDifference, text: fmt.Sprintf(format, args...), hint: hint}
}

func isFailure(err error) bool {
	_, ok := errors.AsType[*failure](err)
	return ok
}

// flagError puts pflag's errors into our words.
func flagError(cmd *cobra.Command, err error) error {
	if value, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if number, ok := errors.AsType[*strconv.NumError](err); ok {
			return usage(cmd.CommandPath()+" --help lists the flags", "--%s %s: %s", value.GetFlag().Name, value.GetValue(), numberFault(number))
		}
	}
	return usage(cmd.CommandPath()+" --help lists the flags", "%s", firstLine(err))
}

// numberFault says what is wrong with a number that a flag needs.
func numberFault(err *strconv.NumError) string {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "this number is too large"
	case err.Func == "ParseUint":
		return "want a whole number, 0 or more"
	case err.Func == "ParseFloat":
		return "want a number"
	}
	return "want a whole number"
}

// statusOf returns the exit status for an error.
func statusOf(err error) int {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.status
	}
	if _, ok := errors.AsType[*prepare.OptionError](err); ok {
		return statusUsage
	}
	if errors.Is(err, sprites.ErrRefused) {
		return statusRefused
	}
	return statusFailed
}

// explain writes err as one line and, if there is a way out, a second one.
func explain(w io.Writer, err error) {
	text, hint := firstLine(err), hintOf(err)
	if path, ok := errors.AsType[*fs.PathError](err); ok && !isFailure(err) {
		text = path.Path + ": " + path.Err.Error()
		if errors.Is(path, fs.ErrExist) {
			text, hint = path.Path+" is there already", "--force replaces it"
		}
	}
	fmt.Fprintf(w, "tetrisprinter: %s\n", text)
	if hint != "" {
		fmt.Fprintf(w, "hint: %s\n", hint)
	}
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// hintOf returns the way out that err knows, or "".
func hintOf(err error) string {
	type hinter interface {
		error
		Hint() string
	}
	if h, ok := errors.AsType[hinter](err); ok {
		return h.Hint()
	}
	return ""
}
