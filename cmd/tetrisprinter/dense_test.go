package main

import (
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/converter"
)

// The time limit ends a search between rounds, but leaves nobody without a plan.
func TestTimeLimit(t *testing.T) {
	for _, test := range []struct {
		limit  time.Duration
		pieces int
		want   bool // another round
	}{
		{time.Nanosecond, 0, true},
		{time.Nanosecond, 30, false},
		{time.Hour, 0, true},
		{time.Hour, 30, true},
	} {
		again := (&denseFlags{limit: test.limit}).rounds()
		if got := again(converter.Round{Number: 1, Of: 12, Pieces: test.pieces}); got != test.want {
			t.Errorf("limit %v, %d pieces: another round: %v, want %v", test.limit, test.pieces, got, test.want)
		}
	}
	if (&denseFlags{}).rounds() != nil {
		t.Error("rounds are limited without a limit")
	}
}
