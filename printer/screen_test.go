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
		{42, 1234, 567, "pieces    0   lines   0"},
		{23, 1234, 567, "pieces    0   lines   0"},
		{22, 1234, 567, "pcs    0  lns   0"},
		{17, 1234, 567, "pcs    0  lns   0"},
		{16, 1234, 567, "p    0 l   0"},
		{12, 12, 3, "p  0 l 0"},
		{8, 1234, 567, "   0   0"},
		{7, 1234, 567, "0 0"},
		{8, 0, 0, "p 0 l 0"},
	}
	for _, tt := range tests {
		format := captionFormat(tt.chars, tt.pieces, tt.lines)
		if got := fmt.Sprintf(format, 0, 0); got != tt.want {
			t.Errorf("%d characters, %d pieces, %d lines: %q, want %q", tt.chars, tt.pieces, tt.lines, got, tt.want)
		}
	}
}

func TestWriteCutsAndPads(t *testing.T) {
	for words, want := range map[string]string{"": "      ", "abc": "abc   ", "abcdefgh": "abcdef"} {
		l := layout{cols: 3, rows: 1}
		s := l.newScreen()
		s.write(0, words)
		if got := strings.TrimSuffix(drawn(s), "\n"); got != want {
			t.Errorf("write(%q) = %q, want %q", words, got, want)
		}
	}
}

func TestLayout(t *testing.T) {
	tests := []struct {
		o    Options
		rows int
	}{
		{Options{Cell: 16}, 9},
		{Options{Cell: 8}, 9},
		{Options{Cell: 7}, 8},
		{Options{Cell: 64, NoCaption: true}, 8},
	}
	for _, tt := range tests {
		l := mustJob(t, parsePlan(t, smallPlan), &tt.o).layout
		if l.cols != 6 || l.rows != tt.rows || (l.caption != "") != (tt.rows == 9) {
			t.Errorf("%+v: %+v, want 6 columns and %d rows", tt.o, l, tt.rows)
		}
	}
}
