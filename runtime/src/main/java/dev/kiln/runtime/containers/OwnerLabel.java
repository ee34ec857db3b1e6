package dev.kiln.runtime.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that owns a container, as the container's label names it.
 *
 * @param pid its process id
 * @param startTime the start time, which distinguishes it from a later process with the same id
 * @param pidNamespace the kernel's boot and the namespace in which this id is valid
 */
record OwnerLabel(long pid, String startTime, String pidNamespace) {
  /** The label that names the owner of a container. */
  static final String LABEL = "dev.kiln.owner";

  private static final int STATE = 0; // index in the fields after the name in /proc/PID/stat
  private static final int STARTED = 19;
  private static final String UNKNOWN = "unknown";

  /** This process. */
  static OwnerLabel self() {
    long pid = ProcessHandle.current().pid();
    return new OwnerLabel(pid, started(pid).orElse(UNKNOWN), currentPidNamespace());
  }

  private static String currentPidNamespace() {
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      Path namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).getFileName();
      return boot + "_" + String.valueOf(namespace).replaceAll("\\D", "");
    } catch (IOException e) {
      return UNKNOWN; // not Linux
    }
  }

  /** Parses the value of a label. */
  static Optional<OwnerLabel> parse(String label) {
    String[] parts = label.split("\\.", -1);
    return parts.length == 3 && parts[0].matches("\\d{1,18}")
        ? Optional.of(new OwnerLabel(Long.parseLong(parts[0]), parts[1], parts[2]))
        : Optional.empty();
  }

  /** The value of the label. */
  String text() {
    return pid + "." + startTime + "." + pidNamespace;
  }

  /**
   * Whether it is certain that the process has ended. That is never certain for a process in
   * another namespace.
   */
  boolean hasEnded() {
    return !pidNamespace.equals(UNKNOWN)
        && pidNamespace.equals(currentPidNamespace())
        && !started(pid).equals(Optional.of(startTime));
  }

  /** When a living process was started; empty if it has ended, reaped or not. */
  static Optional<String> started(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.UTF_8);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
      return ended ? Optional.empty() : Optional.of(fields[STARTED]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
