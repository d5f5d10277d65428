package search

import "testing"

func TestCountError(t *testing.T) {
	tests := []struct {
		err        CountError
		text, hint string
	}{
		{CountError{Width: 10, Squares: 3},
			"an emitter of 3 squares can't exist on 10 columns: 4 divides 10*rows+3 for no number of rows",
			"on 10 columns the number of squares is a multiple of 2"},
		{CountError{Width: 10, Squares: 1},
			"an emitter of one square can't exist on 10 columns: 4 divides 10*rows+1 for no number of rows",
			"on 10 columns the number of squares is a multiple of 2"},
		{CountError{Width: 20, Squares: 6},
			"an emitter of 6 squares can't exist on 20 columns: 4 divides 20*rows+6 for no number of rows",
			"on 20 columns the number of squares is a multiple of 4"},
		{CountError{Width: 21, Squares: 8},
			"an emitter of 8 squares doesn't fit on 21 columns: its triples need 24",
			"on 21 columns there are at most 7 squares"},
		{CountError{Width: 21, Squares: 2, Rows: 3},
			"an emitter of 2 squares can't have 3 rows on 21 columns: 4 doesn't divide 21*3+2",
			"the number of rows is 2, or more in steps of 4, up to 15"},
		{CountError{Width: 21, Rows: 3},
			"a platform can't have 3 rows on 21 columns: 4 doesn't divide 21*3+0",
			"the number of rows is 4, or more in steps of 4, up to 15"},
	}
	for _, test := range tests {
		if test.err.Error() != test.text || test.err.Hint() != test.hint {
			t.Errorf("%+v: got %q, hint %q; want %q, %q", test.err, test.err.Error(), test.err.Hint(), test.text, test.hint)
		}
	}
}
