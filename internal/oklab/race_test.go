//go:build race

package oklab

// underRace says that the race detector is on, which makes arithmetic slow and
// has nothing to find in it.
const underRace = true
