package main

import (
	"context"
	"fmt"
	"image/color"
	"image/png"
	"io"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/plan"
	"github.com/tetrisprinter/tetrisprinter/printer"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// patternPicture says how to make a picture or video of a pattern.
type patternPicture struct {
	output output
	look   printer.Options
	quiet  bool
}

// depict makes a picture of the pattern as it is drawn, or what else the output
// asks for of its pieces being dropped, and says in a line what is shown.
func (s *streams) depict(ctx context.Context, p *patternPicture, shown *patterns.Pattern) error {
	o := &printOptions{streams: s, output: p.output, look: p.look, words: words{quiet: p.quiet}}
	if err := o.checkLook(); err != nil {
		return err
	}
	if err := shown.Check(); err != nil {
		return different("", "%v", err)
	}
	drops := planOf(shown)
	draw := o.drawPieces
	if o.look.Format != printer.PNG || o.look.Animate {
		draw = o.drawDrops
	}
	if err := draw(ctx, drops); err != nil {
		return printFailure(err)
	}
	line := fmt.Sprintf("%s: %v, %s", o.output.path, shown, count(drops.Pieces(), "piece"))
	return s.tell(o.words, nil, o.output.toStdout(), line)
}

// drawPieces writes a picture of the pieces where they are drawn.
func (o *printOptions) drawPieces(ctx context.Context, p *plan.Plan) error {
	m, err := printer.Drawing(p, 0, &o.look)
	if err != nil {
		return err
	}
	return o.write(ctx, &o.output, func(w io.Writer) error { return png.Encode(w, m) })
}

// drawDrops writes a video of the pieces being dropped.
func (o *printOptions) drawDrops(ctx context.Context, p *plan.Plan) error {
	return o.draw(ctx, &converted{plan: p, report: new(report), output: o.output})
}

// pieceColors are those that most games give the tetrominoes.
var pieceColors = plan.Palette{
	tetris.I: color.NRGBA{60, 200, 220, 255},
	tetris.O: color.NRGBA{240, 205, 70, 255},
	tetris.T: color.NRGBA{170, 90, 210, 255},
	tetris.S: color.NRGBA{100, 190, 90, 255},
	tetris.Z: color.NRGBA{220, 70, 70, 255},
	tetris.J: color.NRGBA{70, 110, 220, 255},
	tetris.L: color.NRGBA{235, 145, 55, 255},
}

// spareRows is how many rows the field of a picture has above those that the
// pattern fills, so that any piece can appear.
const spareRows = 5

// planOf returns a plan of one block that drops the pieces of p into an empty
// field, and around them for a platform two more: it stands on the top cell of an
// upright I, which every field can have, and its last piece removes it.
func planOf(p *patterns.Pattern) *plan.Plan {
	drops := &plan.Plan{Width: p.Width, Height: 1 + p.Rows + spareRows, Palette: pieceColors}
	pieces := p.Pieces
	if p.Kind == patterns.Platform {
		stand := tetris.Piece{Drop: tetris.Drop{Tetromino: tetris.I, Orientation: tetris.Right, Column: p.At[0]}}
		raised := stand.Shape().Height - 1
		drops.Height += raised
		pieces = []tetris.Piece{stand}
		for _, piece := range append(p.Pieces[:len(p.Pieces):len(p.Pieces)], p.Last) {
			piece.Row += raised
			pieces = append(pieces, piece)
		}
	}
	drops.Blocks = []plan.Block{{Pieces: pieces}}
	return drops
}
