// Package printer turns plans into pictures and videos of the print.
//
// The work is done in three steps that know nothing of each other's insides:
//
//	timeline.go   which frames there are and what is on each: cells, the piece
//	              in play, rows that flash, counts. No pixels.
//	screen.go     a frame as a screen of square tiles, one for each cell of the
//	              field and for each two letters of the caption.
//	paint.go      what a tile looks like; two screens differ where tiles differ.
//	print.go, folder.go, avi.go
//	              pictures into files.
//
// Everything moves by whole cells, so a video has few different tiles and most
// of a frame is the frame before.
package printer
