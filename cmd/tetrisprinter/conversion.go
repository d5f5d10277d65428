package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/exchange"
	"github.com/tetrisprinter/tetrisprinter/internal/progress"
	"github.com/tetrisprinter/tetrisprinter/plan"
)

// defaultSeed is the seed of every random choice unless --seed names another.
const defaultSeed = 1

// conversion is how a sprite becomes a plan.
type conversion struct {
	target  exchange.Target // "": none
	method  method
	field   fieldSize
	seed    uint64
	jobs    jobs
	dense   denseFlags
	picture preparation
	flags   *pflag.FlagSet // those that set all this
}

// addConversionFlags adds the flags of everything that converts a sprite.
func addConversionFlags(cmd *cobra.Command, c *conversion) {
	*c = conversion{
		method: method(converter.Methods()[0]),
		field:  fieldSize{plan.DefaultWidth, plan.DefaultHeight},
		seed:   defaultSeed,
		flags:  pflag.NewFlagSet("", pflag.ContinueOnError),
	}
	f := c.flags
	f.Var(newValue(&c.target, "PROGRAM", exchange.ParseTarget), "target", "print for a program, on its field, in its colours and with as many pixels as it can: "+strings.Join(wordsOf(exchange.Targets()), ", "))
	f.Var(&c.method, "method", "how to convert: "+strings.Join(methodNames(), ", "))
	f.Var(&c.field, "field", "size of the field in cells, columns x rows, or auto: the smallest that prints the sprite well")
	f.Uint64Var(&c.seed, "seed", defaultSeed, "`SEED` of the random choices: the same seed gives the same plan")
	f.Var(&c.jobs, "jobs", "how many cores to use; 0: all (the plan is the same)")
	addDenseFlags(f, &c.dense)
	addFieldFlags(f, &c.picture)
	addPictureFlags(cmd, f, &c.picture)
	completeFlag(cmd, "target", wordsOf(exchange.Targets()))
	completeFlag(cmd, "method", methodNames())
	completeFlag(cmd, "colors-on", []string{string(converter.OnFree), string(converter.OnJTL)})
}

// given returns the names of the flags that the command line sets.
func (c *conversion) given() (names []string) {
	c.flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			names = append(names, f.Name)
		}
	})
	return names
}

// fieldSize is the value of --field. Zero is auto: the size follows from the
// sprite.
type fieldSize struct{ width, height int }

// auto is the word for the zero fieldSize.
const auto = "auto"

func (f *fieldSize) String() string {
	if *f == (fieldSize{}) {
		return auto
	}
	return fmt.Sprintf("%dx%d", f.width, f.height)
}

// Type is what help calls the value.
func (f *fieldSize) Type() string { return "WxH" }

// Set implements [pflag.Value].
func (f *fieldSize) Set(text string) (err error) {
	if text == auto {
		*f = fieldSize{}
		return nil
	}
	f.width, f.height, err = plan.ParseSize(text)
	return err
}

// jobs is the value of --jobs: how many goroutines compute, 0 for one a core.
type jobs int

func (j *jobs) String() string { return strconv.Itoa(int(*j)) }

// Type is what help calls the value.
func (j *jobs) Type() string { return "N" }

// Set implements [pflag.Value].
func (j *jobs) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("want a number of cores, 0 for all")
	}
	*j = jobs(n)
	return nil
}

// method is the value of --method.
type method converter.Method

func methodNames() (names []string) {
	for _, m := range converter.Methods() {
		names = append(names, string(m))
	}
	return names
}

func (m *method) String() string { return string(*m) }

// Type is what help calls the value.
func (m *method) Type() string { return "METHOD" }

// Set implements [pflag.Value].
func (m *method) Set(text string) error {
	parsed, err := converter.ParseMethod(text)
	*m = method(parsed)
	return err
}

// consistent refuses flags that the method has no use for.
func (c *conversion) consistent() error {
	if c.dense.limit < 0 {
		return usage("--time 0 sets no limit", "--time is %v, a limit is more than 0", c.dense.limit)
	}
	if converter.Method(c.method) == converter.Dense {
		return nil
	}
	for _, flag := range c.given() {
		if slices.Contains(denseOnly, flag) {
			return usage("leave one of them out", "--%s is for --method dense, not for %s", flag, &c.method)
		}
	}
	return nil
}

// unit is what the progress of the method is counted in.
func (c *conversion) unit() string {
	if converter.Method(c.method) == converter.Dense {
		return "rounds"
	}
	return "rows"
}

// convert turns the sprite into a plan and fills in what the report says of it.
func (c *conversion) convert(ctx context.Context, p *prepared, r *report, bar *progress.Bar) (*plan.Plan, error) {
	defer bar.Done()
	drops, found, err := c.convertOn(ctx, p, bar.Show)
	if err == nil {
		err = c.hits(drops)
	}
	if err != nil {
		return nil, err
	}
	r.ofPrepared(p, drops)
	r.ofConversion(found)
	if c.dense.compare {
		r.Classic = c.classicPieces(ctx, p)
	}
	return drops, nil
}

// convertOn converts the sprite for its field or, with --field auto, for the one
// that it needs. An internal error of the converter is a difference that its
// verification found.
func (c *conversion) convertOn(ctx context.Context, p *prepared, show func(done, total int)) (*plan.Plan, *converter.Report, error) {
	round := c.dense.rounds()
	for widened := 0; ; widened++ {
		drops, found, err := converter.Convert(ctx, p.Sprite, &converter.Options{
			Method:   converter.Method(c.method),
			Width:    p.field.width,
			Height:   p.field.height,
			Seed:     c.seed,
			Jobs:     int(c.jobs),
			Progress: show,
			Effort:   int(c.dense.effort),
			ColorsOn: converter.ColorsOn(c.dense.colorsOn),
			Map:      c.dense.carrying,
			Round:    round,
		})
		if _, ok := errors.AsType[*converter.InternalError](err); ok {
			return nil, nil, different("this is a fault of the program, please report it", "%v", err)
		}
		if err == nil || !p.auto || widened == maxWidened || !p.widen(err) {
			return drops, found, c.aimed(err)
		}
	}
}
