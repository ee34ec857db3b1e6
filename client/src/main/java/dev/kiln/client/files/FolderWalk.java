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

/** Finds the files of a package: one pass over the folders, one look at each name. */
final class FolderWalk {
  private final Path root;
  private final FileNames names;
  private final Ignores ignores;
  private final Findings findings;
  private final List<Found> files = new ArrayList<>();
  private final Deque<Folder> folders = new ArrayDeque<>();

  /** A file of the package. */
  record Found(String path, Path onDisk, Stamp stamp) {}

  private record Folder(String path, Path onDisk) {}

  private FolderWalk(Path root, FileNames names, Ignores ignores, Findings findings) {
    this.root = root;
    this.names = names;
    this.ignores = ignores;
    this.findings = findings;
  }

  /**
   * The files in the order of their paths.
   *
   * @param ignores gets the rules of the folders that are passed
   */
  static List<Found> files(Path root, FileNames names, Ignores ignores, Findings findings) {
    var walk = new FolderWalk(root, names, ignores, findings);
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
        if (entry.getFileName().toString().equals(Ignores.FILE)) {
          ignores.read(folder.path, entry);
        }
      }
      for (Path entry : entries) {
        entry(folder, entry);
      }
    } catch (IOException e) {
      findings.problem(shown(folder) + ": cannot be read: " + Failures.reason(e));
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
      return; // gone since it was listed: as if it never was there
    }
    String name = entry.getFileName().toString();
    String path = PackagePath.in(folder.path, name);
    if (attributes.isDirectory()) {
      if (names.isOfPackage(name, true) && !ignores.matches(path, true)) {
        folders.add(new Folder(path, entry));
      }
    } else if (attributes.isSymbolicLink()) {
      link(path, name, entry);
    } else if (names.isOfPackage(name, false) && !ignores.matches(path, false)) {
      file(path, entry, attributes);
    }
  }

  private void file(String path, Path entry, BasicFileAttributes attributes) {
    if (path.indexOf('\uFFFD') >= 0) {
      findings.problem(path + ": a name that is no text here (fits: UTF-8, in a locale of UTF-8)");
    } else if (attributes.isRegularFile()) {
      files.add(new Found(path, entry, Stamp.of(attributes)));
    } else {
      findings.problem(path + ": neither a file nor a folder (fits: a file)");
    }
  }

  /** What a link leads to inside is read where it lies; outside is nothing of the package. */
  private void link(String path, String name, Path entry) throws IOException {
    boolean folder = Files.isDirectory(entry);
    if (!names.isOfPackage(name, folder) || ignores.matches(path, folder)) {
      return;
    }
    try {
      Path target = entry.toRealPath();
      if (!target.startsWith(root)) {
        findings.problem(
            path + ": a link that leads out of the package, to " + target + " (fits: one inside)");
      }
    } catch (NoSuchFileException e) {
      findings.problem(path + ": a link that leads nowhere (fits: a file of the package)");
    }
  }
}
