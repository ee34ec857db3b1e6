package dev.kiln.runtime.instances;

import dev.kiln.runtime.Invocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Calls that are done only when the test says so, and that tell when they began. */
final class BlockingCalls {
  /** Says what its list says it is called, waits for a file of that name, and is done. */
  private static final String SCRIPT =
      """
      list=$(cat)
      name=${list##*# }
      echo "$name" >> FOLDER/begun
      while [ ! -e "FOLDER/$name" ]; do sleep 0.02; done
      echo "$list"
      """;

  private final Path folder;

  BlockingCalls(Path folder) {
    this.folder = folder;
  }

  String script() {
    return SCRIPT.replace("FOLDER", folder.toString());
  }

  Invocation call(String name) {
    return Scripts.invocation(Scripts.LIST + "# " + name);
  }

  Invocation call(String name, Duration left) {
    return call(name).withDeadline(Instant.now().plus(left));
  }

  void open(String name) {
    try {
      Files.createFile(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The calls that an instance has read, in order. */
  List<String> begun() {
    Path file = folder.resolve("begun");
    return Files.exists(file) ? Scripts.read(file).lines().toList() : List.of();
  }
}
