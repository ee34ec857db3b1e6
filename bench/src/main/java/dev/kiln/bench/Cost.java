package dev.kiln.bench;

/**
 * The cost of one step: megabytes of input a second, by the clock and by the processor, and bytes
 * allocated per byte.
 */
record Cost(double wall, double cpu, double alloc) {
  double rate(boolean byCpu) {
    return byCpu ? cpu : wall;
  }
}
