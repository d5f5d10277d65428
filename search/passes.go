package search

import (
	"errors"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/tetris"
)

// tablePasses prints the pixels in passes: each takes, from left to right, every
// pixel whose triple doesn't overlap one already taken, and looks the positions
// up.
func (j *rowJob) tablePasses(pixels []pixel) error {
	for len(pixels) > 0 {
		rest, err := j.tablePass(pixels)
		if err != nil {
			return err
		}
		pixels = rest
	}
	return nil
}

// tablePass prints one pass and returns the pixels that are left.
func (j *rowJob) tablePass(pixels []pixel) ([]pixel, error) {
	var pass []pixel
	for _, p := range pixels {
		if len(pass) == 0 || p.triple() >= pass[len(pass)-1].triple()+3 {
			pass = append(pass, p)
		}
	}
	pass, err := j.emit(pass)
	return without(pixels, pass), err
}

// smallPasses prints the pixels in passes as small as the width allows, so put
// together that none is left over, if that is possible.
func (j *rowJob) smallPasses(pixels []pixel) error {
	passes, ok := group(pixels, patterns.Multiple(len(j.row.Pixels)))
	if !ok {
		return j.passError()
	}
	for _, pass := range passes {
		if _, err := j.emit(pass); err != nil {
			return err
		}
	}
	return nil
}

func (j *rowJob) passError() error {
	return &PassError{Width: len(j.row.Pixels), Pixels: len(j.row.pixels())}
}

// group divides the pixels into passes of the given size, or returns false if it
// finds no way.
func group(pixels []pixel, size int) ([][]pixel, bool) {
	g := grouping{size: size, failed: make(map[string]bool), tries: groupTries}
	return g.divide(pixels)
}

// groupTries bounds a search that is exponential, though short for real rows.
const groupTries = 1 << 14

type grouping struct {
	size   int
	failed map[string]bool // pixels that can't be divided
	tries  int             // left
}

func (g *grouping) divide(pixels []pixel) ([][]pixel, bool) {
	if len(pixels) == 0 {
		return nil, true
	}
	var key []byte
	for _, p := range pixels {
		key = append(key, byte(p.column), byte(p.column>>8))
	}
	if len(pixels)%g.size != 0 || g.failed[string(key)] {
		return nil, false
	}
	// The first pixel has to be in some pass: in this one.
	passes, ok := g.extend(pixels[:1:1], pixels, 1)
	g.failed[string(key)] = !ok
	return passes, ok
}

// extend adds pixels to a pass, from the given index on, and divides the rest.
func (g *grouping) extend(pass, pixels []pixel, from int) ([][]pixel, bool) {
	if len(pass) == g.size {
		rest, ok := g.divide(without(pixels, pass))
		return append(rest, pass), ok
	}
	for i := from; i < len(pixels) && g.tries > 0; i++ {
		if pixels[i].triple() < pass[len(pass)-1].triple()+3 {
			continue
		}
		g.tries--
		if passes, ok := g.extend(append(pass[:len(pass):len(pass)], pixels[i]), pixels, i+1); ok {
			return passes, true
		}
	}
	return nil, false
}

// emit prints as many pixels of a pass as can be emitted at once in this field,
// beginning with the first, and returns them.
func (j *rowJob) emit(pass []pixel) ([]pixel, error) {
	var failed error
	for n := len(pass); n > 0; n-- {
		if _, _, ok := patterns.Rows(len(j.row.Pixels), n); !ok {
			continue
		}
		p, err := j.emitter(pass[:n])
		if err == nil {
			j.printed.Blocks = append(j.printed.Blocks, p.Emit(kinds(pass[:n])))
			j.printed.Passes++
			return pass[:n], nil
		}
		var room *RoomError
		if !errors.As(err, &room) && !notFound(err) {
			return nil, err
		}
		failed = err // fewer pixels may do with less room
	}
	if failed == nil {
		failed = j.passError()
	}
	return nil, failed
}

// emitter returns the tabled emitter of a pass or, if that needs more room than
// there is, another that doesn't.
func (j *rowJob) emitter(pass []pixel) (*patterns.Pattern, error) {
	triples := make([]int, len(pass))
	for i, p := range pass {
		triples[i] = p.triple()
	}
	p, err := j.findEmitter(triples)
	if err != nil {
		return nil, err
	}
	needed := p.Room()
	if needed <= j.room {
		return p, nil
	}
	_, step, _ := patterns.Rows(len(j.row.Pixels), len(triples))
	quick := Exact{TilingsOnly: true, MaxNodes: lowNodes}
	for rows := p.Rows; rows <= min(p.Rows+step, MaxRows); rows += step {
		k := emitterPacking(len(j.row.Pixels), triples, rows)
		k.Room = j.room
		if k.Room < emitterRoom(p.Pieces[:len(triples)]) {
			break
		}
		r, err := quick.Search(j.ctx, k)
		j.printed.Nodes += r.Nodes
		if err == nil {
			lower := *p
			lower.Rows = rows
			lower.Pieces = append(lower.Pieces[:len(triples):len(triples)], r.Pieces...)
			return &lower, nil
		}
		if !notFound(err) {
			return nil, err
		}
	}
	return nil, &RoomError{Needed: needed, Available: j.room}
}

// lowNodes bounds the search for an emitter that needs little room. There is
// none, or it is found at once.
const lowNodes = 1 << 14

// emitterRoom returns the room that the first pieces of an emitter need: all but
// the very first appear above another.
func emitterRoom(pieces []tetris.Piece) int {
	room := 0
	for i, p := range pieces {
		room = max(room, min(i, 1)+patterns.RouteRows(p.Drop))
	}
	return room
}
