package patterns

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

//go:generate go run ./gen

// EmbeddedWidth is the width of the field that the embedded tables are for.
const EmbeddedWidth = 21

// embeddedTables is how many there are: emitters of 1 to 7 squares, platforms.
const embeddedTables = EmbeddedWidth/3 + 1

//go:embed tables/*.txt
var files embed.FS

// embedded parses each table when it is first asked for; index 0 is platforms.
var embedded = func() (tables [embeddedTables]func() *Table) {
	for n := range tables {
		tables[n] = sync.OnceValue(func() *Table { return parseEmbedded(n) })
	}
	return tables
}()

func parseEmbedded(squares int) *Table {
	f, err := files.Open("tables/" + FileName(EmbeddedWidth, squares))
	if err != nil {
		panic("patterns: " + err.Error())
	}
	defer f.Close()
	tables, err := Read(f)
	if err != nil || len(tables) != 1 {
		panic(fmt.Sprintf("patterns: embedded table: %v", err))
	}
	return tables[0]
}

// FileName returns the name of the file that holds a table, such as
// "21-emitters-3.txt" or, for 0 squares, "21-platforms.txt".
func FileName(width, squares int) string {
	if squares == 0 {
		return fmt.Sprintf("%d-platforms.txt", width)
	}
	return fmt.Sprintf("%d-emitters-%d.txt", width, squares)
}

// Embedded returns the embedded table for a number of squares from 1 to 7, or
// for 0 that of platforms; nil for others. It is parsed at the first call, in
// some milliseconds. It is shared: don't change it.
func Embedded(squares int) *Table {
	if squares < 0 || squares >= embeddedTables {
		return nil
	}
	return embedded[squares]()
}

// EmbeddedSet returns all embedded tables. They are shared: don't change them.
func EmbeddedSet() *Set {
	s := &Set{Width: EmbeddedWidth}
	for n := 1; n < embeddedTables; n++ {
		s.Tables = append(s.Tables, Embedded(n))
	}
	s.Tables = append(s.Tables, Embedded(0))
	return s
}

// EmbeddedText returns the file of an embedded table as it is, for the same
// numbers as [Embedded], or an error that wraps [fs.ErrNotExist].
func EmbeddedText(squares int) ([]byte, error) {
	return fs.ReadFile(files, "tables/"+FileName(EmbeddedWidth, squares))
}
