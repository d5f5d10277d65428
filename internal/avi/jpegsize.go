package avi

import (
	"encoding/binary"
	"errors"
)

// The markers of a JPEG file, each preceded by 0xff (ITU T.81, table B.1).
const (
	markerSOF0 = 0xc0 // start of a baseline frame
	markerSOF1 = 0xc1 // start of an extended frame
	markerSOF2 = 0xc2 // start of a progressive frame
	markerSOI  = 0xd8 // start of the picture
	markerEOI  = 0xd9 // end of the picture
	markerSOS  = 0xda // start of the coded bits
)

var errNotJPEG = errors.New("not a whole baseline JPEG picture")

// jpegSize returns the size in pixels of a baseline JPEG picture. It looks at
// the segments before the coded bits and at the picture's end. (image/jpeg's
// DecodeConfig answers the same, but allocates a decoder for each frame.)
func jpegSize(data []byte) (width, height int, err error) {
	n := len(data)
	if n < 4 || data[0] != 0xff || data[1] != markerSOI || data[n-2] != 0xff || data[n-1] != markerEOI {
		return 0, 0, errNotJPEG
	}
	for seg := data[2:]; len(seg) >= 4 && seg[0] == 0xff && seg[1] != markerSOS; {
		length := 2 + int(binary.BigEndian.Uint16(seg[2:])) // with the marker
		if length > len(seg) {
			break
		}
		if seg[1] == markerSOF1 || seg[1] == markerSOF2 {
			break
		}
		if seg[1] == markerSOF0 && length >= 9 {
			height = int(binary.BigEndian.Uint16(seg[5:]))
			width = int(binary.BigEndian.Uint16(seg[7:]))
			return width, height, nil
		}
		seg = seg[length:]
	}
	return 0, 0, errNotJPEG
}
