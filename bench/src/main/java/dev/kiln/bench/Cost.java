package dev.kiln.bench;

/**
 * What one step costs: megabytes of input a second, by the clock and by the processor, and bytes
 * allocated per byte.
 */
record Cost(double wall, double cpu, double alloc) {
  double rate(boolean byCpu) {
    return byCpu ? cpu : wall;
  }
}
