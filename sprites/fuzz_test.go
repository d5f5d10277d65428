package sprites

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"strings"
	"testing"
)

// FuzzRead holds that no input makes Read panic, that what it doesn't accept it
// refuses, and that what it accepts survives writing and reading.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"lossless.webp", "alpha.webp", "lossy.webp", "animated.webp"} {
		f.Add(testdata(f, name), uint8(0))
	}
	for _, file := range fuzzSeeds(f) {
		f.Add(file, uint8(0))
		f.Add(file, uint8(100))
	}
	f.Add(motionGIF(f), uint8(0))
	f.Add(motionWEBP(f), uint8(0))
	f.Fuzz(func(t *testing.T, file []byte, threshold uint8) {
		checkFrames(t, file)
		s, err := Read(bytes.NewReader(file), "fuzz", &Options{AlphaThreshold: threshold})
		if err != nil {
			if !errors.Is(err, ErrRefused) || !strings.HasPrefix(err.Error(), "fuzz ") {
				t.Errorf("%v is no refusal that names the file", err)
			}
			return
		}
		var written bytes.Buffer
		if err := s.WritePNG(&written); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&written, "written", nil)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.Image().Pix, again.Image().Pix) || s.Image().Rect != again.Image().Rect {
			t.Errorf("wrote\n%sread\n%s", drawing(s), drawing(again))
		}
	})
}

// checkFrames checks that each frame of a file is a picture of its size or is
// refused.
func checkFrames(t *testing.T, file []byte) {
	p, err := ReadPicture(bytes.NewReader(file), "fuzz")
	if err != nil || p.Width()*p.Height() > 1<<16 {
		return
	}
	n := 0
	for m, err := range p.All() {
		if n++; n > 20 {
			return
		}
		if err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("%v is no refusal", err)
		}
		if err == nil && m.Rect != image.Rect(0, 0, p.Width(), p.Height()) {
			t.Errorf("frame %d is %v, want %dx%d", n-1, m.Rect, p.Width(), p.Height())
		}
	}
}

// fuzzSeeds are the files of the tables: whole ones of every format, and those
// that are refused.
func fuzzSeeds(f *testing.F) [][]byte {
	s := sample(f)
	frame := framed(s, 8, 6)
	seeds := [][]byte{
		pngFile(f, frame),
		pngFile(f, paletted(frame, s)),
		gifFile(f, paletted(frame, s)),
		bmpFile(f, frame),
		bmpFile(f, paletted(frame, s)),
		alphaBMP(frame),
		jpegFile(f, frame),
		insert(jpegFile(f, frame), 2, exifSegment(binary.BigEndian, 6)),
	}
	for _, c := range append(append(grayCases(), colorCases()...), indexedCases()...) {
		c.png.width, c.png.height, c.png.interlaced = 11, 9, true
		seeds = append(seeds, c.png.encode())
	}
	for _, r := range refusals(f) {
		seeds = append(seeds, r.file)
	}
	return seeds
}

// FuzzParse holds that no text makes Parse panic and that what it accepts is a
// sprite that survives writing and reading.
func FuzzParse(f *testing.F) {
	f.Add(sampleText)
	f.Add("# a\nr=dc2828\n.r\nr.\n")
	f.Add("r=dc2828 g=28b43c\nrg\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := s.WritePNG(&written); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&written, "written", nil)
		if err != nil {
			t.Fatal(err)
		}
		if drawing(s) != drawing(again) {
			t.Errorf("wrote\n%sread\n%s", drawing(s), drawing(again))
		}
	})
}
