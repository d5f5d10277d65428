package sprites

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"

	"golang.org/x/image/webp"
)

// The decoder of golang.org/x/image doesn't read animated WEBP. Its frames are
// whole pictures of the two kinds it does read, so each is put into a file of
// its own here.

var errWEBP = errors.New("webp: invalid animation")

// animatedWEBP is the format of a WEBP that moves.
var animatedWEBP = format{name: "WEBP", config: webpSize, split: splitWEBP}

// animated reports whether start begins a WEBP whose first chunk, VP8X, says
// that it moves.
func animated(start []byte) bool {
	const flags, animation = 20, 1 << 1
	return matches("RIFF????WEBPVP8X????", start) && len(start) > flags && start[flags]&animation != 0
}

// webpSize returns the size that the chunk VP8X states.
func webpSize(r io.Reader) (image.Config, error) {
	var head [30]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return image.Config{}, err
	}
	return image.Config{Width: uint24(head[24:]) + 1, Height: uint24(head[27:]) + 1}, nil
}

// uint24 reads three bytes, the lowest first.
func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// webpChunk takes the first chunk off a list of them. It returns false if there
// is no whole one. Chunks of odd length have a byte behind them.
func webpChunk(list []byte) (name string, data, rest []byte, ok bool) {
	const head = 8
	if len(list) < head {
		return "", nil, nil, false
	}
	n := int64(binary.LittleEndian.Uint32(list[4:]))
	if n > int64(len(list)-head) {
		return "", nil, nil, false
	}
	data = list[head : head+n]
	return string(list[:4]), data, list[min(head+n+n%2, int64(len(list))):], true
}

// splitWEBP returns the whole frames in file. Frame 0 is always there, if only
// to say that there is none.
func splitWEBP(file []byte) []part {
	const riff = 12
	var parts []part
	list := file[min(riff, len(file)):]
	for len(parts) < maxFrames {
		name, data, rest, ok := webpChunk(list)
		if !ok {
			break
		}
		if name == "ANMF" {
			parts = append(parts, webpFrame(data))
		}
		list = rest
	}
	if parts == nil {
		return []part{webpFrame(nil)}
	}
	return parts
}

// webpFrame reads a chunk ANMF: where the frame lies, in steps of two, its size
// less one, how long it lasts, how it ends, and the chunks of a picture.
func webpFrame(data []byte) part {
	const head = 16
	if len(data) < head {
		return part{decode: func() (image.Image, error) { return nil, errWEBP }}
	}
	const disposeBit, noBlendBit = 1 << 0, 1 << 1
	f := part{
		decode: func() (image.Image, error) {
			return decodeWEBPFrame(uint24(data[6:])+1, uint24(data[9:])+1, data[head:])
		},
		at:   image.Pt(2*uint24(data), 2*uint24(data[3:])),
		over: data[15]&noBlendBit == 0,
	}
	if data[15]&disposeBit != 0 {
		f.after = cleared
	}
	return f
}

// decodeWEBPFrame decodes a picture of that size out of its chunks: VP8L, or
// VP8 with its alpha before it.
func decodeWEBPFrame(width, height int, chunks []byte) (image.Image, error) {
	if width*height > maxPixels {
		return nil, errWEBP
	}
	var flags byte
	if name, _, _, _ := webpChunk(chunks); name == "ALPH" {
		flags = 1 << 4
	}
	var file bytes.Buffer
	file.WriteString("RIFF")
	binary.Write(&file, binary.LittleEndian, uint32(4+8+10+len(chunks)))
	file.WriteString("WEBPVP8X\x0a\x00\x00\x00")
	file.Write([]byte{flags, 0, 0, 0})
	for _, side := range []int{width - 1, height - 1} {
		file.Write([]byte{byte(side), byte(side >> 8), byte(side >> 16)})
	}
	file.Write(chunks)
	return webp.Decode(&file)
}
