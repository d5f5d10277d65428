package printer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrFormat reports that an output's name doesn't say what to write.
var ErrFormat = errors.New("unknown kind of output")

// A Format is a kind of output.
type Format int

// The formats.
const (
	ByName Format = iota // what the output's name says
	PNG                  // a picture of the final field
	Sheet                // a contact sheet: a picture of the field for each row printed
	AVI                  // a Motion-JPEG video
	GIF                  // an animated GIF
	APNG                 // an animated PNG
	Folder               // a folder of PNG pictures, one a frame
	Y4M                  // uncompressed frames, for other programs
	MP4                  // a video made by ffmpeg: H.264
	WebM                 // a video made by ffmpeg: VP9
)

// formatNames are the endings without the dot, which are the words for the
// formats too. A folder has none.
var formatNames = [...]string{
	PNG: "png", Sheet: "sheet", AVI: "avi", GIF: "gif", APNG: "apng", Folder: "folder", Y4M: "y4m", MP4: "mp4", WebM: "webm",
}

// String returns the word that [ParseFormat] takes, and "" for ByName.
func (f Format) String() string {
	if f < 0 || int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}

// Formats returns the words for the formats.
func Formats() []string { return append([]string(nil), formatNames[PNG:]...) }

// ParseFormat returns the format of that word, one of [Formats]. The error
// wraps [ErrFormat].
func ParseFormat(word string) (Format, error) {
	for f := PNG; int(f) < len(formatNames); f++ {
		if formatNames[f] == word {
			return f, nil
		}
	}
	return 0, fmt.Errorf("%s: %w, want one of %s", word, ErrFormat, strings.Join(Formats(), ", "))
}

// FormatOf returns the format that an output's name asks for: Folder if it ends
// in a path separator, Sheet if it is sheet.png or ends in .sheet.png or
// -sheet.png, else by its ending .png, .avi, .gif, .apng, .y4m, .mp4 or .webm.
// The error wraps [ErrFormat].
func FormatOf(name string) (Format, error) {
	if name != "" && (name[len(name)-1] == '/' || os.IsPathSeparator(name[len(name)-1])) {
		return Folder, nil
	}
	base := strings.ToLower(filepath.Base(name))
	if base == "sheet.png" || strings.HasSuffix(base, ".sheet.png") || strings.HasSuffix(base, "-sheet.png") {
		return Sheet, nil
	}
	f, err := ParseFormat(strings.TrimPrefix(filepath.Ext(base), "."))
	if err != nil || f == Sheet || f == Folder {
		return 0, fmt.Errorf("%s: %w: a name ends in .png, .avi, .gif, .apng, .y4m, .mp4, .webm or, for a folder of frames, in /", name, ErrFormat)
	}
	return f, nil
}

// formatOf returns the format for the output called name.
func (o *Options) formatOf(name string) (Format, error) {
	f := ByName
	if o != nil {
		f = o.Format
	}
	var err error
	if f == ByName {
		f, err = FormatOf(name)
	}
	if f == PNG && o != nil && o.Animate {
		f = APNG
	}
	return f, err
}
