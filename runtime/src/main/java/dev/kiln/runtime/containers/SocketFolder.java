package dev.kiln.runtime.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder that a server in a container shares with this process alone, for its socket. Any user
 * may write in it, for the server is nobody; but its parent lets nobody in except this user.
 */
record SocketFolder(Path folder, SharedUser user) {
  private static final String INSIDE = "/kiln";
  private static final String SOCKET = "s";

  static SocketFolder make(Path parent, String name, SharedUser user) {
    try {
      Path folder = Files.createDirectory(parent.resolve(name));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      return new SocketFolder(folder, user);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The socket, as it is seen from here. */
  Path socket() {
    return folder.resolve(SOCKET);
  }

  /** How the server is told where to listen. */
  String listening() {
    return "unix://" + INSIDE + "/" + SOCKET;
  }

  /** How an engine is told to share it. */
  List<String> options() {
    boolean labelled = Files.exists(Path.of("/sys/fs/selinux/enforce"));
    var options = new ArrayList<>(user.options());
    options.addAll(List.of("--volume", folder + ":" + INSIDE + (labelled ? ":rw,Z" : ":rw")));
    return options;
  }

  void remove() {
    try {
      Files.deleteIfExists(socket());
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // something else is left in it; its parent goes with this process's end
    }
  }
}
