package patterns

import (
	"cmp"
	"slices"
)

// Stat is what a table holds of one height.
type Stat struct {
	Rows     int
	Pieces   int // of each pattern, the last piece of a platform included
	Patterns int
	Proved   int // of them, those of which fewer rows are ruled out
}

// Stats counts the patterns of t by their height, the least first. The sum of
// Stat.Patterns is [Table.Total] if t is finished.
func (t *Table) Stats() []Stat {
	byRows := make(map[int]Stat)
	for _, p := range t.Patterns {
		s := byRows[p.Rows]
		s.Rows = p.Rows
		s.Pieces = (p.Width*p.Rows + p.Squares()) / 4
		s.Patterns++
		if !p.Unproved {
			s.Proved++
		}
		byRows[p.Rows] = s
	}
	stats := make([]Stat, 0, len(byRows))
	for _, s := range byRows {
		stats = append(stats, s)
	}
	slices.SortFunc(stats, func(a, b Stat) int { return cmp.Compare(a.Rows, b.Rows) })
	return stats
}
