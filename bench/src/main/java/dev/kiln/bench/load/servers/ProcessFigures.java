package dev.kiln.bench.load.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources that a process uses, as Linux reports them.
 *
 * @param residentBytes the resident memory now
 * @param peakBytes the largest resident memory so far
 */
public record ProcessFigures(long residentBytes, long peakBytes, int threads, int descriptors) {
  static ProcessFigures of(long pid) {
    Path folder = Path.of("/proc", String.valueOf(pid));
    try (Stream<Path> descriptors = Files.list(folder.resolve("fd"))) {
      return of(Files.readAllLines(folder.resolve("status")), (int) descriptors.count());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what the process uses", e);
    }
  }

  /** Reads the lines of a status file. */
  static ProcessFigures of(List<String> status, int descriptors) {
    return new ProcessFigures(
        value(status, "VmRSS:") << 10,
        value(status, "VmHWM:") << 10,
        (int) value(status, "Threads:"),
        descriptors);
  }

  private static long value(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replace("kB", "").strip())
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the status of the process has no " + name));
  }
}
