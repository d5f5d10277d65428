package dense

// Here is chosen which moves are tried at a state: more often those that have led
// somewhere in the attempt.

// rate counts how often a move was tried in an attempt, how often it led on, and how
// often to a state about as good as the best one waiting with as many cleared rows.
type rate struct{ tried, good, top int }

// topMargin is how much less, in tenths of a pixel, such a state may score.
const topMargin = 20

// numMoves is the number of moves at a state: rises, heights and ups, without cells
// left over and with them.
const (
	numMoves     = 2 * numFullMoves
	numFullMoves = (maxRise + 1) * (maxHeight + 1) * (down + 1)
)

// moveAt returns the i-th move at s.
func moveAt(s *state, i int) move {
	carry := i / numFullMoves
	i %= numFullMoves
	return move{s.height + i/((maxHeight+1)*(down+1)), i / (down + 1) % (maxHeight + 1), i % (down + 1), carry}
}

// rule marks the moves that can't be made at s.
func (a *attempt) rule(s *state) {
	cuts := a.cuts(s)
	if a.outlook != nil {
		a.outlook.look(s)
	}
	for i := range numMoves {
		m := moveAt(s, i)
		switch {
		case !mayCarry(s, m),
			m.height > 0 && !grows(s, m) && cuts>>(m.cut-s.height)&1 == 0,
			m.height == 0 && m.cut > s.height,
			m.height == maxHeight && a.canvas.width > wideField,
			a.tooHigh(s, m):
			s.bad.add(i)
		}
	}
}

// pick chooses a move at s, more often one that has led somewhere in this attempt.
// It returns -1 if there is none left.
func (a *attempt) pick(s *state) int {
	sum := 0
	for i := range numMoves {
		if a.mayPick(s, i) {
			sum += a.chance(i)
		}
	}
	if sum == 0 {
		return -1
	}
	at := a.rand.IntN(sum)
	for i := range numMoves {
		if a.mayPick(s, i) {
			if at -= a.chance(i); at < 0 {
				return i
			}
		}
	}
	panic("dense: no move picked")
}

// mayPick reports whether the i-th move may lead somewhere at s and the tuning has it.
func (a *attempt) mayPick(s *state, i int) bool {
	if s.bad.has(i) {
		return false
	}
	return a.tuning.idle > 0 || !grows(s, moveAt(s, i))
}

func (a *attempt) chance(i int) int {
	r := &a.rate[i]
	c := 1 + (10*(r.good+1)+200*(r.top+1))/(r.tried+2)
	i %= numFullMoves
	if i%(down+1) > a.tuning.upMost {
		c = max(1, c/8)
	}
	switch i / (down + 1) % (maxHeight + 1) {
	case maxHeight - 1:
		c = max(1, c/2)
	case maxHeight:
		c = max(1, c/20)
	}
	return c
}
