package dev.kiln.runtime.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that has containers, as their label tells it.
 *
 * @param pid its process id
 * @param started tells it from a later process of the same id
 * @param among the start of the kernel, and the namespace, in which that id means something
 */
record OwnerLabel(long pid, String started, String among) {
  /** The label that says whose a container is. */
  static final String LABEL = "dev.kiln.owner";

  private static final int STATE = 0; // of what follows the name in /proc/PID/stat
  private static final int STARTED = 19;
  private static final String UNKNOWN = "unknown";

  /** This process. */
  static OwnerLabel self() {
    long pid = ProcessHandle.current().pid();
    return new OwnerLabel(pid, started(pid).orElse(UNKNOWN), here());
  }

  private static String here() {
    try {
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      Path namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).getFileName();
      return boot + "_" + String.valueOf(namespace).replaceAll("\\D", "");
    } catch (IOException e) {
      return UNKNOWN; // no Linux
    }
  }

  /** The one that a label tells. */
  static Optional<OwnerLabel> parse(String label) {
    String[] parts = label.split("\\.", -1);
    return parts.length == 3 && parts[0].matches("\\d{1,18}")
        ? Optional.of(new OwnerLabel(Long.parseLong(parts[0]), parts[1], parts[2]))
        : Optional.empty();
  }

  /** For the label. */
  String text() {
    return pid + "." + started + "." + among;
  }

  /** Whether it is sure that it lives no more; of a process elsewhere nobody here is. */
  boolean isGone() {
    return !among.equals(UNKNOWN)
        && among.equals(here())
        && !started(pid).equals(Optional.of(started));
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
