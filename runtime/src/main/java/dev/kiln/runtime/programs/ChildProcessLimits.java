package dev.kiln.runtime.programs;

import java.time.Duration;

/**
 * What the children of one host may cost together.
 *
 * @param maxProcesses how many there may be, waiting ones included
 * @param maxMemoryBytes what they may hold, as far as it was declared
 * @param grace how long one has to end by itself before it is killed
 */
public record ChildProcessLimits(int maxProcesses, long maxMemoryBytes, Duration grace) {
  /** Four for each core and eight more, half of the machine's memory, two seconds. */
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
