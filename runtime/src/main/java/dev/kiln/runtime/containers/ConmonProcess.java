package dev.kiln.runtime.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Podman's monitor process of a container, conmon. When the container ends, conmon writes the exit
 * code to a file named after the container's id. It renames the file into place, so a reader never
 * sees half of it. Only then does conmon start the clean-up, and podman's client waits for the
 * clean-up as well.
 *
 * @param startTime the start time, which distinguishes it from a later process with the same id
 */
record ConmonProcess(long pid, String startTime, Path exitFile) {
  /** Finds the conmon process with this id; empty if it has ended, or is not conmon. */
  static Optional<ConmonProcess> find(long pid) {
    try {
      String line = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.UTF_8);
      List<String> words = Arrays.asList(line.split("\0", -1));
      Optional<String> folder = optionValue("--exit-dir", words);
      Optional<String> container = optionValue("-c", words);
      Optional<String> started = OwnerLabel.started(pid);
      if (folder.isEmpty() || container.isEmpty() || started.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new ConmonProcess(pid, started.get(), Path.of(folder.get()).resolve(container.get())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> optionValue(String option, List<String> words) {
    int at = words.indexOf(option);
    return at >= 0 && at + 1 < words.size() ? Optional.of(words.get(at + 1)) : Optional.empty();
  }

  boolean isAlive() {
    return OwnerLabel.started(pid).equals(Optional.of(startTime));
  }
}
