package avi

import (
	"encoding/binary"
	"fmt"
)

// A parsed video: what a reader of AVI files sees.
type video struct {
	microsPerFrame, width, height uint32 // avih
	headerFrames, streamFrames    uint32 // avih, strh
	scale, rate                   uint32 // strh
	bitmapWidth, bitmapHeight     uint32 // strf
	name                          string // strn
	frames                        [][]byte
}

// chunks splits a list's body into its chunks and checks that they fill it.
func chunks(body []byte, visit func(id string, pos int, data []byte) error) error {
	for pos := 0; pos < len(body); {
		if len(body)-pos < 8 {
			return fmt.Errorf("%d bytes after the last chunk", len(body)-pos)
		}
		id := string(body[pos : pos+4])
		n := int(binary.LittleEndian.Uint32(body[pos+4:]))
		if n > len(body)-pos-8 {
			return fmt.Errorf("chunk %q of %d bytes overruns its list", id, n)
		}
		if err := visit(id, pos, body[pos+8:pos+8+n]); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		pos += 8 + n + n%2
	}
	return nil
}

// parse reads an AVI file with one video stream and compares its index with
// the frames.
func parse(file []byte) (*video, error) {
	if len(file) < 12 || string(file[:4]) != "RIFF" || string(file[8:12]) != "AVI " {
		return nil, fmt.Errorf("no RIFF file of type AVI")
	}
	if n := binary.LittleEndian.Uint32(file[4:]); int(n) != len(file)-8 {
		return nil, fmt.Errorf("RIFF size %d in a file of %d bytes", n, len(file))
	}
	v := &video{}
	var movi, index []byte
	err := chunks(file[12:], func(id string, pos int, data []byte) error {
		switch {
		case id == "LIST" && string(data[:4]) == "hdrl":
			return v.parseHeader(data[4:])
		case id == "LIST" && string(data[:4]) == "movi":
			movi = data
			return nil
		case id == "idx1":
			index = data
			return nil
		}
		return fmt.Errorf("unexpected")
	})
	if err != nil {
		return nil, err
	}
	return v, v.parseFrames(movi, index)
}

func (v *video) parseHeader(body []byte) error {
	u32 := binary.LittleEndian.Uint32
	return chunks(body, func(id string, pos int, data []byte) error {
		switch id {
		case "avih":
			v.microsPerFrame, v.headerFrames = u32(data), u32(data[16:])
			v.width, v.height = u32(data[32:]), u32(data[36:])
		case "LIST":
			return v.parseHeader(data[4:])
		case "strh":
			if string(data[:8]) != "vidsMJPG" {
				return fmt.Errorf("stream type %q", data[:8])
			}
			v.scale, v.rate, v.streamFrames = u32(data[20:]), u32(data[24:]), u32(data[32:])
		case "strf":
			v.bitmapWidth, v.bitmapHeight = u32(data[4:]), u32(data[8:])
		case "strn":
			v.name = string(data)
		default:
			return fmt.Errorf("unexpected")
		}
		return nil
	})
}

// parseFrames reads the frames of the list movi, from its type on, and checks
// that the index names each of them.
func (v *video) parseFrames(movi, index []byte) error {
	u32 := binary.LittleEndian.Uint32
	return chunks(movi[4:], func(id string, pos int, data []byte) error {
		entry := index
		if len(entry) < 16 {
			return fmt.Errorf("frame %d is not in the index", len(v.frames))
		}
		index = index[16:]
		got := fmt.Sprintf("%s flags %#x pos %d size %d", entry[:4], u32(entry[4:]), u32(entry[8:]), u32(entry[12:]))
		want := fmt.Sprintf("%s flags 0x10 pos %d size %d", id, pos+4, len(data))
		if got != want || id != "00dc" {
			return fmt.Errorf("frame %d: the index says %s, the frame is %s", len(v.frames), got, want)
		}
		v.frames = append(v.frames, data)
		return nil
	})
}
