package printer

import (
	"encoding/binary"
	"image"
	"slices"
)

// A jpegEncoder makes the JPEG picture of each scene of a video. It puts the
// pictures together from bits that image/jpeg made, so they decode to exactly
// what image/jpeg makes of the whole picture.
//
// A JPEG picture codes squares of 16 pixels one after another, row by row; a
// tile is one of them, or several. The bits of a square say what is in it, but
// its brightness and colour as a difference from the square before. Thus they
// depend on the tile and on the one to the left, and few such pairs occur in a
// video. A marker that starts the differences anew stands after each row of
// squares, so that the bytes of a row depend on nothing outside it, and rows in
// which nothing has changed are kept.
type jpegEncoder struct {
	painter *painter
	codes   *jpegCodes
	start   []byte               // of each picture, up to the coded bits
	rows    [][]byte             // coded bits of each row of squares, with the marker after it
	pairs   map[pair][]bitString // for each row of squares of a tile
	tiles   [][]bitString        // of each tile, for each of its rows of squares
	buf     []byte
}

// A pair is a tile and the one to the left of it.
type pair struct{ left, tile tile }

// leftmost is the left tile of those that have none.
var leftmost = tile{kind: outside, a: 1}

// newJPEGEncoder returns an encoder for pictures of so many tiles. Cells have a
// multiple of jpegBlock pixels.
func newJPEGEncoder(p *painter, cols, rows int) *jpegEncoder {
	// But for the size, all pictures begin alike.
	sample := encodeJPEG(p.canvas(1, 1))
	binary.BigEndian.PutUint16(sample.size, uint16(rows*p.cell))
	binary.BigEndian.PutUint16(sample.size[2:], uint16(cols*p.cell))
	interval := cols * p.cell / jpegBlock
	restart := []byte{0xff, markerDRI, 0, 4, byte(interval >> 8), byte(interval)}
	return &jpegEncoder{
		painter: p,
		codes:   newJPEGCodes(sample.dht),
		start:   slices.Concat(sample.start, restart, sample.sos),
		rows:    make([][]byte, rows*p.cell/jpegBlock),
		pairs:   map[pair][]bitString{},
		tiles:   make([][]bitString, cols*rows),
	}
}

// encode returns the picture of s.now; s.before is the one it was called for
// last. The bytes hold until the next call.
func (e *jpegEncoder) encode(s scene) []byte {
	for y := range s.now.rows {
		if s.before == nil || !slices.Equal(s.now.row(y), s.before.row(y)) {
			e.update(s, y)
			e.encodeRow(y, s.now.cols)
		}
	}
	e.buf = append(e.buf[:0], e.start...)
	for _, row := range e.rows {
		e.buf = append(e.buf, row...)
	}
	// In place of the marker after the last row.
	e.buf = append(e.buf[:len(e.buf)-markerBytes], 0xff, markerEOI)
	return e.buf
}

// update finds the bits of those tiles in row y that have changed or stand to the
// right of one that has.
func (e *jpegEncoder) update(s scene, y int) {
	left, leftChanged := leftmost, s.before == nil
	for i := y * s.now.cols; i < (y+1)*s.now.cols; i++ {
		t := s.now.tiles[i]
		changed := s.before == nil || s.before.tiles[i] != t
		if changed || leftChanged {
			e.tiles[i] = e.pair(left, t)
		}
		left, leftChanged = t, changed
	}
}

// encodeRow codes row y of the tiles, which are one or more rows of squares.
func (e *jpegEncoder) encodeRow(y, cols int) {
	squares := e.painter.cell / jpegBlock
	for i := range squares {
		n := y*squares + i
		w := bitWriter{out: e.rows[n][:0]}
		for _, bits := range e.tiles[y*cols : (y+1)*cols] {
			w.add(bits[i])
		}
		w.finish()
		e.rows[n] = append(w.out, 0xff, markerRST0+byte(n%8))
	}
}

// pair returns the bits of tile t, to the right of another one, for each of its
// rows of squares.
func (e *jpegEncoder) pair(left, t tile) []bitString {
	bits := e.pairs[pair{left, t}]
	if bits == nil {
		bits = e.codePair(left, t)
		e.pairs[pair{left, t}] = bits
	}
	return bits
}

// codePair has image/jpeg code both tiles and cuts out the bits of the right
// one.
func (e *jpegEncoder) codePair(left, t tile) (bits []bitString) {
	cell := e.painter.cell
	m := image.NewPaletted(image.Rect(0, 0, 2*cell, cell), e.painter.inks)
	skip := 0
	if left != leftmost {
		skip = cell / jpegBlock
		e.painter.put(m, left, image.Pt(0, 0))
	}
	e.painter.put(m, t, image.Pt(1, 0))
	for y := 0; y < cell; y += jpegBlock {
		j := encodeJPEG(m.SubImage(image.Rect(cell-skip*jpegBlock, y, 2*cell, y+jpegBlock)))
		begin := e.codes.skip(j.bits, 0, skip)
		end := e.codes.skip(j.bits, begin, cell/jpegBlock)
		bits = append(bits, substring(j.bits, begin, end))
	}
	return bits
}
