package avi

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// mjpeg's header is fixed but for its last chunk, strn, the name of the stream:
//
//	  0 RIFF size AVI_
//	 12   LIST size hdrl
//	 24     avih 56 …
//	 88     LIST size strl
//	100       strh 56 …
//	164       strf 40 …
//	212       strn length name
//	    LIST size movi
//
// The name holds the time of day and the abbreviation of the local time zone.
// It is 70 bytes long where the abbreviation has three letters, and longer
// where it has more: "CEST", "+0545". Here every file gets the same name of 70
// bytes. The index counts from "movi", so moving what follows breaks nothing.
const (
	riffSizePos = 4
	hdrlSizePos = 16
	strlSizePos = 92
	strnPos     = 212
	namePos     = 220
	nameBytes   = 70
)

// streamName is put in place of mjpeg's; zeros fill the rest.
const streamName = "Created with https://github.com/icza/mjpeg"

// finish puts the stream name right and checks that nothing is missing.
func (w *Writer) finish() error {
	f, err := os.OpenFile(w.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = canonicalize(f)
	if err == nil {
		err = checkLength(f, w.bytes)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

func checkLength(f *os.File, want int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != want {
		return fmt.Errorf("the AVI file has %d bytes, its frames add up to %d", info.Size(), want)
	}
	return nil
}

// canonicalize replaces the stream name of an AVI file that mjpeg wrote.
func canonicalize(f *os.File) error {
	header := make([]byte, namePos)
	if _, err := f.ReadAt(header, 0); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(header[strnPos+4:]))
	if string(header[strnPos:strnPos+4]) != "strn" || length < nameBytes {
		return fmt.Errorf("the AVI header has no stream name of %d bytes or more", nameBytes)
	}
	if extra := length - nameBytes; extra > 0 {
		if err := cut(f, namePos+nameBytes, extra); err != nil {
			return err
		}
		for _, pos := range []int{riffSizePos, hdrlSizePos, strlSizePos, strnPos + 4} {
			size := binary.LittleEndian.Uint32(header[pos:])
			binary.LittleEndian.PutUint32(header[pos:], size-uint32(extra))
		}
	}
	name := make([]byte, nameBytes)
	copy(name, streamName)
	_, err := f.WriteAt(append(header, name...), 0)
	return err
}

// cut removes n bytes at pos from the file.
func cut(f *os.File, pos, n int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	rest := info.Size() - pos - n
	// The reader is always ahead of the writer.
	from := io.NewSectionReader(f, pos+n, rest)
	to := io.NewOffsetWriter(f, pos)
	if _, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 1<<20)); err != nil {
		return err
	}
	return f.Truncate(pos + rest)
}
