package dev.kiln.runtime.instances;

import java.time.Duration;

/**
 * The limits for all instances of one host together.
 *
 * @param maxProcesses how many instances there may be, idle ones included
 * @param maxMemoryBytes the memory they may use, by their declared sizes
 * @param grace how long an instance may take to end before it is killed
 */
public record InstanceLimits(int maxProcesses, long maxMemoryBytes, Duration grace) {
  /** Four processes per core plus eight, half of the machine's memory, a grace of two seconds. */
  public static InstanceLimits defaults() {
    int processes = 8 + 4 * Runtime.getRuntime().availableProcessors();
    return new InstanceLimits(processes, MachineMemory.memoryBytes() / 2, Duration.ofSeconds(2));
  }

  public InstanceLimits {
    if (maxProcesses < 1 || maxMemoryBytes < 1 || grace.isNegative()) {
      throw new IllegalArgumentException(
          "instances need at least one process and one byte, and a grace that is not negative");
    }
  }
}
