package progress

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// screen plays what a Bar wrote on a terminal line and returns what stands
// there in the end.
func screen(t *testing.T, written string) string {
	t.Helper()
	line, pos := []rune{}, 0
	for written != "" {
		switch {
		case strings.HasPrefix(written, "\x1b[2K"):
			line = line[:0]
			written = written[4:]
			continue
		case strings.HasPrefix(written, "\x1b[0K"):
			line = line[:min(pos, len(line))]
			written = written[4:]
			continue
		}
		r := []rune(written)[0]
		written = written[len(string(r)):]
		switch {
		case r == '\r':
			pos = 0
		case r < ' ':
			t.Fatalf("control character %q", r)
		default:
			for len(line) <= pos {
				line = append(line, ' ')
			}
			line[pos] = r
			pos++
		}
	}
	return strings.TrimRight(string(line), " ")
}

// onTerminal returns a Bar that takes buf for a terminal.
func onTerminal(buf *bytes.Buffer) *Bar {
	return &Bar{w: buf, label: "frames", unit: "frames"}
}

func TestNothingButOnATerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stderr")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var buf bytes.Buffer
	for _, b := range []*Bar{New(f, "frames", "frames"), New(pipe, "frames", "frames"), New(&buf, "frames", "frames"), New(nil, "", "")} {
		for i := range 101 {
			b.Show(i, 100)
		}
		b.Done()
	}
	pipe.Close()
	inFile, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var inPipe bytes.Buffer
	if _, err := inPipe.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	if len(inFile)+inPipe.Len()+buf.Len() > 0 {
		t.Errorf("written: file %q, pipe %q, buffer %q; want nothing", inFile, inPipe.Bytes(), buf.Bytes())
	}
}

func TestTerminalIsRecognised(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo terminals here: ", err)
	}
	defer tty.Close()
	if New(tty, "frames", "frames").w == nil {
		t.Error("a terminal is taken for a file")
	}
}

func TestShow(t *testing.T) {
	var buf bytes.Buffer
	b := onTerminal(&buf)
	b.Show(0, 1000)
	time.Sleep(2 * redrawEvery)
	b.Show(250, 1000)
	got := screen(t, buf.String())
	for _, want := range []string{"frames", "25%", "[=====>", "250/1000", "frames/s", ":"} {
		if !strings.Contains(got, want) {
			t.Errorf("the line is %q, want %q in it", got, want)
		}
	}
	if strings.Contains(buf.String(), "\n") {
		t.Errorf("more than one line: %q", buf.String())
	}
}

func TestDoneClearsTheLine(t *testing.T) {
	for _, last := range []int{0, 1, 99, 100, 200, -1} {
		var buf bytes.Buffer
		b := onTerminal(&buf)
		b.Show(last, 100)
		b.Done()
		b.Done()
		if got := screen(t, buf.String()); got != "" || buf.Len() == 0 && last != 100 && last != 200 {
			t.Errorf("after %d of 100: written %q, the line is %q, want an empty one", last, buf.String(), got)
		}
	}
}

func TestRedrawsAreFew(t *testing.T) {
	var buf bytes.Buffer
	b := onTerminal(&buf)
	start := time.Now()
	for i := range 100_000 {
		b.Show(i, 200_000)
	}
	most := 2 + int(time.Since(start)/redrawEvery)
	if got := strings.Count(buf.String(), "\r"); got > most {
		t.Errorf("drawn %d times, want at most %d", got, most)
	}
}

func TestNewTotalStartsAnew(t *testing.T) {
	var buf bytes.Buffer
	b := onTerminal(&buf)
	b.Show(100, 100)
	b.Show(1, 7)
	b.Show(5, 0)
	if got := screen(t, buf.String()); !strings.Contains(got, "1/7") {
		t.Errorf("the line is %q, want 1/7 in it", got)
	}
}
