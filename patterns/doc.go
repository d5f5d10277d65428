// Package patterns holds the tables of the classic method: for every set of
// squares a pass can leave, the drops that leave exactly them.
//
// # Emitters
//
// An emitter of n squares begins with n pieces of J, T or L, each with three
// cells side by side, its triple, and a square under one of the three: the right
// one for J, the middle one for T, the left one for L. The squares lie in the
// sprite row, the triples in the row above. The pieces that follow fill that row
// and those above it completely; the rows clear and leave the n squares. So the
// table needs an entry for each position of the triples, C(W-2n, n) on W
// columns, and none for the colours: entries hold T pieces, and [Pattern.Emit]
// puts the wanted ones in their place.
//
// # Platforms
//
// A platform stands on one square and carries the next row of a sprite that has
// nothing below some of its pixels. It begins with a flat T, one of whose three
// lower cells lies on the square. Its lowest row clears on the way and three stay, full but for a hole in the
// outermost two columns, which the last piece, a J at the left wall or an L at
// the right one, fills when the row on top is printed: the three rows clear and
// the printed row comes down.
//
// # Arithmetic
//
// An emitter of n squares and h rows consists of W·h+n cells, so only heights at
// which 4 divides that sum exist: [Rows]. On 21 columns every n has one, on 10
// only even n, on 8, 12 or 20 only multiples of 4. A platform fills W·h-4 cells.
//
// # Least heights
//
// Entries have the least height there is; all lower ones that the arithmetic
// allows are ruled out by a search that ends. On 21 columns, 15 emitters of one
// square have 3 rows and 4, two and their mirror images, need 7; of two squares 3
// have 2 rows and 133 need 6; of six squares 35 have 2 rows and 49 need 6; all of
// three need 5, since 1 row has no place for other pieces. No other game does
// with less either: letting pieces leave gaps under themselves and rows clear in
// any order changes none of these. See search.Prover.
//
// # Inverted emitters
//
// Three equal pixels side by side can be printed by one inverted J, T or L,
// three cells in the sprite row and one above. Such emitters are not tabled.
// What can be packed on top depends on where the single cells are and on which
// squares of the row are there to lean on, those of earlier passes too. Without
// those, upright and inverted emitters can stand in a row of 17 pixels on 21
// columns in 4,761,044 ways; the tables of upright ones come to 1,872 entries. So
// these packings are searched while converting.
//
// # Text form
//
// A table is drawn as plans are: letters from 'A' on in drop order, '.' for an
// empty cell, entries separated by blank lines, comment lines in front. The
// bottom line of an emitter is the sprite row: the letters up to its greatest
// one are the emitters.
package patterns
