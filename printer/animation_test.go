package printer

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// A shot is a picture of an animation and the time it is shown, in 1/100 s or
// frames.
type shot struct {
	m     *image.NRGBA
	shown int
}

// animationOptions are prints that differ in what changes from frame to frame.
var animationOptions = []Options{
	{FPS: 50, Hold: 300 * time.Millisecond},
	{FPS: 30, Cell: 9, ZoomOut: true, Hold: 200 * time.Millisecond},
	{FPS: 60, Cell: 5, Skin: Flat, Hold: -1},
	{FPS: 17, Speed: 3.3, Cell: 8, Panel: true, Skin: Outline},
}

// writeAnimation writes p in the format and returns the bytes.
func writeAnimation(t *testing.T, j *job) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := j.write(background, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decodeGIF plays a GIF with image/gif.
func decodeGIF(t *testing.T, data []byte) (shots []shot) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("loop count %d, want 0, for ever", g.LoopCount)
	}
	m := image.NewNRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, part := range g.Image {
		if g.Delay[i] < 2 {
			t.Errorf("picture %d is shown for %d/100 s, want 2 or more", i, g.Delay[i])
		}
		draw.Draw(m, part.Rect, part, part.Rect.Min, draw.Over)
		shots = append(shots, shot{cloneNRGBA(m), g.Delay[i]})
	}
	return shots
}

func cloneNRGBA(m *image.NRGBA) *image.NRGBA {
	return &image.NRGBA{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
}

// decodeAPNG plays an animated PNG: it makes a PNG of each picture for
// image/png.
func decodeAPNG(t *testing.T, data []byte) (shots []shot) {
	t.Helper()
	var m *image.NRGBA
	var header, palette, control, coded []byte
	pictures, sequence := 0, uint32(0)
	show := func() {
		if control == nil {
			return
		}
		n := func(i int) int { return int(binary.BigEndian.Uint32(control[i:])) }
		var b bytes.Buffer
		b.WriteString(pngHeader)
		for _, c := range [][]byte{pngChunk("IHDR", append(slices.Clone(control[4:12]), header[8:]...)), palette, pngChunk("IDAT", coded), pngChunk("IEND", nil)} {
			b.Write(c)
		}
		part, err := png.Decode(&b)
		if err != nil {
			t.Fatalf("picture %d: %v", len(shots), err)
		}
		r := image.Rect(0, 0, n(4), n(8)).Add(image.Pt(n(12), n(16)))
		if !r.In(m.Rect) {
			t.Fatalf("picture %d at %v is outside of %v", len(shots), r, m.Rect)
		}
		draw.Draw(m, r, part, image.Point{}, draw.Over)
		shots = append(shots, shot{cloneNRGBA(m), int(binary.BigEndian.Uint16(control[20:]))})
		coded = nil
	}
	inSequence := func(body []byte) []byte {
		if got := binary.BigEndian.Uint32(body); got != sequence {
			t.Fatalf("chunk %d of the animation has the number %d", sequence, got)
		}
		sequence++
		return body[4:]
	}
	for rest := data[len(pngHeader):]; len(rest) > 0; {
		length := binary.BigEndian.Uint32(rest)
		name, body := string(rest[4:8]), rest[8:8+length]
		if want := pngChunk(name, body); !bytes.HasPrefix(rest, want) {
			t.Fatalf("chunk %s has a wrong checksum", name)
		}
		switch name {
		case "IHDR":
			header = body
			m = image.NewNRGBA(image.Rect(0, 0, int(binary.BigEndian.Uint32(body)), int(binary.BigEndian.Uint32(body[4:]))))
		case "acTL":
			if pictures = int(binary.BigEndian.Uint32(body)); binary.BigEndian.Uint32(body[4:]) != 0 {
				t.Errorf("played %d times, want 0, for ever", body[4:])
			}
		case "PLTE", "tRNS":
			palette = append(palette, rest[:12+length]...)
		case "fcTL":
			show()
			inSequence(body)
			control = body
		case "IDAT":
			coded = body
		case "fdAT":
			coded = append(coded, inSequence(body)...)
		case "IEND":
			show()
		default:
			t.Errorf("a chunk %s", name)
		}
		rest = rest[12+length:]
	}
	if pictures != len(shots) {
		t.Errorf("%d pictures, the file says %d", len(shots), pictures)
	}
	return shots
}

// pngChunk returns a chunk with its length and checksum.
func pngChunk(name string, body []byte) []byte {
	c := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	c = append(append(c, name...), body...)
	return binary.BigEndian.AppendUint32(c, crc32.ChecksumIEEE(c[4:]))
}

// checkShots compares what an animation shows with the frames of the print;
// frameAt returns the frame shown in that unit of time.
func checkShots(t *testing.T, j *job, shots []shot, units int, frameAt func(unit int) int) {
	t.Helper()
	next, stop := iter.Pull2(Frames(j.timeline.plan, &j.opts))
	defer stop()
	frame, shown := -1, (*image.Paletted)(nil)
	unit := 0
	for i, s := range shots {
		checked := -1
		for range s.shown {
			if unit >= units {
				t.Fatalf("shown for more than %d units", units)
			}
			for ; frame < frameAt(unit); frame++ {
				var err error
				if shown, err, _ = next(); err != nil {
					t.Fatal(err)
				}
			}
			if checked != frame && !equalPixels(s.m, shown) {
				t.Fatalf("picture %d is not frame %d", i, frame)
			}
			checked = frame
			unit++
		}
	}
	if unit != units {
		t.Errorf("shown for %d units, want %d", unit, units)
	}
}

// equalPixels reports whether the pictures, of one size, are the same.
func equalPixels(m *image.NRGBA, p *image.Paletted) bool {
	for i, ink := range p.Pix {
		c := p.Palette[ink].(color.NRGBA)
		if !bytes.Equal(m.Pix[4*i:4*i+4], []byte{c.R, c.G, c.B, c.A}) {
			return false
		}
	}
	return len(m.Pix) == 4*len(p.Pix)
}

// animatedPlan is what the tests animate.
func animatedPlan(seed int) *plan.Plan {
	if testing.Short() {
		return playedPlan(uint64(seed), 8, 10, 15)
	}
	return playedPlan(uint64(seed), 10, 15, 40)
}

func TestGIF(t *testing.T) {
	for seed, o := range animationOptions {
		j, err := newJob(animatedPlan(seed), &o, GIF)
		if err != nil {
			t.Fatal(err)
		}
		fps, n := j.opts.FPS, j.timeline.total()
		if want := min(o.FPS, MaxFPSOfGIF); fps != want {
			t.Errorf("%d frames a second, want %d", fps, want)
		}
		shots := decodeGIF(t, writeAnimation(t, j))
		checkShots(t, j, shots, (n*100+fps/2)/fps, func(unit int) int {
			frame := 0 // the last one that has begun
			for frame+1 < n && ((frame+1)*100+fps/2)/fps <= unit {
				frame++
			}
			return frame
		})
	}
}

func TestAPNG(t *testing.T) {
	for seed, o := range animationOptions {
		j, err := newJob(animatedPlan(seed), &o, APNG)
		if err != nil {
			t.Fatal(err)
		}
		shots := decodeAPNG(t, writeAnimation(t, j))
		checkShots(t, j, shots, j.timeline.total(), func(unit int) int { return unit })
	}
}

// A hold of 20 minutes is longer than the formats have numbers for.
func TestLongHold(t *testing.T) {
	o := &Options{Hold: 20 * time.Minute, Speed: 50, Cell: 4}
	for format, want := range map[Format]int{GIF: 120_000 + 10, APNG: 72_000 + 6} {
		j, err := newJob(parsePlan(t, smallPlan), o, format)
		if err != nil {
			t.Fatal(err)
		}
		decode := map[Format]func(*testing.T, []byte) []shot{GIF: decodeGIF, APNG: decodeAPNG}[format]
		shots := decode(t, writeAnimation(t, j))
		sum := 0
		for _, s := range shots {
			sum += s.shown
		}
		if sum != want {
			t.Errorf("%v: shown for %d, want %d", format, sum, want)
		}
		last := shots[len(shots)-1]
		samePicture(t, "the held picture", last.m, shots[len(shots)-2].m)
	}
}

func TestEvenly(t *testing.T) {
	for n := range 200 {
		for most := 3; most < 20; most++ {
			parts := evenly(n, most)
			sum := 0
			for _, p := range parts {
				sum += p
			}
			if sum != n || len(parts) != (n+most-1)/most || n > 0 && (slices.Max(parts) > most || slices.Max(parts) > slices.Min(parts)+1) {
				t.Errorf("evenly(%d, %d) = %v", n, most, parts)
			}
		}
	}
}
