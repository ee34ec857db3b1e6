package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the folder that holds what Kiln remembers about this user's writes. Only the user can write
 * to it, so whatever it says comes from the user's own runs and not from a package.
 */
final class StateFolder {
  private static final Path OWN_PROCESS = Path.of("/proc/self");
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final List<Path> candidates;

  private StateFolder(List<Path> candidates) {
    this.candidates = candidates;
  }

  static StateFolder ofUser() {
    return of(System.getenv(), Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * Returns the folder for an environment.
   *
   * @param temporary the place of a folder for users without a home that they may write to
   */
  static StateFolder of(Map<String, String> environment, Path temporary) {
    var candidates = new ArrayList<Path>();
    Path state = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    Path home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    if (state.isAbsolute()) {
      candidates.add(state.resolve("kiln"));
    } else if (home.isAbsolute()) {
      candidates.add(home.resolve(".local/state/kiln"));
    }
    candidates.add(temporary.toAbsolutePath().resolve("kiln-" + user()));
    return new StateFolder(candidates);
  }

  private static String user() {
    try {
      return Files.getAttribute(OWN_PROCESS, "unix:uid").toString();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return System.getProperty("user.name").replaceAll("[^A-Za-z0-9_.-]", "_");
    }
  }

  /** Returns the folders that may have something, without creating any. */
  List<Path> existing() {
    return candidates.stream().filter(StateFolder::isPrivate).toList();
  }

  /**
   * Creates the folder if it is missing.
   *
   * @throws PackageException if no place for it can be written to
   */
  Path create() {
    var problems = new ArrayList<String>();
    for (Path folder : candidates) {
      try {
        create(folder);
        if (isPrivate(folder) && Files.isWritable(folder)) {
          return folder;
        }
        problems.add(folder + " (not a folder of this user alone)");
      } catch (IOException e) {
        problems.add(folder + " (" + FileErrors.reason(e) + ")");
      }
    }
    throw new PackageException(
        List.of(
            "no folder to remember a write in: "
                + String.join(", ", problems)
                + " (expected: XDG_STATE_HOME names a folder that you may write to)"));
  }

  private static void create(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (hasOwners(folder)) {
      Files.createDirectories(folder.resolveSibling(""));
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
    } else {
      Files.createDirectories(folder);
    }
  }

  /** Whether the folder is there and nobody else can write to it. */
  private static boolean isPrivate(Path folder) {
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !hasOwners(folder)) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
      }
      var attributes =
          Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return PRIVATE.containsAll(attributes.permissions()) && isOwn(folder, attributes);
    } catch (IOException _) {
      return false; // whoever needs the folder creates it and reports the reason
    }
  }

  private static boolean isOwn(Path folder, PosixFileAttributes attributes) throws IOException {
    if (Files.exists(OWN_PROCESS)) {
      return Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
          .equals(Files.getAttribute(OWN_PROCESS, "unix:uid"));
    }
    return attributes.owner().getName().equals(System.getProperty("user.name"));
  }

  private static boolean hasOwners(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("unix");
  }
}
