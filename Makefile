# Everything is checked by .ci/run; this holds what takes long.

.PHONY: bench-pieces
bench-pieces: # pieces by method and effort, into docs/pieces.md
	go run ./cmd/benchpieces -efforts 1,5 -o docs/pieces.md
