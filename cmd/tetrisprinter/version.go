package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersionCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Say which version this is",
		Long:    `version prints the version of the program and the Go release that built it.`,
		Example: `  tetrisprinter version`,
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.out, versionText())
			return err
		},
	}
}

// versionText returns the version that the go command stamped into the program.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "tetrisprinter, version unknown"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "development version"
	}
	return fmt.Sprintf("tetrisprinter %s, built with %s", version, info.GoVersion)
}
