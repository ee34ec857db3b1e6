package dev.kiln.server;

import dev.kiln.flags.FlagValues;
import dev.kiln.server.config.FunctionSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the files and folders of a host that every user of the machine may change: whoever does
 * decides what the host runs.
 */
final class WorldWritable {
  private static final int WRITABLE_BY_OTHERS = 0002;
  private static final int STICKY = 01000; // only the owner of a file may replace it

  private WorldWritable() {}

  /** A line for each of them. */
  static List<String> warnings(HostSettings settings) {
    return Stream.of(
            settings.jars(),
            settings.declared().flatMap(FunctionSources::file),
            settings.addresses().tlsDir(),
            settings.tokenFile())
        .flatMap(Optional::stream)
        .flatMap(given -> find(given).stream())
        .toList();
  }

  private static Optional<String> find(FlagValues.Given given) {
    Path path = Path.of(given.value()).toAbsolutePath();
    return Stream.of(path, path.getParent())
        .limit(Files.isDirectory(path) ? 1 : 2)
        .filter(each -> each != null && isWritable(each, each.equals(path)))
        .map(
            each ->
                "%s: every user of this machine may write to %s (expected: its owner and group alone)"
                    .formatted(given.source(), each))
        .findFirst();
  }

  private static boolean isWritable(Path path, boolean itself) {
    try {
      int mode = (Integer) Files.getAttribute(path, "unix:mode");
      return (mode & WRITABLE_BY_OTHERS) != 0 && (itself || (mode & STICKY) == 0);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // whoever reads it reports that it cannot be read
    }
  }
}
