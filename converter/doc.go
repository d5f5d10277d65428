// Package converter turns a sprite into a plan: the drops that print it.
//
// [Convert] checks that the sprite can be printed at all, places it in the
// field, lets a method find the drops and proves them by replay before it
// returns them. The methods are those of 2013: rows are printed from the bottom
// up, each in passes of emitters, on a platform where a pixel has nothing below
// it. See packages search and patterns for how they work.
package converter
