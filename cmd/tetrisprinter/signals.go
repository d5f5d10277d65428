package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// wholeKey is the key of the context that one interrupt doesn't end.
type wholeKey struct{}

// withInterrupts returns a context that an interrupt cancels. A second one, or a terminal
// that goes away, also ends what [pastInterrupt] returns; each time files that are not
// complete are removed. A third ends the process at once. The caller ends with stop.
func withInterrupts(ctx context.Context) (_ context.Context, stop func()) {
	whole, endWhole := context.WithCancel(ctx)
	ctx, end := context.WithCancel(context.WithValue(whole, wholeKey{}, whole))
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	// Unless asked for, the signal of a closed pipe would end the process with its
	// temporary files there. Now the write fails.
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-whole.Done():
				return
			case s := <-signals:
				if ctx.Err() != nil || s == syscall.SIGHUP {
					endWhole()
				}
				end()
			}
		}
	}()
	return ctx, func() {
		endWhole()
		end()
		signal.Stop(pipes)
	}
}

// pastInterrupt returns the context that one interrupt doesn't end, but two.
func pastInterrupt(ctx context.Context) context.Context {
	if whole, ok := ctx.Value(wholeKey{}).(context.Context); ok {
		return whole
	}
	return context.WithoutCancel(ctx)
}
