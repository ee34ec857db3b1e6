package dev.kiln.runtime.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder for a server's socket, shared only between this process and a server in a container. Any
 * user may write to the folder, because the server runs as nobody. Only this user may enter its
 * parent.
 */
record SocketFolder(Path folder, SharedUser user) {
  private static final String CONTAINER_FOLDER = "/kiln";
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

  /** The path of the socket in this process. */
  Path socket() {
    return folder.resolve(SOCKET);
  }

  /** The address to listen on, for the server. */
  String listenAddress() {
    return "unix://" + CONTAINER_FOLDER + "/" + SOCKET;
  }

  /** The options that make the engine share the folder. */
  List<String> options() {
    boolean labelled = Files.exists(Path.of("/sys/fs/selinux/enforce"));
    var options = new ArrayList<>(user.options());
    options.addAll(
        List.of("--volume", folder + ":" + CONTAINER_FOLDER + (labelled ? ":rw,Z" : ":rw")));
    return options;
  }

  void remove() {
    try {
      Files.deleteIfExists(socket());
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // other files are left in it; its parent is deleted when this process ends
    }
  }
}
