package printer

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
)

// An FFmpegError reports that ffmpeg, which makes MP4 and WebM videos, is missing
// or has failed.
type FFmpegError struct {
	Missing bool
	Message string // what ffmpeg said; may have several lines, or none
	Err     error
}

func (e *FFmpegError) Error() string {
	if e.Missing {
		return "ffmpeg, which makes MP4 and WebM videos, is not on the PATH"
	}
	text := "ffmpeg failed: " + e.Err.Error()
	for line := range strings.Lines(e.Message) {
		text += ": " + strings.TrimSpace(line)
	}
	return text
}

// Unwrap returns e.Err.
func (e *FFmpegError) Unwrap() error { return e.Err }

// ffmpegCodecs are the options that say how ffmpeg codes a video: at a quality
// that keeps flat squares as they are, and as fast as a person would wait for.
// Slower settings make the files of these pictures half as large at best.
var ffmpegCodecs = map[Format][]string{
	MP4:  {"-c:v", "libx264", "-crf", "16", "-preset", "veryfast", "-movflags", "+faststart", "-f", "mp4"},
	WebM: {"-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1", "-f", "webm"},
}

// ffmpegArgs returns the arguments for a video in the file path, made from a
// stream on standard input. Without a date or its version in the file, the same
// ffmpeg writes the same bytes each time.
func ffmpegArgs(f Format, path string) []string {
	args := []string{
		"-nostdin", "-v", "error", "-f", "yuv4mpegpipe", "-i", "-",
		"-pix_fmt", "yuv420p", "-color_range", "tv", "-colorspace", "smpte170m",
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1",
	}
	args = append(args, ffmpegCodecs[f]...)
	return append(args, "-y", "file:"+path)
}

// findFFmpeg returns the path of ffmpeg, or an [*FFmpegError].
func findFFmpeg() (string, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", &FFmpegError{Missing: true, Err: err}
	}
	return program, nil
}

// recordFFmpeg has ffmpeg write the video to the file path.
func (j *job) recordFFmpeg(ctx context.Context, path string) (*Report, error) {
	program, err := findFFmpeg()
	if err != nil {
		return nil, err
	}
	work, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(work, program, ffmpegArgs(j.opts.Format, path)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, &FFmpegError{Err: err}
	}
	writeErr := j.writeY4M(ctx, pipe)
	pipe.Close()
	if cause := context.Cause(ctx); cause != nil {
		cancel()
		cmd.Wait()
		return nil, cause
	}
	// If ffmpeg has failed, writing to it has too: its own error says why.
	if err := cmd.Wait(); err != nil {
		return nil, &FFmpegError{Message: said.String(), Err: err}
	}
	return j.report(), writeErr
}
