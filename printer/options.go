package printer

import (
	"fmt"
	"time"
)

// The limits of [Options].
const (
	MinCell  = 4
	MaxCell  = 64
	MaxFPS   = 60
	MinSpeed = 0.01
	MaxHold  = time.Hour
)

// Options says what pictures and videos look like. A nil *Options is the zero
// one.
type Options struct {
	// Cell is the side of a cell in pixels, MinCell to MaxCell. 0 means 16.
	// A video takes only multiples of 16: JPEG pictures keep colours for
	// squares of 16 pixels, and other cells would come out smeared.
	Cell int

	// FPS is the number of frames a second, 1 to MaxFPS. 0 means 60.
	FPS int

	// Speed is the number of pieces dropped in a second, MinSpeed to FPS, since
	// every lock is on a frame. 0 means 10, or FPS if that is less.
	Speed float64

	// Hold is how long the finished field is shown, up to MaxHold, and at least
	// for one frame. 0 means 2 seconds; a negative Hold means that one frame.
	Hold time.Duration

	// NoCaption leaves out the line with the numbers of pieces and lines under
	// the field. It is also left out where cells have less than 8 pixels, and
	// the picture of the final field has none.
	NoCaption bool

	// Force allows existing files to be replaced. In a folder of frames these
	// are the files named as frames are, and no others.
	Force bool

	// Progress, unless nil, is called after each frame with the number of
	// frames done and the number of all.
	Progress func(done, total int)
}

// An OptionError reports an option outside its limits.
type OptionError struct {
	Option string // the name of the field of [Options], in lower case
	Reason string
}

func (e *OptionError) Error() string { return e.Option + " " + e.Reason }

// withDefaults returns o with every zero replaced by what it means, or an
// [*OptionError].
func (o *Options) withDefaults() (Options, error) {
	if o == nil {
		o = &Options{}
	}
	full := *o
	if full.Cell == 0 {
		full.Cell = 16
	}
	if full.FPS == 0 {
		full.FPS = 60
	}
	if full.Speed == 0 {
		full.Speed = min(10, float64(full.FPS))
	}
	if full.Hold == 0 {
		full.Hold = 2 * time.Second
	}
	if full.Progress == nil {
		full.Progress = func(int, int) {}
	}
	return full, full.check()
}

func (o *Options) check() error {
	switch {
	case o.Cell < MinCell || o.Cell > MaxCell:
		return optionError("cell", "is %d pixels, want %d to %d", o.Cell, MinCell, MaxCell)
	case o.FPS < 1 || o.FPS > MaxFPS:
		return optionError("fps", "is %d frames a second, want 1 to %d", o.FPS, MaxFPS)
	case !(o.Speed >= MinSpeed): // not a number is no speed either
		return optionError("speed", "is %g pieces a second, want %g or more", o.Speed, MinSpeed)
	case o.Speed > float64(o.FPS):
		return optionError("speed", "is %g pieces a second, but %d frames a second show at most %d", o.Speed, o.FPS, o.FPS)
	case o.Hold > MaxHold:
		return optionError("hold", "is %v, want at most %v", o.Hold, MaxHold)
	}
	return nil
}

func optionError(option, format string, args ...any) error {
	return &OptionError{option, fmt.Sprintf(format, args...)}
}

// checkVideo returns an [*OptionError] if a video can't have such cells.
func (o *Options) checkVideo() error {
	if o.Cell%jpegBlock != 0 {
		return optionError("cell", "is %d pixels, a video needs a multiple of %d: JPEG keeps colours for squares of that size", o.Cell, jpegBlock)
	}
	return nil
}
