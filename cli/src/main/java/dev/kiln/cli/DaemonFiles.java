package dev.kiln.cli;

import dev.kiln.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * The socket of a user's own host, where {@code kiln call} looks for it, with its pid and log
 * files.
 *
 * @param socket the other files are in the same folder
 */
record DaemonFiles(Path socket) {
  private static final String UNIX = "unix://";

  static DaemonFiles of(Map<String, String> environment) {
    String host = environment.getOrDefault("KILN_HOST", "");
    if (host.startsWith(UNIX)) {
      return new DaemonFiles(Path.of(host.substring(UNIX.length())));
    }
    if (!host.isEmpty()) {
      throw new UsageException(
          "KILN_HOST: \"" + host + "\" is no place of your own (expected: unix:///path.sock)");
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    Path folder = runtime.isEmpty() ? Path.of(home, ".kiln") : Path.of(runtime);
    return new DaemonFiles(folder.resolve("kiln.sock"));
  }

  String address() {
    return UNIX + socket;
  }

  Path pidFile() {
    return beside(".pid");
  }

  Path logFile() {
    return beside(".log");
  }

  private Path beside(String end) {
    return socket.resolveSibling(
        String.valueOf(socket.getFileName()).replaceFirst("\\.sock$", "") + end);
  }

  /** Creates the folder of the socket, for this user alone. */
  void createFolder() throws IOException {
    Path folder = socket.resolveSibling("");
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }
}
