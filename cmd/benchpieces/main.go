// Benchpieces counts the pieces that sprites take, by method and effort, and
// writes the table docs/pieces.md. Run it from the root of the project:
//
//	go run ./cmd/benchpieces -efforts 5 -o docs/pieces.md
//
// It measures the built-in sprites and, where there are any, those of a folder of
// pictures with a list of what the program of 2013 took for them.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "benchpieces:", err)
		os.Exit(1)
	}
}

// column is one way to convert.
type column struct {
	name     string
	opts     converter.Options
	smallest bool // on the smallest field, not the usual one
}

// line is what one sprite takes.
type line struct {
	name    string
	pixels  int
	program int   // of 2013, 0: not known
	pieces  []int // by column
}

func run(args []string, progress io.Writer) error {
	flags := flag.NewFlagSet("benchpieces", flag.ContinueOnError)
	out := flags.String("o", "docs/pieces.md", "the file for the table")
	folder := flags.String("folder", "../shared/corpus", "a folder with sprites/*.png and program-2013.csv")
	efforts := flags.String("efforts", "5", "efforts of the dense method, such as 1,5")
	if err := flags.Parse(args); err != nil {
		return err
	}
	columns, err := columnsOf(*efforts)
	if err != nil {
		return err
	}
	list, err := open(*folder)
	if err != nil {
		return err
	}
	program, err := readProgram(filepath.Join(*folder, "program-2013.csv"))
	if err != nil {
		return err
	}
	var lines []line
	seconds := make([]float64, len(columns))
	for _, s := range list {
		l := line{name: strings.TrimSuffix(filepath.Base(s.Name()), ".png"), pixels: s.Pixels()}
		l.program = program[l.name]
		for i, c := range columns {
			start := time.Now()
			_, r, err := converter.Convert(context.Background(), s, c.options(s))
			if err != nil {
				return err
			}
			seconds[i] += time.Since(start).Seconds()
			l.pieces = append(l.pieces, r.Pieces)
		}
		fmt.Fprintln(progress, l.name, l.pieces)
		lines = append(lines, l)
	}
	return os.WriteFile(*out, []byte(table(columns, lines, seconds)), 0o644)
}

func columnsOf(efforts string) ([]column, error) {
	columns := []column{{name: "realtime", opts: converter.Options{Method: converter.RealTime, Seed: 1}}}
	for _, on := range []converter.ColorsOn{converter.OnJTL, converter.OnFree} {
		for word := range strings.SplitSeq(efforts, ",") {
			effort, err := strconv.Atoi(word)
			if err != nil {
				return nil, err
			}
			c := column{
				name: fmt.Sprintf("dense, %s, effort %d", on, effort),
				opts: converter.Options{Method: converter.Dense, ColorsOn: on, Effort: effort, Seed: 1},
			}
			columns = append(columns, c)
			if on == converter.OnFree {
				c.name, c.smallest = c.name+", smallest field", true
				columns = append(columns, c)
			}
		}
	}
	return columns, nil
}

// options returns those that c converts s with.
func (c *column) options(s *sprites.Sprite) *converter.Options {
	opts := c.opts
	if c.smallest {
		opts.Width, opts.Height = opts.Method.SmallestField(s)
	}
	return &opts
}

// open opens the sprites of the folder, then the built-in ones.
func open(folder string) ([]*sprites.Sprite, error) {
	names, err := filepath.Glob(filepath.Join(folder, "sprites", "*.png"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range sprites.Names() {
		names = append(names, sprites.Prefix+name)
	}
	var list []*sprites.Sprite
	for _, name := range names {
		s, err := sprites.Open(name, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// readProgram reads the pieces of the program of 2013 by sprite; a missing file
// means that none are known.
func readProgram(path string) (map[string]int, error) {
	pieces := map[string]int{}
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return pieces, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range records[1:] {
		if pieces[r[0]], err = strconv.Atoi(r[2]); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// table writes the sums first, then every sprite.
func table(columns []column, lines []line, seconds []float64) string {
	var b strings.Builder
	b.WriteString("# Pieces by method\n\nWritten by `go run ./cmd/benchpieces`; every plan was replayed. The bound is a quarter of the pixels.\nThe field has 21 columns and 42 rows; the smallest is that of `--field auto`, the least odd number of columns, from 9, that is more than the sprite has.\n\n")
	compared := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.program == 0 })
	own := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.program > 0 })
	if len(compared) > 0 {
		fmt.Fprintf(&b, "%d sprites by other people, with what the program of 2013 takes:\n\n", len(compared))
		sums(&b, columns, compared)
	}
	fmt.Fprintf(&b, "%d built-in sprites:\n\n", len(own))
	sums(&b, columns, own)
	b.WriteString("| sprite | pixels | bound | program of 2013 |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.name)
	}
	b.WriteString("\n|---|---|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %d | %d | %s |", l.name, l.pixels, (l.pixels+3)/4, known(l.program))
		for _, n := range l.pieces {
			fmt.Fprintf(&b, " %d |", n)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nSeconds a sprite on the machine of the measurement:")
	for i, c := range columns {
		fmt.Fprintf(&b, " %s %.2f;", c.name, seconds[i]/float64(len(lines)))
	}
	return strings.TrimSuffix(b.String(), ";") + ".\n"
}

func known(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// sums writes totals and the geometric mean of the ratios to 2013, where known, and
// to the bound.
func sums(b *strings.Builder, columns []column, lines []line) {
	b.WriteString("| method | pieces in all | mean ratio to 2013 | mean ratio to the bound |\n|---|---|---|---|\n")
	for i, c := range columns {
		total, old, bound := 0, 0.0, 0.0
		for _, l := range lines {
			total += l.pieces[i]
			old += math.Log(float64(l.pieces[i]) / float64(max(1, l.program)))
			bound += math.Log(float64(l.pieces[i]) / float64((l.pixels+3)/4))
		}
		ratio := ""
		if lines[0].program > 0 {
			ratio = fmt.Sprintf("%.3f", math.Exp(old/float64(len(lines))))
		}
		fmt.Fprintf(b, "| %s | %d | %s | %.2f |\n", c.name, total, ratio, math.Exp(bound/float64(len(lines))))
	}
	b.WriteByte('\n')
}
