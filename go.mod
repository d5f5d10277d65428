module github.com/tetrisprinter/tetrisprinter

go 1.26.0

require (
	github.com/disintegration/imaging v1.6.2
	github.com/google/go-cmp v0.7.0
	github.com/icza/mjpeg v0.0.0-20220812133530-f79265a232f2
	github.com/lucasb-eyer/go-colorful v1.4.1
	github.com/makeworld-the-better-one/dither/v2 v2.4.0
	github.com/rogpeppe/go-internal v1.16.0
	github.com/schollz/progressbar/v3 v3.19.1
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/image v0.48.0
	golang.org/x/term v0.48.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)
