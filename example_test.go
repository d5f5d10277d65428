package tetrisprinter_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tetrisprinter/tetrisprinter/converter"
	"github.com/tetrisprinter/tetrisprinter/printer"
	"github.com/tetrisprinter/tetrisprinter/sprites"
)

// From a sprite to a plan to a video.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "gift.avi")

	sprite, err := sprites.Builtin("gift") // or sprites.Open("gift.png", nil)
	if err != nil {
		log.Fatal(err)
	}
	plan, report, err := converter.Convert(context.Background(), sprite, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Pieces, "pieces,", report.Lines, "lines cleared")
	video, err := printer.Print(context.Background(), plan, out, &printer.Options{Speed: 20})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(video.Frames, "frames of", video.Width, "by", video.Height, "pixels")
	// Output:
	// 30 pieces, 0 lines cleared
	// 210 frames of 368 by 720 pixels
}
