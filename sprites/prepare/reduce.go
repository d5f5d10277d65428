package prepare

import (
	"image/color"
	"slices"

	"github.com/tetrisprinter/tetrisprinter/internal/oklab"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// Reducing colours means to choose those that all others can become with the
// least error: the sum, over all pixels, of the squared distance in OKLab. The
// colours chosen are colours that the picture has, so nothing new comes in, and
// flat areas of them stay as they are.
//
// Ward's method (1963) starts with a group for each colour and joins the two
// groups that add the least error until enough are gone. That takes time with
// the square of the number, so a picture of many colours first has them put into
// small cubes. Then rounds of k-medoids improve the groups: each colour goes to
// the nearest chosen one, and of each group the colour nearest to its mean is
// chosen, until nothing changes.
//
// All of it is done in integers, sums in the order of the colours, and of equal
// choices the first is taken: the result is the same on every machine. It need
// not be the best there is; the tests compare it with the best for few colours.

const (
	// maxGroups is the number of groups to start with. 512 take about 8 ms.
	maxGroups = 512

	// maxRounds bounds the rounds of k-medoids. The pictures of the tests need
	// up to 8.
	maxRounds = 32
)

// group is a set of colours.
type group struct {
	weight  int64    // pixels
	sum     [3]int64 // of their coordinates
	mean    oklab.Color
	members []int // indexes of colours
}

// single returns the group of colour i alone.
func single(i int, colors []sprites.Color, labs []oklab.Color) group {
	w, lab := int64(colors[i].Count), labs[i]
	return group{
		weight:  w,
		sum:     [3]int64{w * int64(lab.L), w * int64(lab.A), w * int64(lab.B)},
		members: []int{i},
	}
}

// add puts the weight and the members of h into g.
func (g *group) add(h group) {
	g.weight += h.weight
	for i := range g.sum {
		g.sum[i] += h.sum[i]
	}
	g.mean = oklab.Color{L: int(g.sum[0] / g.weight), A: int(g.sum[1] / g.weight), B: int(g.sum[2] / g.weight)}
	g.members = append(g.members, h.members...)
}

// reduced returns at most n of the colours, in the order they have.
func reduced(colors []sprites.Color, n int) []color.NRGBA {
	labs := make([]oklab.Color, len(colors))
	for i, c := range colors {
		labs[i] = oklab.Of(c.NRGBA)
	}
	chosen := make([]bool, len(colors))
	if len(colors) <= n {
		for i := range chosen {
			chosen[i] = true
		}
	} else {
		groups := join(startingGroups(colors, labs), n)
		for _, i := range improved(groups, colors, labs) {
			chosen[i] = true
		}
	}
	var list []color.NRGBA
	for i, c := range colors {
		if chosen[i] {
			list = append(list, c.NRGBA)
		}
	}
	return list
}

// startingGroups returns at most maxGroups groups of the colours: one for each,
// or one for each cube of a grid in OKLab, as fine as they allow.
func startingGroups(colors []sprites.Color, labs []oklab.Color) []group {
	side := 1
	for {
		if groups := inCubes(side, colors, labs); groups != nil {
			return groups
		}
		side *= 2
	}
}

// inCubes returns a group for each cube of that side that has colours, in their
// order, or nil if these are more than maxGroups.
func inCubes(side int, colors []sprites.Color, labs []oklab.Color) []group {
	cubes := make(map[oklab.Color]int) // index in groups
	var groups []group
	for i, lab := range labs {
		// Moved up, so that no coordinate is negative.
		at := oklab.Color{L: lab.L / side, A: (lab.A + oklab.Unit) / side, B: (lab.B + oklab.Unit) / side}
		g, ok := cubes[at]
		if !ok {
			if len(groups) == maxGroups {
				return nil
			}
			g = len(groups)
			cubes[at] = g
			groups = append(groups, group{})
		}
		groups[g].add(single(i, colors, labs))
	}
	return groups
}

// cost returns the error that joining a and b adds, in 256ths. A picture has at
// most 2^24 pixels and a squared distance is below 2^28: it fits into 62 bits.
func cost(a, b *group) int64 {
	weight := (a.weight << 8) * b.weight / (a.weight + b.weight)
	return weight * int64(a.mean.Squared(b.mean))
}

// join joins groups until n are left.
func join(groups []group, n int) []group {
	p := pairs{groups: groups, nearest: make([]int, len(groups)), costs: make([]int64, len(groups))}
	for i := range groups {
		p.look(i)
	}
	for left := len(groups); left > n; left-- {
		p.joinCheapest()
	}
	return slices.DeleteFunc(groups, func(g group) bool { return g.weight == 0 })
}

// pairs knows of each group the later one that is cheapest to join with it, -1
// if there is none, and what that costs. A group of weight 0 is gone.
type pairs struct {
	groups  []group
	nearest []int
	costs   []int64
}

// look finds what is cheapest to join with group i.
func (p *pairs) look(i int) {
	p.nearest[i] = -1
	for j := i + 1; j < len(p.groups); j++ {
		if p.groups[j].weight > 0 {
			p.consider(i, j)
		}
	}
}

// consider lets group i be joined with group j if that is cheaper, or as cheap
// and j earlier.
func (p *pairs) consider(i, j int) {
	c := cost(&p.groups[i], &p.groups[j])
	if p.nearest[i] < 0 || c < p.costs[i] || c == p.costs[i] && j < p.nearest[i] {
		p.nearest[i], p.costs[i] = j, c
	}
}

// joinCheapest joins the pair that costs least, of several the first.
func (p *pairs) joinCheapest() {
	best := -1
	for i := range p.groups {
		if p.groups[i].weight > 0 && p.nearest[i] >= 0 && (best < 0 || p.costs[i] < p.costs[best]) {
			best = i
		}
	}
	gone := p.nearest[best]
	p.groups[best].add(p.groups[gone])
	p.groups[gone] = group{}
	// Groups behind gone know neither of the two.
	for i := range gone {
		switch {
		case p.groups[i].weight == 0:
		case i == best || p.nearest[i] == gone || p.nearest[i] == best:
			p.look(i)
		case i < best:
			p.consider(i, best)
		}
	}
}

// improved returns one colour of each group, by its index, after rounds of
// k-medoids.
func improved(groups []group, colors []sprites.Color, labs []oklab.Color) []int {
	medoids := make([]int, len(groups))
	for round := range maxRounds {
		changed := round == 0
		centers := make([]oklab.Color, len(groups))
		for i := range groups {
			m := medoid(&groups[i], labs)
			changed = changed || m != medoids[i]
			medoids[i], centers[i] = m, labs[m]
		}
		if !changed {
			break
		}
		groups = assigned(centers, medoids, colors, labs)
	}
	return medoids
}

// medoid returns the member of g that is nearest to its mean, of several the
// first one.
func medoid(g *group, labs []oklab.Color) int {
	best := g.members[0]
	for _, i := range g.members {
		d, least := labs[i].Squared(g.mean), labs[best].Squared(g.mean)
		if d < least || d == least && i < best {
			best = i
		}
	}
	return best
}

// assigned puts each colour into the group of the nearest center, and each
// medoid into its own: a group is never empty, even if two centers are one.
func assigned(centers []oklab.Color, medoids []int, colors []sprites.Color, labs []oklab.Color) []group {
	groups := make([]group, len(centers))
	for i, lab := range labs {
		g := slices.Index(medoids, i)
		if g < 0 {
			g = lab.Nearest(centers)
		}
		groups[g].add(single(i, colors, labs))
	}
	return groups
}
