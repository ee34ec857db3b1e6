package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * The limits for all child processes of one host together.
 *
 * @param maxProcesses how many children there may be, idle ones included
 * @param maxMemoryBytes the memory they may use, by their declared sizes
 * @param grace how long a child may take to end before it is killed
 */
public record ChildProcessLimits(int maxProcesses, long maxMemoryBytes, Duration grace) {
  /** Four processes per core plus eight, half of the machine's memory, a grace of two seconds. */
  public static ChildProcessLimits defaults() {
    int processes = 8 + 4 * Runtime.getRuntime().availableProcessors();
    return new ChildProcessLimits(
        processes, MachineMemory.memoryBytes() / 2, Duration.ofSeconds(2));
  }

  public ChildProcessLimits {
    if (maxProcesses < 1 || maxMemoryBytes < 1 || grace.isNegative()) {
      throw new IllegalArgumentException(
          "children need at least one process and one byte, and a grace that is not negative");
    }
  }
}
