package sprites

import (
	"embed"
	"fmt"
	"strings"
)

// Prefix stands before the name of a built-in sprite where a path is expected.
const Prefix = "sprite:"

// The sprites were drawn for this project, in the form that Parse reads.
//
//go:embed builtin/*.txt
var builtins embed.FS

// Names returns the names of the built-in sprites, without [Prefix], sorted.
func Names() []string {
	entries, err := builtins.ReadDir("builtin")
	if err != nil {
		panic("sprites: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	return names
}

// Builtin returns the built-in sprite of that name, which is given without
// [Prefix]. It returns an [*UnknownError] if there is none.
func Builtin(name string) (*Sprite, error) {
	text, err := builtins.ReadFile("builtin/" + name + ".txt")
	if err != nil {
		return nil, &UnknownError{Name: name}
	}
	s, err := Parse(Prefix+name, string(text))
	if err != nil {
		panic(fmt.Sprintf("sprites: %v", err))
	}
	return s, nil
}
