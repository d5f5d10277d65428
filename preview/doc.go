// Package preview shows what a plan prints before it is printed: as text in a
// terminal or as a PNG beside the original. [OfPlan] plays the plan by the rules
// and shows what is left, so a preview can't be better than the print.
package preview
