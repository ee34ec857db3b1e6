package dev.kiln.runtime.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The process that podman leaves with a container, conmon. It waits for the container's end, and
 * then notes the exit code in a file of the container's id, by renaming, so that it is whole once
 * it is there. Only then does it start the clean-up, for which podman's client waits as well.
 *
 * @param started tells it from a later process of the same id
 */
record ConmonProcess(long pid, String started, Path exitFile) {
  /** The one of that process id; empty if it has ended, or is none. */
  static Optional<ConmonProcess> find(long pid) {
    try {
      String line = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.UTF_8);
      List<String> words = Arrays.asList(line.split("\0", -1));
      Optional<String> folder = behind("--exit-dir", words);
      Optional<String> container = behind("-c", words);
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

  private static Optional<String> behind(String option, List<String> words) {
    int at = words.indexOf(option);
    return at >= 0 && at + 1 < words.size() ? Optional.of(words.get(at + 1)) : Optional.empty();
  }

  boolean isAlive() {
    return OwnerLabel.started(pid).equals(Optional.of(started));
  }
}
