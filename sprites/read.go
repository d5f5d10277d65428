package sprites

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"strings"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

const (
	// maxPixels is the greatest picture that is decoded: 16 megapixels. It
	// takes 64 MB as 8-bit colours.
	maxPixels = 16_000_000

	// maxBytes is the longest file that is read. An uncompressed picture of
	// maxPixels with four channels of 16 bits has half of that.
	maxBytes = 256 << 20
)

// Options say how a picture becomes a sprite. Nil is the zero Options.
type Options struct {
	// AlphaThreshold decides about half-transparent pixels: those of alpha
	// AlphaThreshold and above become pixels of the colour they have, the
	// others empty. Zero refuses alpha 1 to 254.
	AlphaThreshold uint8
}

// decide says whether alpha makes a pixel, and whether that is certain.
func (o *Options) decide(alpha uint8) (filled, sure bool) {
	if o == nil || o.AlphaThreshold == 0 {
		return alpha == 255, alpha == 0 || alpha == 255
	}
	return alpha >= o.AlphaThreshold, true
}

// format is a picture format that is read.
type format struct {
	name   string
	magic  string // the first bytes; '?' stands for any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats holds the formats by name, not in the registry of the image package:
// there, any package linked into the program may add more.
var formats = [...]format{
	{"PNG", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"GIF", "GIF8?a", gif.DecodeConfig, gif.Decode},
	{"BMP", "BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
	{"WEBP", "RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
	{"JPEG", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode},
}

// Open reads the picture at path, or the built-in sprite NAME if the path is
// "sprite:NAME". (A file of such a name can be opened as "./sprite:NAME".) Nil
// opts are the zero Options.
//
// Beyond the errors of [Read] it returns a [*FormatError] for a folder, an
// [*UnknownError] for a built-in sprite that doesn't exist, and the error of
// the system if the file can't be opened.
func Open(path string, opts *Options) (*Sprite, error) {
	if name, ok := strings.CutPrefix(path, Prefix); ok {
		return Builtin(name)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &FormatError{
			Name:    path,
			Problem: "is a folder, not a picture",
			Remedy:  "name one picture in it",
		}
	}
	return Read(f, path, opts)
}

// Read reads a picture in PNG, GIF (the first frame), BMP, WEBP or JPEG. The
// name is what errors call it. Nil opts are the zero Options. It may read
// further than the picture goes.
//
// It returns a [*FormatError] for anything that isn't a whole picture of these
// formats, a [*SizeError] for one of more than 16 megapixels (known from the
// header, before the picture is decoded), an [*AlphaError] for a
// half-transparent pixel that the options don't decide, an [*EmptyError] for a
// picture without pixels, and the error of r, wrapped, if reading fails.
func Read(r io.Reader, name string, opts *Options) (*Sprite, error) {
	src := &source{r: r, left: maxBytes}
	m, f, err := decode(bufio.NewReader(src), name)
	if src.err != nil {
		// The decoders' words for this are of no use, nor is a picture they
		// made of the part that came before.
		return nil, src.refusal(name)
	}
	if err != nil {
		return nil, err
	}
	return fromImage(m, name, f.name, opts)
}

// decode looks at the header of the picture in r and, if that is sound,
// decodes the rest.
func decode(r *bufio.Reader, name string) (image.Image, *format, error) {
	f, err := sniff(r, name)
	if err != nil {
		return nil, nil, err
	}
	var header bytes.Buffer
	config, err := f.config(io.TeeReader(r, &header))
	if err != nil {
		return nil, nil, f.damaged(name, err)
	}
	if err := checkSize(name, config.Width, config.Height); err != nil {
		return nil, nil, err
	}
	m, err := f.decode(io.MultiReader(&header, r))
	if err != nil {
		return nil, nil, f.damaged(name, err)
	}
	return m, f, nil
}

// sniff returns the format of the picture in r, of which it consumes nothing.
func sniff(r *bufio.Reader, name string) (*format, error) {
	const longest = 21 // of the beginnings asked for, that of an animated WEBP
	start, err := r.Peek(longest)
	if len(start) == 0 && err == io.EOF {
		return nil, &FormatError{
			Name:    name,
			Problem: "is empty",
			Remedy:  "save the picture again: this file has no bytes at all",
		}
	}
	if animated(start) {
		return nil, &FormatError{
			Name:    name,
			Problem: "is an animated WEBP, which isn't read",
			Remedy:  "save one frame of it as PNG",
		}
	}
	for i := range formats {
		if matches(formats[i].magic, start) {
			return &formats[i], nil
		}
	}
	return nil, &FormatError{
		Name:    name,
		Problem: "is not a PNG, GIF, BMP, WEBP or JPEG picture",
		Remedy:  "save it as PNG in a picture editor",
	}
}

// animated reports whether start begins a WEBP whose first chunk, VP8X, says
// that it moves. The decoder would only call it invalid.
func animated(start []byte) bool {
	const flags, animation = 20, 1 << 1
	return matches("RIFF????WEBPVP8X????", start) && len(start) > flags && start[flags]&animation != 0
}

// matches reports whether start begins with magic, in which '?' stands for any
// byte.
func matches(magic string, start []byte) bool {
	if len(start) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != start[i] {
			return false
		}
	}
	return true
}

func checkSize(name string, width, height int) error {
	if width <= 0 || height <= 0 {
		return &FormatError{
			Name:    name,
			Problem: fmt.Sprintf("is %dx%d pixels, there is nothing in it", width, height),
			Remedy:  "save the picture again: its header says that a side is zero",
		}
	}
	if int64(width)*int64(height) > maxPixels {
		return &SizeError{Name: name, Width: width, Height: height}
	}
	return nil
}

// damaged describes the error of a decoder of f.
func (f *format) damaged(name string, err error) error {
	if errors.Is(err, bmp.ErrUnsupported) {
		return &FormatError{
			Name:    name,
			Problem: "is a BMP of a kind that isn't read",
			Remedy:  "save it as PNG, or as a BMP without compression",
			Err:     err,
		}
	}
	return &FormatError{
		Name:    name,
		Problem: fmt.Sprintf("is damaged or cut short, it can't be read as %s", f.name),
		Remedy:  "fetch or save the picture again",
		Err:     err,
	}
}

var errTooLong = errors.New("too long")

// source reads from r at most left bytes and remembers the first error that
// isn't the end of r, which the decoders would hide in words of their own.
type source struct {
	r    io.Reader
	left int64
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	s.left -= int64(n)
	if s.left < 0 {
		n, err = 0, errTooLong
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// refusal describes the error that ended the reading.
func (s *source) refusal(name string) error {
	if s.err == errTooLong {
		return &FormatError{
			Name:    name,
			Problem: fmt.Sprintf("is longer than %d MB, the most that is read", maxBytes>>20),
			Remedy:  "save the picture again, compressed",
			Err:     s.err,
		}
	}
	return fmt.Errorf("reading %s: %w", name, s.err)
}
