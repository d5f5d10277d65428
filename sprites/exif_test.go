package sprites

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
)

// exifSegment returns the segment of a JPEG that says an orientation, behind an
// entry that says something else.
func exifSegment(order binary.AppendByteOrder, orientation uint16) []byte {
	tiff := []byte("MM")
	if order == binary.LittleEndian {
		tiff = []byte("II")
	}
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, e := range [][2]uint16{{0x0100, 7}, {0x0112, orientation}} {
		const short = 3
		tiff = order.AppendUint16(tiff, e[0])
		tiff = order.AppendUint16(tiff, short)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(tiff, e[1])
		tiff = order.AppendUint16(tiff, 0)
	}
	data := append([]byte("Exif\x00\x00"), tiff...)
	return append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(2+len(data))), data...)
}

// TestOrientation reads a JPEG whose corners differ, as each camera position
// would have saved it: it always comes out the same way.
func TestOrientation(t *testing.T) {
	// The picture is upright as "ab" above "cd"; these are the files of it.
	saved := map[uint16]string{
		1: "ab/cd", 2: "ba/dc", 3: "dc/ba", 4: "cd/ab",
		5: "ac/bd", 6: "bd/ac", 7: "db/ca", 8: "ca/db",
	}
	for orientation, quarters := range saved {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			t.Run(fmt.Sprint(orientation, order), func(t *testing.T) {
				wide, high := 32, 16
				if orientation >= 5 {
					wide, high = high, wide
				}
				file := insert(jpegFile(t, inQuarters(quarters, wide, high)), 2, exifSegment(order, orientation))
				s, err := read(file)
				if err != nil {
					t.Fatal(err)
				}
				if got := quartersOf(s); got != "ab/cd" || s.Width() != 32 || s.Height() != 16 {
					t.Errorf("got %s of %dx%d, want ab/cd of 32x16", got, s.Width(), s.Height())
				}
			})
		}
	}
}

var quarterColors = map[rune]color.NRGBA{
	'a': {250, 20, 20, 255}, 'b': {20, 250, 20, 255}, 'c': {20, 20, 250, 255}, 'd': {250, 250, 250, 255},
}

// inQuarters draws four colours.
func inQuarters(quarters string, width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for v, row := range strings.Split(quarters, "/") {
		for u, letter := range row {
			for y := v * height / 2; y < (v+1)*height/2; y++ {
				for x := u * width / 2; x < (u+1)*width/2; x++ {
					m.SetNRGBA(x, y, quarterColors[letter])
				}
			}
		}
	}
	return m
}

// quartersOf names the colours in the middle of the quarters of s.
func quartersOf(s *Sprite) string {
	name := func(x, y int) string {
		for letter, c := range quarterColors {
			if distance(s.At(x*s.Width()/4, y*s.Height()/4), c) < 60 {
				return string(letter)
			}
		}
		return "?"
	}
	return name(1, 1) + name(3, 1) + "/" + name(1, 3) + name(3, 3)
}

// TestOddEXIF holds that EXIF data that says nothing sensible changes nothing.
func TestOddEXIF(t *testing.T) {
	whole := exifSegment(binary.BigEndian, 6)
	for n := range whole {
		cut := append([]byte{0xff, 0xd8}, whole[:n]...)
		if got := orientation(cut); got != 1 {
			t.Errorf("cut to %d bytes: orientation %d, want 1", n, got)
		}
	}
	// The segment's length holds, but its data ends early.
	for n := 10; n < len(whole)-4; n++ {
		cut := append([]byte{0xff, 0xd8}, whole[:n]...)
		binary.BigEndian.PutUint16(cut[4:], uint16(n-2))
		if got := orientation(cut); got != 1 {
			t.Errorf("data cut to %d bytes: orientation %d, want 1", n, got)
		}
	}
	for _, v := range []uint16{0, 9, 1 << 15} {
		if got := orientation(append([]byte{0xff, 0xd8}, exifSegment(binary.BigEndian, v)...)); got != 1 {
			t.Errorf("orientation %d is taken as %d", v, got)
		}
	}
	far := exifSegment(binary.BigEndian, 6)
	binary.BigEndian.PutUint32(far[14:], 1<<32-1)
	if got := orientation(append([]byte{0xff, 0xd8}, far...)); got != 1 {
		t.Errorf("a list outside the data: orientation %d, want 1", got)
	}
}
