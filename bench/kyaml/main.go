// Command kyaml measures the step "bytes, a label on every item, bytes" with kyaml: the reader, the
// label filter and the writer that a Go function runs on, in process and warm.
//
// It prints one line of name=value pairs for the file it is given; bench/run reads it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"time"

	"dev.kiln/bench/kyaml/label"
)

func main() {
	key := flag.String("key", "team", "the label's key")
	value := flag.String("value", "platform", "the label's value")
	warm := flag.Duration("warm", 2*time.Second, "how long to run before measuring")
	round := flag.Duration("round", time.Second, "how long one round takes")
	rounds := flag.Int("rounds", 5, "how many rounds; the median counts")
	flag.Parse()
	if flag.NArg() != 1 {
		fail(errors.New("give one file"))
	}
	input, err := os.ReadFile(flag.Arg(0))
	if err != nil {
		fail(err)
	}
	step := func() []byte {
		out, err := label.Every(input, *key, *value)
		if err != nil {
			fail(err)
		}
		return out
	}
	items, err := label.Count(step(), *key, *value)
	if err != nil {
		fail(err)
	}
	repeat(*warm, step)
	measured := make([]sample, *rounds)
	for i := range measured {
		measured[i] = repeat(*round, step)
	}
	n := float64(len(input))
	fmt.Printf("bytes=%d items=%d wall=%.4f cpu=%.4f alloc=%.2f rss=%d\n", len(input), items,
		n/median(measured, func(s sample) float64 { return s.wall })/1e6,
		n/median(measured, func(s sample) float64 { return s.cpu })/1e6,
		median(measured, func(s sample) float64 { return s.alloc })/n, peakRSS())
}

// sample is what one step took in one round: seconds on the clock, seconds of processor, bytes allocated.
type sample struct{ wall, cpu, alloc float64 }

func repeat(atLeast time.Duration, step func() []byte) sample {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cpuTime()
	start := time.Now()
	steps := 0
	for steps == 0 || time.Since(start) < atLeast {
		step()
		steps++
	}
	wall := time.Since(start)
	cpu = cpuTime() - cpu
	runtime.ReadMemStats(&after)
	n := float64(steps)
	return sample{wall.Seconds() / n, cpu.Seconds() / n, float64(after.TotalAlloc-before.TotalAlloc) / n}
}

func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peakRSS is the largest resident size of this process so far, in bytes.
func peakRSS() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		var kilobytes int64
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); err == nil {
			return kilobytes << 10
		}
	}
	return 0
}

func median(samples []sample, of func(sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	sort.Float64s(values)
	return values[len(values)/2]
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "kyaml:", err)
	os.Exit(1)
}
