// Package progress shows on a terminal how far a long task is. To anything but
// a terminal it writes nothing, so that no control characters end up in files.
package progress

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// redrawEvery is how often the line changes at most.
const redrawEvery = 100 * time.Millisecond

// A Bar shows one task on one line: a bar, the count, the rate and the time
// left. The clock decides only what is shown. A Bar is not safe for use by
// several goroutines at once.
type Bar struct {
	w     io.Writer // nil: show nothing
	label string
	unit  string
	bar   *progressbar.ProgressBar // nil before the first Show and after Done
	total int
}

// New returns a Bar that writes to w if w is a terminal and else shows nothing.
// The label stands before the bar; unit says what is counted, in the plural.
func New(w io.Writer, label, unit string) *Bar {
	b := &Bar{label: label, unit: unit}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		b.w = w
	}
	return b
}

// Show says that done of total units are finished. It is cheap enough to be
// called for every unit. Another total than before starts the bar anew; a total
// of 0 or less shows nothing.
func (b *Bar) Show(done, total int) {
	if b.w == nil || total <= 0 {
		return
	}
	if b.bar == nil || total != b.total {
		b.Done()
		b.start(total)
	}
	// What can't be shown is no reason to stop the task.
	_ = b.bar.Set(min(max(done, 0), total))
}

func (b *Bar) start(total int) {
	b.total = total
	b.bar = progressbar.NewOptions(total,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetDescription(b.label),
		progressbar.OptionSetItsString(b.unit),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetWidth(24),
		progressbar.OptionSetTheme(progressbar.ThemeASCII),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionThrottle(redrawEvery),
		progressbar.OptionClearOnFinish(),
	)
}

// Done clears the line. Without a Show before, it does nothing.
func (b *Bar) Done() {
	if b.bar == nil {
		return
	}
	_ = b.bar.Clear()
	b.bar = nil
}
