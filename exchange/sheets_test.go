package exchange

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQueue(t *testing.T) {
	p := planOf(t, "I0@0 O0@0 T0@0 S0@0 Z0@0 J0@3 L0@3 I0@6 I0@6")
	got := written(t, func(b *bytes.Buffer) error { return WriteQueue(b, p) })
	if want := "IOTSZJLII\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got = written(t, func(b *bytes.Buffer) error { return WriteBags(b, p) })
	want := "IOTSZJL\nII\n# 1 of 2 bags are in 7-bag order; 1 of 9 pieces repeat one of their bag; I 3 O 1 T 1 S 1 Z 1 J 1 L 1\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSteps(t *testing.T) {
	got := written(t, func(b *bytes.Buffer) error { return WriteSteps(b, planOf(t, "I0@0 I0@4 JR@8 O0@0 IR@9")) })
	want := `5 pieces on a field of 10x22; columns count from 1 at the left wall.

   1  I  columns 1 to 4
      XXXX

   2  I  columns 5 to 8
      XXXX

   3  J  columns 9 to 10
      XX
      X.
      X.

   4  O  columns 1 to 2
      XX
      XX

   5  I  column 10
      X
      X
      X
      X
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
