package sprites

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"testing"
)

// Types of PNG colours, as IHDR numbers them.
const (
	pngGray      = 0
	pngColor     = 2
	pngIndexed   = 3
	pngGrayAlpha = 4
	pngAlpha     = 6
)

// rawPNG is a PNG of any kind, also of those that image/png doesn't write:
// interlaced, transparent by tRNS, grey of few bits.
type rawPNG struct {
	width, height int
	depth, kind   int
	interlaced    bool
	palette       []color.NRGBA // of pngIndexed; its alpha goes to tRNS
	transparent   []uint16      // tRNS of the other kinds, one sample a channel
	samples       func(x, y int) []uint16
}

// adam7 are the passes of an interlaced PNG: first column and row, and steps.
var adam7 = [][4]int{
	{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2},
}

func (p *rawPNG) encode() []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(nil, uint32(p.width))
	header = binary.BigEndian.AppendUint32(header, uint32(p.height))
	header = append(header, byte(p.depth), byte(p.kind), 0, 0, 0)
	passes := [][4]int{{0, 0, 1, 1}}
	if p.interlaced {
		header[12] = 1
		passes = adam7
	}
	chunk(&b, "IHDR", header)
	p.colors(&b)
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	for _, pass := range passes {
		z.Write(p.pass(pass))
	}
	z.Close()
	chunk(&b, "IDAT", data.Bytes())
	chunk(&b, "IEND", nil)
	return b.Bytes()
}

// colors writes the palette and what is transparent.
func (p *rawPNG) colors(b *bytes.Buffer) {
	var palette, transparent []byte
	for _, c := range p.palette {
		palette = append(palette, c.R, c.G, c.B)
		transparent = append(transparent, c.A)
	}
	for _, v := range p.transparent {
		transparent = binary.BigEndian.AppendUint16(transparent, v)
	}
	if palette != nil {
		chunk(b, "PLTE", palette)
	}
	if transparent != nil {
		chunk(b, "tRNS", transparent)
	}
}

// pass returns the unfiltered rows of one pass.
func (p *rawPNG) pass(pass [4]int) []byte {
	var rows []byte
	for y := pass[1]; y < p.height; y += pass[3] {
		var row []byte
		bits := 0
		for x := pass[0]; x < p.width; x += pass[2] {
			for _, v := range p.samples(x, y) {
				for i := p.depth - 1; i >= 0; i-- {
					if bits%8 == 0 {
						row = append(row, 0)
					}
					row[bits/8] |= byte(v>>i&1) << (7 - bits%8)
					bits++
				}
			}
		}
		if row != nil {
			rows = append(append(rows, 0), row...)
		}
	}
	return rows
}

func chunk(b *bytes.Buffer, name string, data []byte) {
	binary.Write(b, binary.BigEndian, uint32(len(data)))
	body := append([]byte(name), data...)
	b.Write(body)
	binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(body))
}

// level returns a sample between 0 and most that differs between neighbours.
func level(x, y, most int) int { return (x*5 + y*3 + x*y) % (most + 1) }

// grayOf returns the 8 bits of a grey of that depth, by the PNG specification
// for up to 8 and by the contract of this package for 16.
func grayOf(v, depth int) uint8 {
	if depth == 16 {
		return uint8(v >> 8)
	}
	return uint8(v * 255 / (1<<depth - 1))
}

// pngCase is a kind of PNG and the colour that is wanted of each pixel.
type pngCase struct {
	name string
	png  rawPNG
	want func(x, y int) color.NRGBA
}

// grayCases are the grey ones: plain, with one grey transparent, with alpha.
func grayCases() []pngCase {
	var cases []pngCase
	for _, depth := range []int{1, 2, 4, 8, 16} {
		most := 1<<depth - 1
		value := func(x, y int) int { return level(x, y, min(most, 200)) * (most / min(most, 200)) }
		gray := func(x, y int) color.NRGBA {
			g := grayOf(value(x, y), depth)
			return color.NRGBA{g, g, g, 255}
		}
		samples := func(x, y int) []uint16 { return []uint16{uint16(value(x, y))} }
		cases = append(cases,
			pngCase{fmt.Sprintf("grey %d", depth), rawPNG{depth: depth, kind: pngGray, samples: samples}, gray},
			pngCase{
				fmt.Sprintf("grey %d tRNS", depth),
				rawPNG{depth: depth, kind: pngGray, samples: samples, transparent: samples(2, 1)},
				func(x, y int) color.NRGBA {
					if value(x, y) == value(2, 1) {
						return color.NRGBA{}
					}
					return gray(x, y)
				},
			})
		if depth < 8 {
			continue
		}
		cases = append(cases, pngCase{
			fmt.Sprintf("grey with alpha %d", depth),
			rawPNG{depth: depth, kind: pngGrayAlpha, samples: func(x, y int) []uint16 {
				return []uint16{uint16(value(x, y)), uint16(most * alphaBit(x, y))}
			}},
			func(x, y int) color.NRGBA { return masked(gray(x, y), x, y) },
		})
	}
	return cases
}

// colorCases are those with three channels: plain, with one colour
// transparent, with alpha.
func colorCases() []pngCase {
	var cases []pngCase
	for _, depth := range []int{8, 16} {
		shift := depth - 8
		samples := func(x, y int) []uint16 {
			// The lower byte of 16 bits tells the colours apart, too.
			return []uint16{uint16(level(x, y, 250))<<shift | 1, uint16(10 * x << shift), uint16(10*y<<shift) | 3}
		}
		rgb := func(x, y int) color.NRGBA {
			s := samples(x, y)
			return color.NRGBA{uint8(s[0] >> shift), uint8(s[1] >> shift), uint8(s[2] >> shift), 255}
		}
		cases = append(cases,
			pngCase{fmt.Sprintf("colour %d", depth), rawPNG{depth: depth, kind: pngColor, samples: samples}, rgb},
			pngCase{
				fmt.Sprintf("colour %d tRNS", depth),
				rawPNG{depth: depth, kind: pngColor, samples: samples, transparent: samples(3, 2)},
				func(x, y int) color.NRGBA {
					if x == 3 && y == 2 {
						return color.NRGBA{}
					}
					return rgb(x, y)
				},
			},
			pngCase{
				fmt.Sprintf("colour with alpha %d", depth),
				rawPNG{depth: depth, kind: pngAlpha, samples: func(x, y int) []uint16 {
					return append(samples(x, y), uint16((1<<depth-1)*alphaBit(x, y)))
				}},
				func(x, y int) color.NRGBA { return masked(rgb(x, y), x, y) },
			})
	}
	return cases
}

// indexedCases have a palette of which one entry in the middle is transparent
// with a colour under it.
func indexedCases() []pngCase {
	var cases []pngCase
	for _, depth := range []int{1, 2, 4, 8} {
		n := min(1<<depth, 100)
		palette := make([]color.NRGBA, n)
		for i := range palette {
			palette[i] = color.NRGBA{uint8(i * 2), uint8(255 - i), 77, 255}
		}
		palette[n/2].A = 0
		cases = append(cases, pngCase{
			fmt.Sprintf("indexed %d tRNS", depth),
			rawPNG{depth: depth, kind: pngIndexed, palette: palette, samples: func(x, y int) []uint16 {
				return []uint16{uint16(level(x, y, n-1))}
			}},
			func(x, y int) color.NRGBA {
				if c := palette[level(x, y, n-1)]; c.A != 0 {
					return c
				}
				return color.NRGBA{}
			},
		})
	}
	return cases
}

// alphaBit returns 0 for transparent pixels and 1 for others.
func alphaBit(x, y int) int { return min((x+2*y)%5, 1) }

func masked(c color.NRGBA, x, y int) color.NRGBA {
	if alphaBit(x, y) == 0 {
		return color.NRGBA{}
	}
	return c
}

// TestKindsOfPNG reads every colour type and depth of PNG, straight and
// interlaced, in sizes that leave passes and bytes unfilled.
func TestKindsOfPNG(t *testing.T) {
	cases := append(append(grayCases(), colorCases()...), indexedCases()...)
	for _, c := range cases {
		for _, size := range []image.Point{{11, 9}, {5, 3}} {
			for _, interlaced := range []bool{false, true} {
				p := c.png
				p.width, p.height, p.interlaced = size.X, size.Y, interlaced
				t.Run(fmt.Sprintf("%s %v interlaced %v", c.name, size, interlaced), func(t *testing.T) {
					checkPixels(t, p.encode(), size, c.want)
				})
			}
		}
	}
}

// checkPixels checks that file has the colours that want tells, and no others.
func checkPixels(t *testing.T, file []byte, size image.Point, want func(x, y int) color.NRGBA) {
	t.Helper()
	s, err := Read(bytes.NewReader(file), "raw.png", nil)
	if err != nil {
		t.Fatal(err)
	}
	filled, empty := 0, 0
	for y := range size.Y {
		for x := range size.X {
			got, want := s.At(x-s.Origin().X, y-s.Origin().Y), want(x, y)
			if got != want {
				t.Fatalf("pixel (%d, %d) is %v, want %v in\n%s", x, y, got, want, drawing(s))
			}
			if want.A == 0 {
				empty++
			} else {
				filled++
			}
		}
	}
	if filled != s.Pixels() || filled == 0 {
		t.Errorf("%d pixels, want %d (and %d empty)", s.Pixels(), filled, empty)
	}
}
