package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// spritesOptions are those of the command sprites.
type spritesOptions struct {
	*streams
	name   string // empty: list them all
	output output // of the picture; no path: draw in text on stdout
	json   bool
}

func newSpritesCommand(s *streams) *cobra.Command {
	o := &spritesOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "sprites [NAME]",
		Short: "List or show the built-in sprites",
		Long: `sprites lists the built-in sprites with their size, pixels and colours.

With a name it draws that sprite as text, or with -o writes it as a PNG, one
pixel for a pixel. Every command that reads a picture takes a built-in one as
sprite:NAME.`,
		Example: `  tetrisprinter sprites
  tetrisprinter sprites heart
  tetrisprinter sprites heart -o heart.png`,
		Args: takes(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				o.name = strings.TrimPrefix(args[0], sprites.Prefix)
			}
			return o.run(cmd.Context())
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return sprites.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	addOutputFlags(cmd.Flags(), &o.output, "write the sprite as a PNG to this `FILE`, - for stdout")
	cmd.Flags().BoolVar(&o.json, "json", false, "list in JSON")
	return cmd
}

func (o *spritesOptions) run(ctx context.Context) error {
	if o.name == "" {
		if o.output.path != "" {
			return usage("name one: tetrisprinter sprites heart -o heart.png", "-o needs the name of a sprite")
		}
		return o.list()
	}
	s, err := sprites.Builtin(o.name)
	switch {
	case err != nil:
		return err
	case o.output.path != "":
		return o.write(ctx, &o.output, s.WritePNG)
	case o.json:
		return writeJSON(o.out, describe(s))
	}
	return drawText(o.out, s)
}

// spriteEntry is a line of the list.
type spriteEntry struct {
	Name   string   `json:"name"`
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Pixels int      `json:"pixels"`
	Colors []string `json:"colors"`
}

func describe(s *sprites.Sprite) spriteEntry {
	e := spriteEntry{Name: s.Name(), Width: s.Width(), Height: s.Height(), Pixels: s.Pixels()}
	for _, c := range s.Colors() {
		e.Colors = append(e.Colors, hexColor(c.NRGBA))
	}
	return e
}

func (o *spritesOptions) list() error {
	var entries []spriteEntry
	for _, name := range sprites.Names() {
		s, err := sprites.Builtin(name)
		if err != nil {
			return err
		}
		entries = append(entries, describe(s))
	}
	if o.json {
		return writeJSON(o.out, entries)
	}
	w := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(w, "%s\t%dx%d\t%s\t%s\n", e.Name, e.Width, e.Height, count(e.Pixels, "pixel"), strings.Join(e.Colors, " "))
	}
	return w.Flush()
}

// drawText draws s in the form that sprites.Parse reads, its colours in reading
// order named a, b, c and so on.
func drawText(out io.Writer, s *sprites.Sprite) error {
	w := bufio.NewWriter(out)
	letters := map[color.NRGBA]byte{{}: '.'}
	for i, c := range s.Colors() {
		letters[c.NRGBA] = 'a' + byte(i)
		fmt.Fprintf(w, "%s%c=%s", strings.Repeat(" ", min(i, 1)), letters[c.NRGBA], hexColor(c.NRGBA)[1:])
	}
	w.WriteByte('\n')
	for y := range s.Height() {
		for x := range s.Width() {
			w.WriteByte(letters[s.At(x, y)])
		}
		w.WriteByte('\n')
	}
	return w.Flush()
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// hexColor returns c as "#dc2828".
func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// count returns n things in words.
func count(n int, thing string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(thing, "s"):
		thing += "es"
	default:
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
