// Package search finds the drops of the classic method of 2013: packings of
// tetrominoes that fill rows completely, and with them the drops that print one
// row of a sprite.
//
// # Packings
//
// A [Packing] is a state of the rows above a sprite row, given by the height of
// each column, and the heights to reach. No piece may leave a gap under itself,
// so heights are all there is to know: rows complete and clear from the bottom
// up, and as many are gone as the lowest column is high. A piece is supported,
// and so comes to rest where it should, if one of its columns is higher than
// that, or exactly that high where the square of the sprite row below is filled.
//
// Two searchers solve packings. [Random] is the one of the article: depth-first
// over the placements in random order, given up after 1,000 attempts and started
// again with other random numbers. [Exact] decides: it finds a packing or proves
// that there is none.
//
// # Rows
//
// [Classic] prints one row of a sprite after another, from the tables of package
// patterns or with packings searched while printing.
package search
