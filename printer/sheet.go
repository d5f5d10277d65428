package printer

import (
	"fmt"
	"image"
	"iter"
	"math"
)

const (
	sheetShrink    = 4   // how much smaller cells are than in other pictures
	sheetGap       = 2   // tiles around each picture
	maxSheetPixels = 1e8 // some seconds of work
)

// sheet returns a contact sheet: for each row of the sprite a picture of the
// field at the moment the row stands, in reading order.
func (j *job) sheet() (*image.Paletted, error) {
	n, height := 0, 1
	for fr := range j.timeline.moments() {
		n++
		height = max(height, stackBox(fr).Max.Y)
	}
	width := j.timeline.plan.Width
	across := gridColumns(n, width+sheetGap, height+sheetGap)
	p := newPainter(&j.timeline.plan.Palette, j.opts.Skin, max(MinCell, j.opts.Cell/sheetShrink))
	cols := across*(width+sheetGap) + sheetGap
	rows := (n+across-1)/across*(height+sheetGap) + sheetGap
	b := p.bounds(cols, rows)
	if pixels := b.Dx() * b.Dy(); pixels > maxSheetPixels {
		return nil, fmt.Errorf("a contact sheet of %d pictures would have %dx%d pixels, which is too large", n, b.Dx(), b.Dy())
	}
	s := newScreen(cols, rows)
	fill(s.tiles, tile{kind: outside})
	i := 0
	for fr := range j.timeline.moments() {
		at := image.Pt(i%across*(width+sheetGap)+sheetGap, i/across*(height+sheetGap)+sheetGap)
		for y := range height {
			for x, t := range fr.row(y) {
				s.set(at.X+x, at.Y+height-1-y, blockTile(t))
			}
		}
		i++
	}
	m := p.canvas(cols, rows)
	p.paint(m, nil, s)
	return m, nil
}

// moments yields the field at each moment a row of the sprite stands for good, the
// last one when the last piece has locked: pieces that go again may stand on the
// highest row. The frame holds until the next.
func (t *timeline) moments() iter.Seq[*frame] {
	return func(yield func(*frame) bool) {
		f, fr := t.start()
		for s, err := range t.plan.Replay(f) {
			mustReplay(err)
			fr.copyRows(f, s.Row)
			for fr.printed < len(t.printed)-1 && t.printed[fr.printed] == s.Index+1 {
				fr.printed++
				if !yield(fr) {
					return
				}
			}
		}
		yield(t.last())
	}
}

// gridColumns returns how many columns make n things of that size about as wide
// as high.
func gridColumns(n, width, height int) int {
	return min(n, max(1, int(math.Round(math.Sqrt(float64(n*height)/float64(width))))))
}
