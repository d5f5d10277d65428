// Package printer turns plans into pictures and videos of the print.
//
// The work is done in steps that know nothing of each other's insides:
//
//	timeline.go          which frames there are and what is on each: cells, the
//	                     piece in play, rows that flash, counts. No pixels.
//	layout.go, screen.go a frame as a screen of square tiles: one for each cell
//	                     of the field, its frame, and two letters of words.
//	paint.go, skin.go,   what a tile looks like, in inks of one palette; two
//	inks.go, goal.go     screens differ where tiles differ.
//	job.go               the screens of a print, one after another.
//	drawing.go           a block of a plan as its text form draws it.
//	jpeg.go              a screen as a JPEG picture, put together from coded
//	                     bits of its tiles.
//	avi.go, gif.go, …    screens into files.
//
// Everything moves by whole cells, so a video has few different tiles and most
// of a frame is the frame before: no output codes anything twice.
package printer
