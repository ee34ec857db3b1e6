package dev.kiln.runtime.instances;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the memory size of the machine, or of the container around this process. */
final class MachineMemory {
  private static final Path CGROUP = Path.of("/sys/fs/cgroup/memory.max");
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final String TOTAL = "MemTotal:";

  private MachineMemory() {}

  /** The memory size; four times the maximum heap if it cannot be read. */
  static long memoryBytes() {
    return Math.min(limit(), total());
  }

  private static long limit() {
    try {
      String text = Files.readString(CGROUP).strip();
      return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
    } catch (IOException | NumberFormatException e) {
      return Long.MAX_VALUE; // no such limit
    }
  }

  private static long total() {
    try (var lines = Files.lines(MEMINFO)) {
      return lines
          .filter(line -> line.startsWith(TOTAL))
          .map(line -> line.substring(TOTAL.length()).replace("kB", "").strip())
          .mapToLong(kilobytes -> Long.parseLong(kilobytes) << 10)
          .findFirst()
          .orElseGet(MachineMemory::guess);
    } catch (IOException | NumberFormatException e) {
      return guess();
    }
  }

  private static long guess() {
    return 4 * Runtime.getRuntime().maxMemory();
  }
}
