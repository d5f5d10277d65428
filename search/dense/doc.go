// Package dense prints sprites with few pieces.
//
// With N pieces, W columns, P pixels and C cleared rows, 4N = P + W·C: every row
// that clears costs W/4 pieces, so a plan is good if few rows clear. The methods of
// 2013 clear eight to twelve rows for each row of the sprite. Here one structure
// leaves pixels in six rows at once:
//
//   - A structure fills h rows completely, on top of what stands. Some of its
//     pieces stick down, up to three rows, into pixels below; some stick up into
//     pixels of the rows that will be there once the h rows are gone. They lie on
//     the structure, so they may hang over transparent gaps. A beam search over
//     the columns finds the structures that fill most pixels (beam.go), with the
//     help of an exact answer to what can still be closed (complete.go, void.go);
//     taking the pieces away again finds the order of the drops, if there is one (order.go).
//   - A structure may leave cells over for the next one (carry.go): so neither has to
//     come out as a multiple of four, and what floats beside the sprite carries pieces.
//   - Pieces that are pixels alone cost nothing. A picture that can be tiled is
//     printed so (tile.go).
//   - A platform carries what nothing else can (platform.go).
//   - A cut at which a pixel would be lost for ever is never taken (reach.go).
//   - A state that can't lead to fewer cleared rows than the best plan has is left (outlook.go).
//   - If all that finds no plan, the rows are printed one after the other (rows.go). That
//     alone printed 983 of the random sprites below, and all on fields of odd width.
//
// The states that structures lead through are searched in layers of equally many
// cleared rows (attempt.go); attempts at other columns and with other colours on
// the tetrominoes compete in rounds (search.go).
//
// One structure takes about a tenth of a millisecond on a field of 21 columns,
// and the work grows with the width. The search may miss plans, but of 1,000 random
// sprites of 1 to 20 rows and one to six colours on fields 8 to 32 wide it finds all; what
// is proved impossible is told before (parity.go). Walls that are far away cost rows: at
// the highest effort 51 sprites by other people clear 923 rows on 21 columns, and 793 on
// fields hardly wider than they are, with a wall beside each structure.
//
// Tried, and not here: a row left over below pixels that stick up, to be filled in a
// second step. That is possible after one structure in twelve at best, and plans got 2 %
// longer. Comparing states by the rows they have filled instead of the pixels made no
// difference, nor did comparing them by their outlook, or by the runs of one colour left in
// rows and columns, which tell best how many rows will follow. Windows as high as the rest
// of the sprite, to fill all of it at once, could hardly ever be tiled.
//
// Everything found is replayed in the tests by the rules of package tetris.
package dense
