package sprites

import (
	"bytes"
	"encoding/binary"
	"image"
)

// A camera saves what its sensor saw and says beside it, in EXIF, how the
// picture has to be turned. The numbers are those of the EXIF specification:
// where the first row and the first column of the file belong.
//
//	1 top, left       5 left, top
//	2 top, right      6 right, top
//	3 bottom, right   7 right, bottom
//	4 bottom, left    8 left, bottom

// orientation returns the number that the EXIF data in the header of a JPEG
// says, 1 if there is none.
func orientation(header []byte) int {
	const app1, startOfScan = 0xe1, 0xda
	for rest := header[min(2, len(header)):]; len(rest) >= 4 && rest[0] == 0xff && rest[1] != startOfScan; {
		n := int(binary.BigEndian.Uint16(rest[2:]))
		if n < 2 || 2+n > len(rest) {
			break
		}
		data := rest[4 : 2+n]
		if tiff, ok := bytes.CutPrefix(data, []byte("Exif\x00\x00")); ok && rest[1] == app1 {
			return tiffOrientation(tiff)
		}
		rest = rest[2+n:]
	}
	return 1
}

// tiffOrientation looks for the orientation among the first list of entries.
func tiffOrientation(tiff []byte) int {
	const headLen, entryLen, tag = 8, 12, 0x0112
	if len(tiff) < headLen {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	start := int64(order.Uint32(tiff[4:]))
	if start+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < entryLen {
			break
		}
		if order.Uint16(entries) == tag {
			if v := int(order.Uint16(entries[8:])); v >= 1 && v <= 8 {
				return v
			}
			break
		}
		entries = entries[entryLen:]
	}
	return 1
}

// upright returns m turned so that what EXIF calls the given orientation
// becomes 1. It may return m itself.
func upright(m *image.NRGBA, orientation int) *image.NRGBA {
	if orientation == 1 {
		return m
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	turned := image.NewNRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		turned.Rect = image.Rect(0, 0, h, w)
		turned.Stride = 4 * h
	}
	for y := range h {
		for x := range w {
			to := turnedTo(x, y, w, h, orientation)
			copy(turned.Pix[turned.PixOffset(to.X, to.Y):], m.Pix[m.PixOffset(m.Rect.Min.X+x, m.Rect.Min.Y+y):][:4])
		}
	}
	return turned
}

// turnedTo returns where the pixel in column x and row y of a picture of w by h
// pixels goes.
func turnedTo(x, y, w, h, orientation int) image.Point {
	switch orientation {
	case 2:
		return image.Pt(w-1-x, y)
	case 3:
		return image.Pt(w-1-x, h-1-y)
	case 4:
		return image.Pt(x, h-1-y)
	case 5:
		return image.Pt(y, x)
	case 6:
		return image.Pt(h-1-y, x)
	case 7:
		return image.Pt(h-1-y, w-1-x)
	case 8:
		return image.Pt(y, w-1-x)
	}
	return image.Pt(x, y)
}
