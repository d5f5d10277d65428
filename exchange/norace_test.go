//go:build !race

package exchange

const underRace = false
