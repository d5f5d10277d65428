package printer

import (
	"fmt"
	"strings"
	"testing"
)

func TestCaptionFormat(t *testing.T) {
	tests := []struct {
		chars, pieces, lines int
		want                 string // the first caption; every later one is as long
	}{
		{42, 1234, 567, " PIECES    0   LINES   0"},
		{24, 1234, 567, " PIECES    0   LINES   0"},
		{23, 1234, 567, " PCS    0  LNS   0"},
		{18, 1234, 567, " PCS    0  LNS   0"},
		{17, 1234, 567, " P    0 L   0"},
		{13, 12, 3, " P  0 L 0"},
		{9, 1234, 567, "   0   0"},
		{7, 1234, 567, "0 0"},
		{9, 0, 0, " P 0 L 0"},
	}
	for _, tt := range tests {
		format := captionFormat(tt.chars, tt.pieces, tt.lines)
		if got := fmt.Sprintf(format, 0, 0); got != tt.want {
			t.Errorf("%d characters, %d pieces, %d lines: %q, want %q", tt.chars, tt.pieces, tt.lines, got, tt.want)
		}
	}
}

func TestWriteCuts(t *testing.T) {
	for words, want := range map[string]string{"": "|||", "abc": "|[abc ]", "abcdefgh": "|[abcd]"} {
		s := newScreen(3, 1)
		fill(s.tiles, tile{kind: wall})
		s.write(1, 0, words)
		if got := strings.TrimSuffix(drawn(s), "\n"); got != want {
			t.Errorf("write(%q) = %q, want %q", words, got, want)
		}
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		o          Options
		cols, rows int
		caption    bool
	}{
		{Options{Cell: 16}, 8, 11, true},
		{Options{Cell: 8}, 8, 11, true},
		{Options{Cell: 7}, 8, 10, false},
		{Options{Cell: 64, NoCaption: true}, 8, 10, false},
		{Options{Cell: 8, Panel: true}, 21, 15, false},
	}
	for _, tt := range tests {
		l := mustJob(t, parsePlan(t, smallPlan), &tt.o).layout
		if l.cols != tt.cols || l.rows != tt.rows || (l.caption != "") != tt.caption {
			t.Errorf("%+v: %+v, want %d columns and %d rows, caption %v", tt.o, l, tt.cols, tt.rows, tt.caption)
		}
	}
}
