package exchange

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tetrisprinter/tetrisprinter/plan"
)

// written returns what a writer makes of p.
func written(t testing.TB, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func jsonText(t testing.TB, p *plan.Plan) string {
	return written(t, func(b *bytes.Buffer) error { return WriteJSON(b, p) })
}

func ndjsonText(t testing.TB, p *plan.Plan) string {
	return written(t, func(b *bytes.Buffer) error { return WriteNDJSON(b, p) })
}

// lines is a plan of six pieces.
func lines(t testing.TB) *plan.Plan {
	p := planOf(t, "T0@0 I0@3 I0@0 I0@4 JL@7 O0@8")
	p.Palette = fumenPalette()
	p.Notes = []string{"a \"note\""}
	return p
}

const linesJSON = `{
  "format": "tetrisprinter plan",
  "version": 1,
  "field": {
    "width": 10,
    "height": 22
  },
  "palette": {
    "I": "#009999",
    "J": "#0000bb",
    "L": "#996600",
    "O": "#999900",
    "S": "#009900",
    "T": "#990099",
    "Z": "#990000"
  },
  "notes": [
    "a \"note\""
  ],
  "drops": [
    {"piece":1,"tetromino":"T","orientation":"0","column":0,"row":0,"lines":0,"pixels":4},
    {"piece":2,"tetromino":"I","orientation":"0","column":3,"row":0,"lines":0,"pixels":8},
    {"piece":3,"tetromino":"I","orientation":"0","column":0,"row":2,"lines":0,"pixels":12},
    {"piece":4,"tetromino":"I","orientation":"0","column":4,"row":1,"lines":0,"pixels":16},
    {"piece":5,"tetromino":"J","orientation":"L","column":7,"row":2,"lines":0,"pixels":20},
    {"piece":6,"tetromino":"O","orientation":"0","column":8,"row":5,"lines":0,"pixels":24}
  ]
}
`

func TestJSONKnown(t *testing.T) {
	if diff := cmp.Diff(linesJSON, jsonText(t, lines(t))); diff != "" {
		t.Error(diff)
	}
	want := `{"format":"tetrisprinter plan","version":1,"field":{"width":10,"height":22},"palette":{}}
{"piece":1,"tetromino":"I","orientation":"0","column":0,"row":0,"lines":0,"pixels":4}
{"piece":2,"tetromino":"I","orientation":"0","column":4,"row":0,"lines":0,"pixels":8}
{"piece":3,"tetromino":"O","orientation":"0","column":8,"row":0,"lines":1,"pixels":2}
`
	if diff := cmp.Diff(want, ndjsonText(t, planOf(t, "I0@0 I0@4 O0@8"))); diff != "" {
		t.Error(diff)
	}
}

func TestCSVKnown(t *testing.T) {
	got := written(t, func(b *bytes.Buffer) error { return WriteCSV(b, planOf(t, "I0@0 IR@4 T2@1")) })
	want := `piece,tetromino,orientation,column,row,lines,pixels
1,I,0,0,0,0,4
2,I,R,4,0,0,8
3,T,2,1,1,0,12
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	plans := []*plan.Plan{planOf(t, ""), lines(t)}
	for seed := range uint64(4) {
		plans = append(plans, tidyPlan(t, seed, 6+5*int(seed), 42, 20, 100))
	}
	for _, want := range plans {
		for format, text := range map[Format]string{JSON: jsonText(t, want), NDJSON: ndjsonText(t, want)} {
			if got := Sniff([]byte(text[:min(len(text), SniffBytes)])); got != format {
				t.Errorf("sniffed %q, want %q: %.600s", got, format, text)
			}
			got, odd, err := Read(strings.NewReader(text), format)
			if err != nil {
				t.Fatal(err)
			}
			noOddities(t, odd)
			sameDrops(t, got, want)
			got.Blocks, want.Blocks = nil, want.Blocks[:len(want.Blocks):len(want.Blocks)]
			if got.Width != want.Width || got.Height != want.Height || got.Palette != want.Palette || !cmp.Equal(got.Notes, want.Notes) {
				t.Errorf("%s: got %+v, want %+v", format, got, want)
			}
		}
	}
}

func TestJSONOddities(t *testing.T) {
	text := strings.Replace(linesJSON, `"column":3,"row":0,"lines":0,"pixels":8`, `"column":3,"row":5,"lines":1,"pixels":9`, 1)
	_, odd, err := ReadJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []Oddity{{2, "has row 5, played it is 0"}, {2, "has lines 1, played it is 0"}, {2, "has pixels 9, played it is 8"}}
	if !cmp.Equal(odd, want) {
		t.Errorf("oddities %v, want %v", odd, want)
	}
}

func TestJSONFaults(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{linesJSON, "", "unexpected end of JSON input"},
		{linesJSON, "[]", "cannot unmarshal array"},
		{`"tetrisprinter plan"`, `"plan"`, `"format" is "plan", that of a plan is "tetrisprinter plan"`},
		{`"version": 1`, `"version": 2`, "version 2, only 1 is known"},
		{`"width": 10`, `"width": 1000000000`, "a field of 1000000000 columns: it has 4 to 320"},
		{`"height": 22`, `"height": -1`, "a field of -1 rows: it has 4 to 512"},
		{`"field"`, `"fields"`, `there is no "field" in it`},
		{`"drops"`, `"drop"`, `there are no "drops" in it`},
		{`"I": "#`, `"X": "#`, `the palette has a colour for "X", which is no tetromino`},
		{`#009999`, `#09`, `the palette: "09" is no colour of six hexadecimal digits`},
		{`"tetromino":"T"`, `"tetromino":"Q"`, `drop 1: "Q", "0": want a tetromino and an orientation 0, R, 2 or L`},
		{`"orientation":"L"`, `"orientation":"3"`, `drop 5: "J", "3": want a tetromino and an orientation 0, R, 2 or L`},
		{`"column":8`, `"column":9`, "drop 6: O0@9 is outside the 10 columns of the field"},
		{`"column":8`, `"column":-9223372036854775808`, "drop 6: O0@-9223372036854775808 is outside the 10 columns of the field"},
		{`"column":8`, `"column":9223372036854775807`, "drop 6: O0@9223372036854775807 is outside the 10 columns of the field"},
		{`"column":8`, `"column":"8"`, "drop 6: cannot unmarshal string"},
	} {
		text := strings.Replace(linesJSON, c.old, c.now, 1)
		_, _, err := ReadJSON(strings.NewReader(text))
		if _, ok := errors.AsType[*SyntaxError](err); !ok || !strings.HasPrefix(err.Error(), "json: "+c.want) {
			t.Errorf("%s: %v, want %s", c.now, err, c.want)
		}
	}
}

func TestNDJSONFaults(t *testing.T) {
	good := ndjsonText(t, lines(t))
	for _, c := range []struct{ text, want string }{
		{"", "there is nothing in it"},
		{good[:10], "value 1: it ends within it"},
		{good + "{", "value 8: it ends within it"},
		{good + "[]", "value 8: cannot unmarshal array"},
		{good + "{}", `drop 7: "", "": want a tetromino and an orientation 0, R, 2 or L`},
		{good + good, `drop 7: "", "": want a tetromino and an orientation 0, R, 2 or L`},
	} {
		_, _, err := ReadNDJSON(strings.NewReader(c.text))
		if _, ok := errors.AsType[*SyntaxError](err); !ok || !strings.HasPrefix(err.Error(), "ndjson: "+c.want) {
			t.Errorf("%.300s: %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add(linesJSON, false)
	f.Add(jsonText(f, tidyPlan(f, 1, 7, 20, 14, 30)), false)
	f.Add(ndjsonText(f, lines(f)), true)
	f.Fuzz(func(t *testing.T, text string, lined bool) {
		format, write := JSON, WriteJSON
		if lined {
			format, write = NDJSON, WriteNDJSON
		}
		p, _, err := Read(strings.NewReader(text), format)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := write(&b, p); err != nil {
			if _, ok := errors.AsType[*plan.ReplayError](err); !ok {
				t.Fatal(err)
			}
			return
		}
		again, odd, err := Read(&b, format)
		if err != nil {
			t.Fatal(err)
		}
		noOddities(t, odd)
		sameDrops(t, again, p)
	})
}
