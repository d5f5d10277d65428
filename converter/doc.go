// Package converter turns a sprite into a plan: the drops that print it.
//
// [Convert] checks that the sprite can be printed at all, places it in the
// field, lets a method find the drops and proves them by replay before it
// returns them. The dense method looks for the fewest pieces (package search/dense).
// The others are those of 2013: rows are printed from the bottom up, each in passes
// of emitters, on a platform where a pixel has nothing below it (packages search
// and patterns).
package converter
