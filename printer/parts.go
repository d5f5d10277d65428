package printer

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tetrisprinter/tetrisprinter/internal/atomicfile"
)

// parts are the files of one output: one, or several with numbers. None appears
// before commit.
type parts struct {
	path     string
	numbered bool // out.avi stands for out-001.avi, out-002.avi and so on
	force    bool
	files    []*atomicfile.File
}

// create begins the next file and returns the path of its temporary one.
func (p *parts) create() (string, error) {
	f, err := atomicfile.Create(p.name(len(p.files)), &atomicfile.Options{Force: p.force})
	if err != nil {
		return "", err
	}
	p.files = append(p.files, f)
	return f.TempPath(), nil
}

// name returns the name of file i.
func (p *parts) name(i int) string {
	if !p.numbered {
		return p.path
	}
	ext := filepath.Ext(p.path)
	return fmt.Sprintf("%s-%03d%s", strings.TrimSuffix(p.path, ext), i+1, ext)
}

func (p *parts) names() (names []string) {
	for i := range p.files {
		names = append(names, p.name(i))
	}
	return names
}

// commit gives all files their names. If one can't have it, those before it are
// removed again, unless they have replaced others.
func (p *parts) commit() error {
	for i, f := range p.files {
		if err := f.Commit(); err != nil {
			for j := 0; j < i && !p.force; j++ {
				os.Remove(p.name(j))
			}
			return err
		}
	}
	return nil
}

// abort removes what was written. After commit it does nothing.
func (p *parts) abort() {
	for _, f := range p.files {
		f.Abort()
	}
}
