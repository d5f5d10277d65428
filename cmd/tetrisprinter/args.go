package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// noArgs refuses any word.
func noArgs(cmd *cobra.Command, args []string) error {
	return takes(0, 0, "")(cmd, args)
}

// takes wants least to most words; what says which they are.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		hint := cmd.CommandPath() + " --help shows how"
		switch {
		case len(args) < least:
			return usage(hint, "%s needs %s", cmd.Name(), what)
		case len(args) > most:
			return usage(hint, "%q is one word too many for %s", args[most], cmd.Name())
		}
		return nil
	}
}

// addQuietFlag adds --quiet. Errors are said all the same.
func addQuietFlag(f *pflag.FlagSet, quiet *bool) {
	f.BoolVarP(quiet, "quiet", "q", false, "say nothing unless it fails")
}

// addJSONFlag adds --json. Where a report goes, tell decides.
func addJSONFlag(f *pflag.FlagSet, asJSON *bool) {
	f.BoolVar(asJSON, "json", false, "report in JSON on stdout (on stderr if the product goes to stdout)")
}

// addOutputFlags adds --output and --force; o.path is the default.
func addOutputFlags(f *pflag.FlagSet, o *output, what string) {
	f.StringVarP(&o.path, "output", "o", o.path, what)
	f.BoolVarP(&o.force, "force", "f", false, "replace what is there already")
}

// completeSprites completes the names of built-in sprites, after which the
// shell may still complete files.
func completeSprites(_ *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range sprites.Names() {
		if strings.HasPrefix(sprites.Prefix+name, word) {
			names = append(names, sprites.Prefix+name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeFlag completes the values of a flag that takes one of some words.
func completeFlag(cmd *cobra.Command, flag string, words []string) {
	complete := func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic("tetrisprinter: " + err.Error())
	}
}
