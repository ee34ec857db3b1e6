package dev.kiln.net;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A directory beside a socket to be, which nobody else can enter. Its names are as short as can be:
 * a socket's path has little room.
 */
final class PrivateFolder {
  private static final int NAMES = 36 * 36 * 36 * 36;
  private static final int TRIES = 100;

  private final Path folder;

  private PrivateFolder(Path folder) {
    this.folder = folder;
  }

  /** The longest path in such a directory, to be measured. */
  static Path longestPath(Address.Unix address) {
    return new PrivateFolder(numbered(address, NAMES - 1)).socket();
  }

  /** Makes one. */
  static PrivateFolder beside(Address.Unix address) {
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    try {
      for (int i = 0; i < TRIES; i++) {
        Path folder = numbered(address, ThreadLocalRandom.current().nextInt(NAMES));
        try {
          return new PrivateFolder(Files.createDirectory(folder, mode));
        } catch (FileAlreadyExistsException _) {
          // another one's: try another name
        }
      }
      throw new BadAddress(address, "no free name for a private directory beside it");
    } catch (IOException e) {
      throw new BadAddress(
          address, "cannot write to directory " + folder(address) + ": " + FailureText.of(e));
    }
  }

  private static Path folder(Address.Unix address) {
    return address.path().resolveSibling("");
  }

  private static Path numbered(Address.Unix address, int number) {
    return address.path().resolveSibling(".k" + Integer.toString(number, 36));
  }

  /** Where in it the socket is bound. */
  Path socket() {
    return folder.resolve("s");
  }

  /** Removes it with the socket in it, and does nothing if it is gone. */
  void remove() {
    try {
      Files.deleteIfExists(socket());
      Files.deleteIfExists(folder);
    } catch (IOException _) {
      // Somebody took the right to, and it is empty or harmless: nobody else can enter it.
    }
  }
}
