package printer

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// The limits of [Options].
const (
	MinCell     = 4
	MaxCell     = 64
	MinFPS      = 12
	MaxFPS      = 60
	MaxFPSOfGIF = 50
	MinSpeed    = 0.01
	MaxDuration = 24 * time.Hour
	MaxHold     = time.Hour
)

// The skins: how blocks are drawn.
const (
	Retro   = "retro"   // bevelled, as on 8-bit machines
	Flat    = "flat"    // squares of one colour; the smallest files
	Outline = "outline" // squares with a dark outline
)

// Skins returns the names of the skins, the default first.
func Skins() []string { return []string{Retro, Flat, Outline} }

// Options says what pictures and videos look like. A nil *Options is the zero
// one.
type Options struct {
	// Format is the kind of output. 0, ByName, takes it from the output's name.
	Format Format

	// Animate makes a name that ends in ".png" mean an animated picture, APNG.
	Animate bool

	// Skin is how blocks are drawn, one of Skins. "" means Retro.
	Skin string

	// Panel adds a panel beside the field: pieces, lines, rows printed, the next
	// piece and a small picture of the goal. It takes the place of the caption
	// and needs cells of 8 pixels or more.
	Panel bool

	// Cell is the side of a cell in pixels, MinCell to MaxCell. 0 means 16.
	// An AVI video takes only multiples of 16: JPEG pictures keep colours for
	// squares of 16 pixels, and other cells would come out smeared. In a contact
	// sheet cells have a quarter of this, at least MinCell.
	Cell int

	// FPS is the number of frames a second, MinFPS to MaxFPS. 0 means 60. More
	// than MaxFPSOfGIF is MaxFPSOfGIF in a GIF: many programs that show GIFs
	// play faster ones far slower.
	FPS int

	// Speed is the number of pieces dropped in a second, MinSpeed to FPS, since
	// every lock is on a frame. 0 means 10, or FPS if that is less.
	Speed float64

	// Duration is how long the whole video lasts, with Hold and ZoomOut, up to
	// MaxDuration. It takes the place of Speed. 0 means that Speed decides.
	Duration time.Duration

	// Hold is how long the finished field is shown, up to MaxHold, and at least
	// for one frame. 0 means 2 seconds; a negative Hold means that one frame.
	Hold time.Duration

	// ZoomOut shows at the end the sprite alone, as large as fits, for as long as
	// Hold again.
	ZoomOut bool

	// Split makes an AVI video that is too large for one file several files:
	// out-001.avi, out-002.avi and so on. One that fits is one file as ever.
	Split bool

	// NoCaption leaves out the line with the numbers of pieces and lines under
	// the field. It is also left out where cells have less than 8 pixels, and
	// the picture of the final field has none.
	NoCaption bool

	// Force allows existing files to be replaced. In a folder of frames these
	// are the files named as frames are, and no others.
	Force bool

	// Progress, unless nil, is called now and then with the number of frames
	// done and the number of all, at the end with both equal.
	Progress func(done, total int)
}

// An OptionError reports an option outside its limits.
type OptionError struct {
	Option string // the name of the field of [Options], in lower case
	Reason string
}

func (e *OptionError) Error() string { return e.Option + " " + e.Reason }

// Check returns the error that [Print] with o gives whatever the plan is, if it does: one
// of [FormatOf], an [*OptionError], or an [*FFmpegError] where there is no ffmpeg and the
// format needs it. So a long search needn't come before it.
func (o *Options) Check(out string) error {
	format, err := o.formatOf(out)
	if err != nil {
		return err
	}
	if _, err := o.withDefaults(format); err != nil {
		return err
	}
	if ffmpegCodecs[format] != nil {
		_, err = findFFmpeg()
	}
	return err
}

// withDefaults returns o with every zero replaced by what it means in the
// format, or an [*OptionError].
func (o *Options) withDefaults(format Format) (Options, error) {
	if o == nil {
		o = &Options{}
	}
	full := *o
	full.Format = format
	if full.Skin == "" {
		full.Skin = Retro
	}
	if full.Cell == 0 {
		full.Cell = 16
	}
	if full.FPS == 0 {
		full.FPS = MaxFPS
	}
	if format == GIF && full.FPS <= MaxFPS {
		full.FPS = min(full.FPS, MaxFPSOfGIF)
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
	if o.Speed != 0 && o.Duration != 0 {
		return full, optionError("duration", "can't be given with the speed: each says how fast the print is")
	}
	return full, full.check()
}

func (o *Options) check() error {
	switch {
	case !slices.Contains(Skins(), o.Skin):
		return optionError("skin", "is %q, want one of %s", o.Skin, strings.Join(Skins(), ", "))
	case o.Cell < MinCell || o.Cell > MaxCell:
		return optionError("cell", "is %d pixels, want %d to %d", o.Cell, MinCell, MaxCell)
	case o.Panel && o.Cell < captionMinCell:
		return optionError("panel", "needs cells of %d pixels or more, these have %d", captionMinCell, o.Cell)
	case o.FPS < MinFPS || o.FPS > MaxFPS:
		return optionError("fps", "is %d frames a second, want %d to %d", o.FPS, MinFPS, MaxFPS)
	case !(o.Speed >= MinSpeed): // not a number is no speed either
		return optionError("speed", "is %g pieces a second, want %g or more", o.Speed, MinSpeed)
	case o.Speed > float64(o.FPS):
		return optionError("speed", "is %g pieces a second, but %d frames a second show at most %d", o.Speed, o.FPS, o.FPS)
	case o.Duration < 0 || o.Duration > MaxDuration:
		return optionError("duration", "is %v, want up to %v", o.Duration, MaxDuration)
	case o.Hold > MaxHold:
		return optionError("hold", "is %v, want at most %v", o.Hold, MaxHold)
	case o.Format == AVI && o.Cell%jpegBlock != 0:
		return optionError("cell", "is %d pixels, an AVI video needs a multiple of %d: JPEG keeps colours for squares of that size", o.Cell, jpegBlock)
	}
	return nil
}

func optionError(option, format string, args ...any) error {
	return &OptionError{option, fmt.Sprintf(format, args...)}
}
