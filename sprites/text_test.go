package sprites

import (
	"image"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		origin           image.Point
	}{
		{"one pixel", "r=dc2828\nr\n", "a\n", image.Point{}},
		{"no newline at the end", "r=dc2828\nr", "a\n", image.Point{}},
		{"comments", "# one\n#\n# r=000000\nr=dc2828\nr\n", "a\n", image.Point{}},
		{"colours in reading order", "Z=000000 0=ffffff a=00ff00\n.a0\nZ.a\n", ".ab\nc.a\n", image.Point{}},
		{"cropped", sampleText, "aaa.\nb.ac\nbbb.\n", image.Pt(2, 1)},
		{"blank row", "r=dc2828\nr\n.\nr\n", "a\n.\na\n", image.Point{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Parse("drawing", test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := drawing(s); got != test.want || s.Origin() != test.origin {
				t.Errorf("got %v\n%swant %v\n%s", s.Origin(), got, test.origin, test.want)
			}
			if s.Name() != "drawing" || s.Format() != "text" {
				t.Errorf("name %q, format %q", s.Name(), s.Format())
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "drawing: want a line of colours and at least one row"},
		{"comments only", "# a\n# b\n", "drawing: want a line of colours and at least one row"},
		{"no rows", "r=dc2828\n", "drawing: want a line of colours and at least one row"},
		{"no colours", "rr\nrr\n", `drawing line 1: "rr" isn't a colour like r=dc2828`},
		{"upper-case digits", "r=DC2828\nr\n", `drawing line 1: "r=DC2828" isn't a colour like r=dc2828`},
		{"five digits", "r=dc282\nr\n", `drawing line 1: "r=dc282" isn't a colour like r=dc2828`},
		{"seven digits", "r=dc28280\nr\n", `drawing line 1: "r=dc28280" isn't a colour like r=dc2828`},
		{"no letter", ".=dc2828\n.\n", `drawing line 1: ".=dc2828" isn't a colour like r=dc2828`},
		{"two spaces", "r=dc2828  g=28b43c\nrg\n", `drawing line 1: "" isn't a colour like r=dc2828`},
		{"space at the end", "r=dc2828 \nr\n", `drawing line 1: "" isn't a colour like r=dc2828`},
		{"letter twice", "r=dc2828 r=28b43c\nr\n", `drawing line 1: 'r' names two colours`},
		{"colour twice", "r=dc2828 g=dc2828\nrg\n", `drawing line 1: 'r' and 'g' name the same colour`},
		{"unused", "# two\nr=dc2828 g=28b43c\nrr\n", `drawing line 2: colour 'g' is never used`},
		{"unknown letter", "r=dc2828\nrr\nrx\n", `drawing line 3: 'x' in column 1 is neither '.' nor a colour`},
		{"comment among the rows", "r=dc2828\nr\n#\n", `drawing line 3: '#' in column 0 is neither '.' nor a colour`},
		{"longer row", "r=dc2828\nr\nrr\n", "drawing line 3: the row has 2 characters, the first one has 1"},
		{"shorter row", "r=dc2828\nrr\nr\n", "drawing line 3: the row has 1 character, the first one has 2"},
		{"empty row", "r=dc2828\n\nr\n", "drawing line 2: a row is missing"},
		{"empty line at the end", "r=dc2828\nr\n\n", "drawing line 3: a row is missing"},
		{"carriage return", "r=dc2828\r\nr\r\n", `drawing line 1: "r=dc2828\r" isn't a colour like r=dc2828`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Parse("drawing", test.text)
			if err == nil {
				t.Fatalf("accepted, want %q:\n%s", test.want, drawing(s))
			}
			if err.Error() != test.want {
				t.Errorf("error %q, want %q", err, test.want)
			}
		})
	}
}
