package main

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/sprites/prepare"
)

// preparation is what is done to a picture until it is a sprite.
type preparation struct {
	options   prepare.Options // but for what the other fields say
	palette   string          // a name or a file; empty: all colours
	fit       bool            // scale to what the field prints
	fixParity bool            // change pixels so that their number suits the field
}

// addPictureFlags adds the flags of everything that makes a sprite of a picture.
func addPictureFlags(cmd *cobra.Command, f *pflag.FlagSet, p *preparation) {
	o := &p.options
	f.IntVar(&o.Frame, "frame", 0, "take frame `N` of an animation, counted from 0")
	f.Var(newValue(&o.Crop, "X,Y,W,H", parseCrop), "crop", "cut out W x H pixels whose top left one is at X, Y")
	f.Var(newValue(&o.Tile, "WxH", parseTile), "tile", "the picture is a sheet of tiles of that many pixels: take one of them")
	f.IntVar(&o.Index, "index", 0, "take tile `N`, counted from 0 row by row")
	f.Var(newValue(&o.Background, "COLOUR", sprites.ParseColor), "bg", "pixels of this colour, such as '#ffffff', are empty")
	f.BoolVar(&o.InvertBackground, "invert-bg", false, "print what is empty, in the colour of --bg or the commonest, instead of what isn't")
	f.Uint8Var(&o.AlphaThreshold, "alpha-threshold", 0, "half-transparent pixels from `ALPHA` up are pixels, others empty; 0: refuse them")
	f.BoolVar(&o.Trim, "trim", false, "cut away a border of one colour")
	f.BoolVar(&o.Unscale, "unscale", false, "undo an enlargement in which each pixel became k x k")
	f.IntVar(&o.Width, "width", 0, "scale to `PIXELS` wide; the height follows unless --height sets it")
	f.IntVar(&o.Height, "height", 0, "scale to `PIXELS` high; the width follows unless --width sets it")
	f.Var(newValue(&o.Filter, "FILTER", prepare.ParseFilter), "filter", "how to scale: "+strings.Join(filters(), ", ")+" (usually nearest, which is sharp)")
	f.IntVar(&o.MergeWithin, "merge-within", 0, "join colours of which no channel is more than `D` apart, 1 to 255")
	f.StringVar(&p.palette, "palette", "", "take the nearest colours of `PALETTE`: "+strings.Join(prepare.PaletteNames(), ", ")+", or a file")
	f.IntVar(&o.Colors, "colors", 0, fmt.Sprintf("reduce to the best `N` colours, 1 to %d", prepare.MaxColors))
	f.Var(newValue(&o.Dither, "HOW", prepare.ParseDither), "dither", "mix colours that are missing: "+strings.Join(dithers(), ", ")+" (usually none)")
	cmd.Flags().AddFlagSet(f)
	completeFlag(cmd, "filter", filters())
	completeFlag(cmd, "dither", dithers())
	completeFlag(cmd, "palette", prepare.PaletteNames())
}

// addFieldFlags adds the flags of everything that makes sprites for a field.
func addFieldFlags(f *pflag.FlagSet, p *preparation) {
	f.BoolVar(&p.options.All, "all", false, "take all tiles of a sheet, or all frames: one output each, with its number in the name")
	f.BoolVar(&p.fit, "fit", false, "scale to the largest size that the field prints well")
	f.BoolVar(&p.fixParity, "fix-parity", false, "where a field can't print this number of pixels, leave out or add the least visible ones")
}

// resolve returns the options with everything filled in for a field that prints
// sprites within these limits.
func (p *preparation) resolve(l sprites.Limits) (*prepare.Options, error) {
	o := p.options
	if p.fit {
		o.Fit = l.Fit()
		if o.Fit.X < 1 || o.Fit.Y < 1 {
			return nil, usage("take a larger field", "--fit: a field of %dx%d prints nothing", l.FieldWidth, l.FieldHeight)
		}
	}
	var err error
	if p.palette != "" {
		o.Palette, err = prepare.OpenPalette(p.palette)
	}
	return &o, err
}

// value is the value of a flag that a function reads.
type value[T any] struct {
	to    *T
	kind  string // what help calls it
	parse func(string) (T, error)
	text  string // as it was given
}

func newValue[T any](to *T, kind string, parse func(string) (T, error)) *value[T] {
	return &value[T]{to: to, kind: kind, parse: parse}
}

func (v *value[T]) String() string { return v.text }

// Type is what help calls the value.
func (v *value[T]) Type() string { return v.kind }

// Set implements [pflag.Value].
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if option, ok := errors.AsType[*prepare.OptionError](err); ok {
		return fmt.Errorf("%s: %s", option.Problem, option.Remedy) // pflag names the flag
	}
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// parseCrop reads a part of a picture, such as "0,16,32,16".
func parseCrop(text string) (image.Rectangle, error) {
	n, ok := numbers(text, ",", 4)
	if !ok || n[2] == 0 || n[3] == 0 {
		return image.Rectangle{}, errors.New("want the left column, the top row, the width and the height, such as 0,16,32,16")
	}
	return image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]), nil
}

// parseTile reads the size of a tile, such as "16x16".
func parseTile(text string) (image.Point, error) {
	n, ok := numbers(text, "x", 2)
	if !ok || n[0] == 0 || n[1] == 0 {
		return image.Point{}, errors.New("want pixels across x down, such as 16x16")
	}
	return image.Pt(n[0], n[1]), nil
}

// maxNumber bounds numbers of pixels so that sums of two don't overflow.
const maxNumber = 1 << 30

// numbers reads so many numbers, not negative, with a separator between them.
func numbers(text, separator string, count int) (list []int, ok bool) {
	for word := range strings.SplitSeq(text, separator) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > maxNumber {
			return nil, false
		}
		list = append(list, n)
	}
	return list, len(list) == count
}

func filters() []string { return names(prepare.Nearest, prepare.Box) }

func dithers() []string { return names(prepare.NoDither, prepare.Bayer) }

// names returns the names of the values from first to last.
func names[T interface {
	~uint8
	fmt.Stringer
}](first, last T) (list []string) {
	for v := first; v <= last; v++ {
		list = append(list, v.String())
	}
	return list
}

// mapped says in a line what became of the colours, or "" if they stayed.
func mapped(list []prepare.Mapping) string {
	farthest := slices.MaxFunc(list, func(a, b prepare.Mapping) int { return cmp.Compare(a.Far, b.Far) })
	if farthest.Far == 0 {
		return ""
	}
	from, to := map[color.NRGBA]bool{}, map[color.NRGBA]bool{}
	for _, m := range list {
		from[m.From], to[m.To] = true, true
	}
	return fmt.Sprintf("%s became %d, the farthest step is from %s to %s, %.1f %% of that from black to white",
		count(len(from), "colour"), len(to), sprites.FormatColor(farthest.From), sprites.FormatColor(farthest.To), farPercent(farthest.Far))
}

// farPercent returns a distance of colours in percent of that from black to
// white.
func farPercent(far int) float64 { return float64(far*100) / prepare.FarUnit }
