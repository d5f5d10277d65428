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

	// maxAnimation is the longest animation in bytes. It is kept in memory.
	maxAnimation = 64 << 20

	// maxFrames is how many frames of an animation count.
	maxFrames = 10_000
)

// Options say how a picture becomes a sprite. Nil is the zero Options.
type Options struct {
	// AlphaThreshold decides about half-transparent pixels: those of alpha
	// AlphaThreshold and above become pixels of the colour they have, the
	// others empty. Zero refuses alpha 1 to 254.
	AlphaThreshold uint8

	// Format is what [Sprite.Format] returns of a sprite that FromImage makes.
	// Those made of a file have the format of the file.
	Format string

	// Part is the part of the original picture that the image shows which is
	// given to FromImage, in whatever size. Errors name positions in the
	// original. If it is empty, they are those in the image. Files are their
	// own originals.
	Part image.Rectangle
}

// decide says whether alpha makes a pixel, and whether that is certain.
func (o *Options) decide(alpha uint8) (filled, sure bool) {
	if o.AlphaThreshold == 0 {
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
	split  func(file []byte) []part // instead of decode, where there may be several frames
}

// formats holds the formats by name, not in the registry of the image package:
// there, any package linked into the program may add more.
var formats = [...]format{
	{"PNG", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, nil},
	{"GIF", "GIF8?a", gif.DecodeConfig, nil, splitGIF},
	{"BMP", "BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode, nil},
	{"WEBP", "RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode, nil},
	{"JPEG", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, nil},
}

// Open reads the picture at path, or the built-in sprite NAME if the path is
// "sprite:NAME". (A file of such a name can be opened as "./sprite:NAME".) Nil
// opts are the zero Options.
//
// Beyond the errors of [Read] it returns a [*FormatError] for a folder, an
// [*UnknownError] for a built-in sprite that doesn't exist, and the error of
// the system if the file can't be opened.
func Open(path string, opts *Options) (*Sprite, error) {
	p, err := OpenPicture(path)
	if err != nil {
		return nil, err
	}
	return p.Sprite(0, opts)
}

// Read reads a picture in PNG, GIF, BMP, WEBP or JPEG; of an animation the
// first frame. The name is what errors call it. Nil opts are the zero Options.
// It may read further than the picture goes.
//
// It returns a [*FormatError] for anything that isn't a whole picture of these
// formats, a [*SizeError] for one of more than 16 megapixels (known from the
// header, before the picture is decoded), an [*AlphaError] for a
// half-transparent pixel that the options don't decide, an [*EmptyError] for a
// picture without pixels, and the error of r, wrapped, if reading fails.
func Read(r io.Reader, name string, opts *Options) (*Sprite, error) {
	p, err := ReadPicture(r, name)
	if err != nil {
		return nil, err
	}
	return p.Sprite(0, opts)
}

// decode looks at the header of the picture in r and, if that is sound,
// decodes the rest.
func decode(r *bufio.Reader, name string) (*Picture, error) {
	f, err := sniff(r, name)
	if err != nil {
		return nil, err
	}
	var header bytes.Buffer
	config, err := f.config(io.TeeReader(r, &header))
	if err != nil {
		return nil, f.damaged(name, err)
	}
	if err := checkSize(name, config.Width, config.Height); err != nil {
		return nil, err
	}
	p := &Picture{name: name, format: f.name, width: config.Width, height: config.Height}
	turned := 1
	if f.name == "JPEG" {
		turned = orientation(header.Bytes())
	}
	whole := io.MultiReader(&header, r)
	if f.split != nil {
		return p, p.readFrames(f, whole)
	}
	m, err := f.decode(whole)
	if err != nil {
		return nil, f.damaged(name, err)
	}
	p.still, err = toNRGBA(m, name)
	if err != nil {
		return nil, err
	}
	clearHidden(p.still)
	p.still = upright(p.still, turned)
	p.width, p.height = p.still.Rect.Dx(), p.still.Rect.Dy()
	return p, nil
}

// readFrames reads the frames of p. The first one has to be whole.
func (p *Picture) readFrames(f *format, r io.Reader) error {
	file, err := io.ReadAll(io.LimitReader(r, maxAnimation+1))
	if err != nil {
		return err
	}
	if len(file) > maxAnimation {
		return &FormatError{
			Name:    p.name,
			Problem: fmt.Sprintf("is a %s of more than %d MB, the most that is read of one", f.name, maxAnimation>>20),
			Remedy:  "save one frame of it as PNG",
		}
	}
	p.parts = f.split(file)
	for _, err := range p.All() {
		if damage, ok := err.(*FormatError); ok {
			return f.damaged(p.name, damage.Err)
		}
		break
	}
	return nil
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
		return &animatedWEBP, nil
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
