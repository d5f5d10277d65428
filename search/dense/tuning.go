package dense

// tuning holds the numbers of an attempt that only experiments can find: pieces
// counted as cmd/benchpieces does, on sprites by other people.
type tuning struct {
	beamWidth int // nodes of the beam
	moves     int // moves tried at a state in one visit
	noise     int // random share of a pixel's weight, of 100
	deep      int // extra weight of a pixel below the cut, for each row of depth
	upMost    int // moves that fill more rows above are tried one time in eight
	platform  int // one in so many visits tries a platform
	left      int // tenths of a pixel that a cell left over is worth in a state's score
	raised    int // tenths of a pixel by which a platform betters a state's score
	spare     int // weight of a cell left over, without idle; that of a pixel is 100
	revisit   int // tenths of a pixel by which a state's score falls with each visit
	idle      int // tenths of a pixel by which a structure that fills none lowers it; 0: there are no such
}

var defaultTuning = tuning{beamWidth: 60, moves: 4, noise: 30, deep: 10, spare: -20, revisit: 20, upMost: down, platform: 10, left: 2}

// Cells left over weigh less than nothing, though a structure may need them: with -20 51
// sprites took 6,865 pieces on average over ten seeds, with 5 6,905, and four large
// pictures 6 % less over three or four. On fields of even width, where a structure
// leaves some over most of the time, still fewer are better: people's pictures on 10
// columns take 2 % fewer pieces with evenSpare than with 5, over three seeds.
const evenSpare = -50

// usualTuning is the default one on a field of some width.
func usualTuning(width int) tuning {
	t := defaultTuning
	if width%2 == 0 {
		t.spare = evenSpare
	}
	return t
}

// tunings are taken by turns where there is no plan yet: some sprites need a wider look,
// some structures that only change what is left over, some just another attempt.
var tunings = [...]tuning{defaultTuning, idleTuning, wideTuning}

var idleTuning = tuning{beamWidth: 60, moves: 4, noise: 60, deep: 10, revisit: 20, upMost: down, platform: 2, raised: 5, idle: 10}

var wideTuning = tuning{beamWidth: 200, moves: 4, noise: 100, deep: 10, revisit: 20, upMost: 1, platform: 2, raised: 5, idle: 10}
