package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// converted is a plan and where it came from: one input has several with --all.
type converted struct {
	*prepared // nil if the input was a plan already
	plan      *plan.Plan
	report    *report
	output    output
	searched  time.Duration // what the search took
}

// convertAll converts what the command line wants of the picture, and gives each
// plan its output.
func (s *streams) convertAll(ctx context.Context, c *conversion, picture *sprites.Picture, out output, quiet bool) ([]*converted, error) {
	if c.picture.options.All && out.toStdout() {
		return nil, usage("name a file with -o, each output gets its number: sheet.plan becomes sheet-0.plan and so on", "--all makes several outputs, standard output takes one")
	}
	made, err := c.prepare(ctx, picture)
	if err != nil {
		return nil, err
	}
	list := make([]*converted, len(made))
	for i, p := range made {
		list[i] = &converted{prepared: p, output: out}
		if c.picture.options.All && out.path != "" {
			list[i].output.path = numbered(out.path, p.index(), made[len(made)-1].index())
			if err := list[i].output.check(picture.Name()); err != nil {
				return nil, err
			}
		}
	}
	for _, v := range list {
		begun := time.Now()
		v.report = &report{Output: v.output.path}
		if v.plan, err = c.convert(ctx, v.prepared, v.report, s.bar(quiet, "converting", c.unit())); err != nil {
			return nil, err
		}
		v.searched = time.Since(begun)
	}
	return list, nil
}

// checkOutput refuses an output early. With --all its name is that of none of the
// outputs, which are looked at when their numbers are known.
func (c *conversion) checkOutput(out output, input string) error {
	if c.picture.options.All {
		return nil
	}
	return out.check(input)
}

// took notes the seconds of one of several outputs: those of its search and of what has
// been made of it since begun; of a single one all since start.
func (v *converted) took(start, begun time.Time, outputs int) {
	if outputs > 1 {
		start = begun.Add(-v.searched)
	}
	v.report.Seconds = secondsSince(start)
}

// openPlans opens a plan or a picture for the output and returns it with its plans.
func (s *streams) openPlans(ctx context.Context, name string, c *conversion, out output, quiet bool) (printable, []*converted, error) {
	if err := c.checkOutput(out, name); err != nil {
		return printable{}, nil, err
	}
	in, err := s.openPrintable(ctx, name)
	if err != nil {
		return printable{}, nil, err
	}
	list, err := s.plans(ctx, c, in, out, quiet)
	return in, list, err
}

// plans returns the plan that was read, or converts the picture. With a plan,
// flags of the conversion are refused.
func (s *streams) plans(ctx context.Context, c *conversion, in printable, out output, quiet bool) ([]*converted, error) {
	if in.plan == nil {
		return s.convertAll(ctx, c, in.picture, out, quiet)
	}
	if given := c.given(); len(given) > 0 {
		return nil, usage("leave it out, or give the sprite", "--%s is for sprites, %s is a plan already", given[0], in.name)
	}
	return []*converted{{plan: in.plan, output: out, report: &report{Plan: in.name, Output: out.path, Oddities: in.odd}}}, nil
}

// numbered puts a number into the name of a file, before its ending, or of a
// folder. It has as many digits as the last one, so that names sort as numbers.
func numbered(path string, n, last int) string {
	digits := fmt.Sprintf("-%0*d", len(strconv.Itoa(last)), n)
	if folder := strings.TrimRight(path, `/\`); folder != path && folder != "" {
		return folder + digits + path[len(folder):]
	}
	ending := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ending)
	if sheet := filepath.Ext(stem); sheet == ".sheet" {
		ending, stem = sheet+ending, strings.TrimSuffix(stem, sheet)
	}
	return stem + digits + ending
}

// beyond returns the context of what is made of the plans. An interrupt that ended a
// search with a plan doesn't end that too: the best plan found is worth it. One more
// does.
func beyond(ctx context.Context, list []*converted) context.Context {
	if list[len(list)-1].report.Interrupted {
		return pastInterrupt(ctx)
	}
	return ctx
}

// partly says how many of the outputs are there, if it was a cancellation that
// kept the others from being written.
func partly(err error, done, all int) error {
	if done > 0 && errors.Is(err, context.Canceled) {
		return &failure{status: statusFailed, text: fmt.Sprintf("cancelled, %d of %s were written", done, count(all, "output"))}
	}
	return err
}

// tellAll delivers the reports: several of them as a list in JSON, or a line each
// on stderr after the notes of what was done to the picture. Where the product
// went to stdout, the reports don't.
func (s *streams) tellAll(w words, list []*converted, onStdout bool, line func(*report) string) error {
	var reports []*report
	for _, v := range list {
		reports = append(reports, v.report)
		s.warn(w, v.report)
		if v.prepared != nil && !w.json && !w.quiet {
			for _, note := range v.notes() {
				fmt.Fprintln(s.err, note)
			}
		}
	}
	if w.json && len(reports) > 1 {
		return s.tell(w, reports, onStdout, "")
	}
	for _, r := range reports {
		if err := s.tell(w, r, onStdout, line(r)); err != nil {
			return err
		}
	}
	return nil
}
