package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds the files of a package in one pass over the folders, with one check of each name. */
final class FolderWalk {
  private final Path root;
  private final FileNameFilter names;
  private final IgnoreRules ignores;
  private final Diagnostics diagnostics;
  private final List<FoundFile> files = new ArrayList<>();
  private final Deque<Folder> folders = new ArrayDeque<>();

  /** A file of the package. */
  record FoundFile(String path, Path onDisk, FileFingerprint fingerprint) {}

  private record Folder(String path, Path onDisk) {}

  private FolderWalk(
      Path root, FileNameFilter names, IgnoreRules ignores, Diagnostics diagnostics) {
    this.root = root;
    this.names = names;
    this.ignores = ignores;
    this.diagnostics = diagnostics;
  }

  /**
   * Returns the files in the order of their paths.
   *
   * @param ignores receives the rules of the folders that are visited
   */
  static List<FoundFile> files(
      Path root, FileNameFilter names, IgnoreRules ignores, Diagnostics diagnostics) {
    var walk = new FolderWalk(root, names, ignores, diagnostics);
    walk.folders.add(new Folder("", root));
    while (!walk.folders.isEmpty()) {
      walk.folder(walk.folders.remove());
    }
    walk.files.sort((a, b) -> PackagePath.ORDER.compare(a.path, b.path));
    return walk.files;
  }

  private void folder(Folder folder) {
    var entries = new ArrayList<Path>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder.onDisk)) {
      for (Path entry : stream) {
        entries.add(entry);
        if (entry.getFileName().toString().equals(IgnoreRules.FILE)) {
          ignores.read(folder.path, entry);
        }
      }
      for (Path entry : entries) {
        entry(folder, entry);
      }
    } catch (IOException e) {
      diagnostics.error(shown(folder) + ": cannot be read: " + FileErrors.reason(e));
    }
  }

  private static String shown(Folder folder) {
    return folder.path.isEmpty() ? folder.onDisk.toString() : folder.path;
  }

  private void entry(Folder folder, Path entry) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException _) {
      return; // deleted after it was listed: treated as if it never existed
    }
    String name = entry.getFileName().toString();
    String path = PackagePath.in(folder.path, name);
    if (attributes.isDirectory()) {
      if (names.accepts(name, true) && !ignores.matches(path, true)) {
        folders.add(new Folder(path, entry));
      }
    } else if (attributes.isSymbolicLink()) {
      link(path, name, entry);
    } else if (names.accepts(name, false) && !ignores.matches(path, false)) {
      file(path, entry, attributes);
    }
  }

  private void file(String path, Path entry, BasicFileAttributes attributes) {
    if (path.indexOf('\uFFFD') >= 0) {
      diagnostics.error(
          path + ": a name that is no text here (expected: UTF-8, in a locale of UTF-8)");
    } else if (attributes.isRegularFile()) {
      files.add(new FoundFile(path, entry, FileFingerprint.of(attributes)));
    } else {
      diagnostics.error(path + ": neither a file nor a folder (expected: a file)");
    }
  }

  /**
   * Handles a link. A target inside the package is read at its own path; a target outside is not
   * part of the package.
   */
  private void link(String path, String name, Path entry) {
    boolean folder = Files.isDirectory(entry);
    if (!names.accepts(name, folder) || ignores.matches(path, folder)) {
      return;
    }
    try {
      Path target = entry.toRealPath();
      if (!target.startsWith(root)) {
        diagnostics.error(
            path
                + ": a link that leads out of the package, to "
                + target
                + " (expected: one inside)");
      }
    } catch (NoSuchFileException e) {
      diagnostics.error(path + ": a link that leads nowhere (expected: a file of the package)");
    } catch (IOException e) {
      diagnostics.error(path + ": a link that cannot be followed: " + FileErrors.reason(e));
    }
  }
}
