package printer

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
)

// The markers of a JPEG picture that matter here (ITU T.81, table B.1).
const (
	markerSOF0 = 0xc0 // the size, among other things
	markerDHT  = 0xc4 // Huffman tables
	markerRST0 = 0xd0 // the first of eight: predictions start anew
	markerEOI  = 0xd9 // end of the picture
	markerSOS  = 0xda // start of the coded bits
	markerDRI  = 0xdd // how many blocks there are between two RST
)

// The size of a segment's start: marker, length. The length doesn't count the
// marker.
const (
	markerBytes  = 2
	segmentStart = markerBytes + 2
)

const (
	// jpegQuality is that of image/jpeg, 1 to 100. With 75 the videos are a
	// seventh smaller and the bevels visibly unclean.
	jpegQuality = 85
	// jpegBlock is the side in pixels of what a JPEG picture codes as one: four
	// parts of 8 by 8 samples of brightness and one of each colour channel.
	jpegBlock = 16
)

// A jpegPicture is what image/jpeg makes of a picture, taken apart.
type jpegPicture struct {
	start []byte // all before the segment SOS
	sos   []byte // that segment
	size  []byte // height and width in start, 16 bits each
	dht   []byte // what the segment DHT in start holds
	bits  []byte // the coded bits, without the zeros stuffed in after 0xff
}

// encodeJPEG codes m, whose sides are multiples of jpegBlock and no longer than
// JPEG has numbers for.
func encodeJPEG(m image.Image) *jpegPicture {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: jpegQuality}); err != nil {
		panic("printer: " + err.Error())
	}
	data := b.Bytes()
	p := &jpegPicture{}
	for pos := markerBytes; ; { // after SOI
		segment := data[pos : pos+markerBytes+int(binary.BigEndian.Uint16(data[pos+markerBytes:]))]
		switch segment[1] {
		case markerSOF0:
			p.size = segment[segmentStart+1:][:4]
		case markerDHT:
			p.dht = segment[segmentStart:]
		case markerSOS:
			p.start, p.sos = data[:pos], segment
			coded := data[pos+len(segment) : len(data)-markerBytes] // before EOI
			p.bits = bytes.ReplaceAll(coded, []byte{0xff, 0}, []byte{0xff})
			return p
		}
		pos += len(segment)
	}
}

// jpegCodes are the Huffman codes of a picture, for brightness and colour, each
// for the first number of a part and for the others.
type jpegCodes [2][2]huffman

const brightness, colour = 0, 1

// newJPEGCodes returns the codes that a segment DHT holds (ITU T.81, B.2.4.2 and
// C.2).
func newJPEGCodes(dht []byte) *jpegCodes {
	c := &jpegCodes{}
	for len(dht) > 0 {
		class, target := dht[0]>>4, dht[0]&15
		counts, symbols := dht[1:17], dht[17:]
		h := huffman{}
		for i, n := range counts {
			for _, s := range symbols[:n] {
				h = h.append(huffmanCode{uint8(i + 1), s})
			}
			symbols = symbols[n:]
		}
		c[target][class] = h
		dht = symbols
	}
	return c
}

// skip returns where a number of jpegBlocks ends that starts at the bit pos.
func (c *jpegCodes) skip(bits []byte, pos, blocks int) int {
	for range blocks {
		for range 4 {
			pos = skipPart(bits, pos, &c[brightness])
		}
		for range 2 {
			pos = skipPart(bits, pos, &c[colour])
		}
	}
	return pos
}

// skipPart skips 64 numbers (ITU T.81, F.2.2): the first one is a code for how
// many bits follow, then these bits. The others are codes for how many zeros
// and then how many bits follow, or for an end at which only zeros remain.
func skipPart(bits []byte, pos int, c *[2]huffman) int {
	code := c[0].at(bits, pos)
	pos += int(code.length + code.symbol)
	for k := 1; k < 64; k++ {
		code = c[1].at(bits, pos)
		zeros, size := int(code.symbol>>4), code.symbol&15
		pos += int(code.length + size)
		if size == 0 && zeros < 15 {
			break
		}
		k += zeros
	}
	return pos
}

// A huffman is a set of codes by the 16 bits of which the first ones are the
// code.
type huffman []huffmanCode

type huffmanCode struct{ length, symbol uint8 }

// append adds the next code; codes of one set come in ascending order.
func (h huffman) append(c huffmanCode) huffman {
	for range 1 << (16 - c.length) {
		h = append(h, c)
	}
	return h
}

// at returns the code that begins at the bit pos. Past the end all bits are 1.
func (h huffman) at(bits []byte, pos int) huffmanCode {
	next := uint32(0)
	for i := range 3 {
		b := byte(0xff)
		if at := pos/8 + i; at < len(bits) {
			b = bits[at]
		}
		next = next<<8 | uint32(b)
	}
	return h[next>>(8-pos%8)&0xffff]
}
