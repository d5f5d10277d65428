//go:build race

package exchange

// underRace says that the race detector is on, which makes conversions slow and
// has nothing to find in this package.
const underRace = true
