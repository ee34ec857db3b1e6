package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a package, once more if somebody wrote into it meanwhile. */
final class FolderReading {
  private static final int TRIES = 5;

  /** More is no text of a person or a tool, and would fill the memory. */
  private static final long MOST_BYTES = 1 << 28;

  private final Path given;
  private final Path root;
  private final ReadOptions options;
  private final List<String> warnings = new ArrayList<>();

  FolderReading(Path given, ReadOptions options) {
    this.given = given;
    this.root = real(given);
    this.options = options;
  }

  private static Path real(Path root) {
    try {
      Path real = root.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new PackageException(List.of(root + ": no folder (fits: the folder of a package)"));
      }
      return real;
    } catch (NoSuchFileException e) {
      throw new PackageException(root + ": no such folder", e);
    } catch (IOException e) {
      throw new PackageException(root + ": cannot be read: " + Failures.reason(e), e);
    }
  }

  PackageFolder read() {
    for (int tries = 1; ; tries++) {
      Transaction.heal(root).ifPresent(warnings::add);
      FileTime before = modified();
      var findings = new Findings(options.strict());
      var snapshot = snapshot();
      var files = files(snapshot, findings);
      // Whoever writes makes a folder in the root, which shows in its time.
      if (before.equals(modified()) || tries == TRIES) {
        findings.refuse();
        warnings.addAll(findings.warnings);
        return new PackageFolder(snapshot, files, warnings);
      }
    }
  }

  private Snapshot snapshot() {
    var names = new FileNames(options.includeKptfile());
    var now = FileTime.fromMillis(System.currentTimeMillis());
    return new Snapshot(given, root, names, new Ignores(), now);
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(root);
    } catch (IOException e) {
      throw new PackageException(given + ": cannot be read: " + Failures.reason(e), e);
    }
  }

  private static List<PackageFile> files(Snapshot snapshot, Findings findings) {
    var found = FolderWalk.files(snapshot.root(), snapshot.names(), snapshot.ignores(), findings);
    var files = new @Nullable PackageFile[found.size()];
    var own = new Findings[files.length];
    Together.each(
        files.length,
        i -> {
          own[i] = findings.part();
          files[i] = file(found.get(i), own[i]);
        });
    var read = new ArrayList<PackageFile>(files.length);
    for (int i = 0; i < files.length; i++) {
      findings.add(own[i]);
      if (files[i] != null) {
        read.add(files[i]);
      }
    }
    return read;
  }

  private static @Nullable PackageFile file(FolderWalk.Found found, Findings findings) {
    if (found.stamp().size() > MOST_BYTES) {
      findings.problem(
          "%s: %d bytes (fits: %d at most)"
              .formatted(found.path(), found.stamp().size(), MOST_BYTES));
      return null;
    }
    try {
      return FileParser.parse(found, Files.readAllBytes(found.onDisk()), findings);
    } catch (IOException e) {
      findings.problem(found.path() + ": cannot be read: " + Failures.reason(e));
      return null;
    }
  }
}
