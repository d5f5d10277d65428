package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"time"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/printer"
	"github.com/tetrisprinter/tetrisprinter/sprites"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// report is what --json says, and in fewer words the line on stderr. Fields are
// only added, never renamed: people's scripts read them.
type report struct {
	Sprite string   `json:"sprite,omitempty"` // its name
	Plan   string   `json:"plan,omitempty"`   // its file, where that is an input
	Output string   `json:"output,omitempty"` // the file written, "-" for stdout
	Width  int      `json:"width"`            // of the picture printed, in pixels
	Height int      `json:"height"`
	Pixels int      `json:"pixels"`
	Colors []string `json:"colors"` // in reading order

	Oddities []string     `json:"oddities,omitempty"`  // of another program's file that drops can't say
	Frame    int          `json:"frame,omitempty"`     // of an animation, counted from 0
	Tile     *int         `json:"tile,omitempty"`      // of a sheet, counted from 0
	Unscaled int          `json:"unscaled,omitempty"`  // with --unscale: how many times the picture had been enlarged
	ColorMap []colorEntry `json:"color_map,omitempty"` // what became of the colours of the picture
	Changes  []string     `json:"changes,omitempty"`   // by --fix-parity

	FieldWidth  int     `json:"field_width"` // cells
	FieldHeight int     `json:"field_height"`
	Method      string  `json:"method,omitempty"` // if a sprite was converted
	Seed        *uint64 `json:"seed,omitempty"`   // likewise
	Pieces      int     `json:"pieces"`
	Lines       int     `json:"lines_cleared"`
	Bound       int     `json:"lower_bound,omitempty"`    // a quarter of the pixels: no plan has fewer pieces
	Ratio       float64 `json:"ratio,omitempty"`          // pieces to the lower bound
	Classic     int     `json:"classic_pieces,omitempty"` // of the method of 2013, with --compare; 0: it can't print this
	Rounds      int     `json:"rounds,omitempty"`         // of the dense method
	Nodes       int     `json:"nodes,omitempty"`          // looked at by searches
	Interrupted bool    `json:"interrupted,omitempty"`    // the best plan when Ctrl-C came
	Passes      int     `json:"passes,omitempty"`
	Platforms   int     `json:"platforms,omitempty"`
	Searched    int     `json:"searched,omitempty"` // passes that are not from the tables
	StackHeight int     `json:"stack_height"`       // the highest it ever stood

	Files         []string `json:"files,omitempty"`         // written by print
	PictureWidth  int      `json:"picture_width,omitempty"` // of print, in pixels
	PictureHeight int      `json:"picture_height,omitempty"`
	FPS           int      `json:"fps,omitempty"` // of a video
	Frames        int      `json:"frames,omitempty"`
	VideoSeconds  float64  `json:"video_seconds,omitempty"`

	Seconds float64 `json:"seconds"` // from the start of the command
}

// colorEntry is what became of a colour of a picture.
type colorEntry struct {
	Seen        string   `json:"seen"`
	Printed     string   `json:"printed"`
	FarPercent  float64  `json:"far_percent"` // from seen to printed, in OKLab; 100: from black to white
	Pixels      int      `json:"pixels"`      // of the prepared picture that have it
	Tetrominoes []string `json:"tetrominoes"` // those that carry it
}

// ofPrepared fills in what was made of a picture, and which tetrominoes of p
// carry its colours.
func (r *report) ofPrepared(made *prepared, p *plan.Plan) {
	r.ofSprite(made.Sprite)
	r.Frame = made.Frame
	if made.Tile >= 0 {
		r.Tile = &made.Tile
	}
	if made.Unscaled > 1 {
		r.Unscaled = made.Unscaled
	}
	for _, m := range made.Colors {
		r.ColorMap = append(r.ColorMap, colorEntry{
			Seen: hexColor(m.From), Printed: hexColor(m.To), FarPercent: farPercent(m.Far), Pixels: m.Count, Tetrominoes: carriers(p, m.To),
		})
	}
	r.Changes = made.changed()
}

// carriers returns the tetrominoes that have the colour in p.
func carriers(p *plan.Plan, c color.NRGBA) (list []string) {
	for t := tetris.I; t <= tetris.L; t++ {
		if p.Palette[t] == c {
			list = append(list, t.String())
		}
	}
	return list
}

// ofSprite fills in what the sprite says.
func (r *report) ofSprite(s *sprites.Sprite) {
	r.Sprite = s.Name()
	r.Width, r.Height, r.Pixels = s.Width(), s.Height(), s.Pixels()
	r.Colors = nil
	for _, c := range s.Colors() {
		r.Colors = append(r.Colors, hexColor(c.NRGBA))
	}
}

// ofConversion fills in what the converter says.
func (r *report) ofConversion(c *converter.Report) {
	r.FieldWidth, r.FieldHeight = c.Width, c.Height
	r.Method, r.Seed = string(c.Method), &c.Seed
	r.Pieces, r.Lines, r.StackHeight = c.Pieces, c.Lines, c.StackHeight
	r.Passes, r.Platforms, r.Searched = c.Passes, c.Platforms, c.Searched
	r.Bound = (c.Pixels + 3) / 4
	r.Ratio = math.Round(100*float64(c.Pieces)/float64(r.Bound)) / 100
	r.Rounds, r.Nodes, r.Interrupted = c.Rounds, c.Nodes, c.Cut
}

// ofPlay fills in how p is played.
func (r *report) ofPlay(p *plan.Plan, result *plan.Result) {
	r.FieldWidth, r.FieldHeight = p.Width, p.Height
	r.Pieces, r.Lines, r.StackHeight = result.Pieces, result.Lines, result.StackHeight
}

// ofPicture fills in what the printer says.
func (r *report) ofPicture(p *printer.Report) {
	r.Files = p.Files
	r.PictureWidth, r.PictureHeight = p.Width, p.Height
	r.FPS, r.Frames, r.VideoSeconds = p.FPS, p.Frames, p.Duration.Seconds()
}

// ofField fills in the picture that stands in the field after p is played.
func (r *report) ofField(p *plan.Plan, result *plan.Result) {
	box := result.Box()
	r.Width, r.Height, r.Pixels, r.Colors = box.Dx(), box.Dy(), 0, nil
	for y := box.Max.Y - 1; y >= box.Min.Y; y-- {
		for x := box.Min.X; x < box.Max.X; x++ {
			t := result.Field.At(x, y)
			if t == tetris.None {
				continue
			}
			r.Pixels++
			if name := colorName(p.Palette[t], t); !slices.Contains(r.Colors, name) {
				r.Colors = append(r.Colors, name)
			}
		}
	}
}

// colorName returns c as "#dc2828", or the letter of the tetromino that has no
// colour.
func colorName(c color.NRGBA, t tetris.Tetromino) string {
	if c.A == 0 {
		return t.String()
	}
	return hexColor(c)
}

// input returns the name of what the command was given.
func (r *report) input() string {
	if r.Plan != "" {
		return r.Plan
	}
	return r.Sprite
}

// secondsSince returns the seconds since start, to the millisecond.
func secondsSince(start time.Time) float64 {
	return float64(time.Since(start).Milliseconds()) / 1000
}

// picture says what is printed, such as "7x6 pixels in 1 colour".
func (r *report) picture() string {
	return fmt.Sprintf("%dx%d pixels in %s", r.Width, r.Height, count(len(r.Colors), "colour"))
}

// play says how it is printed, such as "62 pieces, 14 lines cleared".
func (r *report) play() string {
	text := fmt.Sprintf("%s, %s cleared", count(r.Pieces, "piece"), count(r.Lines, "line"))
	if r.Interrupted {
		text += ", the best plan until the interrupt"
	}
	return text
}

// search says how the plan was found, such as "7 rounds, lower bound 34".
func (r *report) search() string {
	if r.Method != string(converter.Dense) {
		return count(r.Passes, "pass")
	}
	text := fmt.Sprintf("lower bound %d, %s", r.Bound, count(r.Rounds, "round"))
	if r.Classic > 0 {
		text += fmt.Sprintf(", %d pieces by the method of 2013", r.Classic)
	}
	return text
}

// words says how a report is delivered.
type words struct {
	json, quiet bool
}

// tell delivers the report r: as JSON on stdout, or on stderr if the product went to
// stdout; or as a line on stderr.
func (s *streams) tell(w words, r any, productOnStdout bool, line string) error {
	switch {
	case w.json && productOnStdout:
		return writeJSON(s.err, r)
	case w.json:
		return writeJSON(s.out, r)
	case w.quiet:
		return nil
	}
	// Words that nobody can read don't undo the work.
	fmt.Fprintln(s.err, line)
	return nil
}
