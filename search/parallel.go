package search

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for every index from 0 to n-1, on that many workers, 0
// meaning all cores, and returns when all calls have. It starts no further call
// when the context has ended or a call returned an error; the error is that of
// the call with the lowest index. After every call that succeeded, done is called
// with its index, never by two workers at once.
func parallel(ctx context.Context, n, workers int, do func(i int) error, done func(i int)) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	errs := make([]error, n)
	var next atomic.Int64
	var failed atomic.Bool
	var mu sync.Mutex
	work := func() {
		for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
			errs[i] = ctx.Err()
			if errs[i] == nil {
				errs[i] = do(i)
			}
			if errs[i] != nil {
				failed.Store(true)
				return
			}
			mu.Lock()
			done(i)
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(work)
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
