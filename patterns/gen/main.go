// Command gen rebuilds the embedded tables: "go generate ./patterns". It needs
// no network and writes the same bytes every time.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tetrisprinter/tetrisprinter/patterns"
	"github.com/tetrisprinter/tetrisprinter/search"
)

func main() {
	if err := run(context.Background(), "tables"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run writes the tables into an existing folder.
func run(ctx context.Context, dir string) error {
	set, report, err := search.Build(ctx, nil)
	if err != nil {
		return err
	}
	if report.None > 0 || report.GaveUp > 0 {
		return fmt.Errorf("%d positions have no pattern, %d were given up", report.None, report.GaveUp)
	}
	for _, t := range set.Tables {
		var b bytes.Buffer
		if err := patterns.Write(&b, t); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, patterns.FileName(t.Width, t.Squares)), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
