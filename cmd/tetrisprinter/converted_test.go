package main

import (
	"testing"
	"time"
)

// Of several outputs each has its own seconds, a single one those of the whole command.
func TestSecondsOfOutputs(t *testing.T) {
	now := time.Now()
	for outputs, want := range map[int]time.Duration{1: 2 * time.Hour, 2: time.Hour, 9: time.Hour} {
		v := &converted{searched: time.Hour, report: &report{}}
		v.took(now.Add(-2*time.Hour), now, outputs)
		if got := v.report.Seconds; got < want.Seconds() || got > want.Seconds()+600 {
			t.Errorf("of %d outputs one took %g s, want %g", outputs, got, want.Seconds())
		}
	}
}
