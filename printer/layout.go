package printer

import (
	"fmt"
	"image"

	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// captionMinCell is the least side of a cell, in pixels, whose letters can be
// read: they are half as wide.
const captionMinCell = 8

// The panel, in tiles: its width, and the rows of what is in it, from the top
// row of the field.
const (
	panelCols  = 11
	panelNext  = 5 // two rows; its title is above
	panelGoal  = 9 // from here down; its title is above
	panelRows  = panelGoal + 4
	panelChars = 2 * panelCols
)

// A layout says where on the screen things are.
type layout struct {
	cols, rows int             // tiles
	field      image.Rectangle // the tiles of the field; a frame is around them
	caption    string          // format of the counts of pieces and lines; "": no caption
	panel      image.Point     // tile of the panel's top left corner; zero: no panel
	goal       image.Point     // size in tiles of the small picture of the goal
	goalRows   int             // of the sprite
}

// newLayout returns the layout of a video whose last frame is last.
func newLayout(last *frame, o *Options) layout {
	l := layout{cols: last.width + 2, rows: last.height + 2, field: image.Rect(1, 1, 1+last.width, 1+last.height)}
	switch {
	case o.Panel:
		l.panel = image.Pt(l.cols+1, 1)
		l.cols += panelCols + 2
		l.rows = max(l.rows, panelRows+2)
		l.goal = goalTiles(last, image.Pt(panelCols, l.rows-2-panelGoal), o.Cell)
		l.goalRows = last.printed
	case !o.NoCaption && o.Cell >= captionMinCell:
		l.caption = captionFormat(l.cols*2, last.pieces, last.lines)
		l.rows++
	}
	return l
}

// goalTiles returns how many of the tiles the small picture of the goal takes.
func goalTiles(last *frame, room image.Point, cell int) image.Point {
	box := stackBox(last).Size()
	if box.X == 0 {
		return image.Point{}
	}
	size := fitting(box, room.Mul(cell), goalGrid)
	return image.Pt(room.X, (size.Y+cell-1)/cell)
}

// bareLayout returns the layout of the field alone.
func bareLayout(fr *frame) layout {
	return layout{cols: fr.width, rows: fr.height, field: image.Rect(0, 0, fr.width, fr.height)}
}

// captionFormat returns the longest format of the caption that fits into so
// many characters until the counts are as given. The counts keep their places
// while they grow.
func captionFormat(chars, pieces, lines int) string {
	p, l := len(fmt.Sprint(pieces)), len(fmt.Sprint(lines))
	for _, c := range []struct {
		pieces, lines, gap string
	}{
		{" PIECES ", "LINES ", "   "},
		{" PCS ", "LNS ", "  "},
		{" P ", "L ", " "},
		{"", "", " "},
	} {
		if len(c.pieces)+len(c.lines)+len(c.gap)+p+l <= chars {
			return fmt.Sprintf("%s%%%dd%s%s%%%dd", c.pieces, p, c.gap, c.lines, l)
		}
	}
	return "%d %d" // and the end is cut off
}

// newScreen returns a screen with all that stays the same on every frame.
func (l *layout) newScreen() *screen {
	s := newScreen(l.cols, l.rows)
	fill(s.tiles, tile{kind: outside})
	l.drawFrame(s)
	if l.panel != (image.Point{}) {
		s.write(l.panel.X, l.panel.Y+panelNext-1, "NEXT")
		s.write(l.panel.X, l.panel.Y+panelGoal-1, "GOAL")
		s.picture(image.Rectangle{Max: l.goal}.Add(l.panel).Add(image.Pt(0, panelGoal)), goal)
	}
	return s
}

// picture puts the tiles of a picture into the rectangle.
func (s *screen) picture(r image.Rectangle, k kind) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			s.set(x, y, tile{k, uint16(x - r.Min.X), uint16(y - r.Min.Y)})
		}
	}
}

// drawFrame draws the frame of the field, as far as there is room for it.
func (l *layout) drawFrame(s *screen) {
	third := func(i, low, high int) uint16 {
		switch {
		case i < low:
			return 0
		case i < high:
			return 1
		}
		return 2
	}
	around := l.field.Inset(-1).Intersect(image.Rect(0, 0, s.cols, s.rows))
	for y := around.Min.Y; y < around.Max.Y; y++ {
		for x := around.Min.X; x < around.Max.X; x++ {
			s.set(x, y, tile{wall, third(x, l.field.Min.X, l.field.Max.X), third(y, l.field.Min.Y, l.field.Max.Y)})
		}
	}
}

// compose puts the frame on the screen, which comes from newScreen.
func (l *layout) compose(fr *frame, s *screen) {
	if fr.zoomed {
		s.picture(image.Rect(0, 0, s.cols, s.rows), zoom)
		return
	}
	for y := range fr.height {
		l.composeRow(fr, y, s)
	}
	if fr.piece.Tetromino != tetris.None {
		for _, c := range fr.piece.Cells() {
			s.set(l.field.Min.X+c.X, l.field.Max.Y-1-c.Y, blockTile(fr.piece.Tetromino))
		}
	}
	for y := range (tetris.Placement{Piece: fr.piece, Cleared: fr.flash}).ClearedRows() {
		l.composeFlash(fr, y, s)
	}
	if l.caption != "" {
		s.write(0, l.rows-1, fmt.Sprintf(l.caption, fr.pieces, fr.lines))
	}
	if l.panel != (image.Point{}) {
		l.composePanel(fr, s)
	}
}

// fieldRow returns the tiles of row y of the field.
func (l *layout) fieldRow(y int, s *screen) []tile {
	return s.row(l.field.Max.Y - 1 - y)[l.field.Min.X:l.field.Max.X]
}

func (l *layout) composeRow(fr *frame, y int, s *screen) {
	row := l.fieldRow(y, s)
	for x, t := range fr.row(y) {
		row[x] = blockTile(t)
	}
}

// composeFlash draws row y, which is about to clear.
func (l *layout) composeFlash(fr *frame, y int, s *screen) {
	row := l.fieldRow(y, s)
	fill(row, tile{kind: flash})
	n := min(fr.wiped, fr.width)
	fill(row[(fr.width-n)/2:][:n], tile{})
}

// composePanel fills in what changes in the panel.
func (l *layout) composePanel(fr *frame, s *screen) {
	x, y := l.panel.X, l.panel.Y
	s.write(x, y, panelLine("PIECES", fmt.Sprint(fr.pieces)))
	s.write(x, y+1, panelLine("LINES", fmt.Sprint(fr.lines)))
	s.write(x, y+2, panelLine("ROWS", fmt.Sprintf("%d/%d", fr.printed, l.goalRows)))
	for i := range 2 {
		fill(s.row(y + panelNext + i)[x:][:4], tile{kind: outside})
	}
	if fr.next != tetris.None {
		for _, c := range fr.next.Shape(tetris.Spawn).Cells {
			s.set(x+c.X, y+panelNext+1-c.Y, blockTile(fr.next))
		}
	}
}

// panelLine puts the number at the right end of the panel. A long number pushes
// the name out.
func panelLine(name, number string) string {
	if len(name)+1+len(number) > panelChars {
		name = ""
	}
	return fmt.Sprintf("%s%*s", name, panelChars-len(name), number)
}
