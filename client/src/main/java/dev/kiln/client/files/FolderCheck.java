package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;

/** Whether a package is still what was read. */
final class FolderCheck {
  /** Two changes that are closer may have the same time; systems count in steps. */
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Snapshot snapshot;
  private final Map<String, PackageFile> files;
  private final Findings findings = new Findings(false);

  FolderCheck(Snapshot snapshot, Map<String, PackageFile> files) {
    this.snapshot = snapshot;
    this.files = files;
  }

  /**
   * Looks at every file.
   *
   * @throws PackageException if not: names all files that changed, came or went
   */
  void run() {
    var gone = new HashSet<>(files.keySet());
    var ignores = new Ignores();
    for (var found : FolderWalk.files(snapshot.root(), snapshot.names(), ignores, findings)) {
      gone.remove(found.path());
      PackageFile read = files.get(found.path());
      if (read == null) {
        findings.problem(found.path() + ": appeared since the package was read");
      } else if (!isSame(read, found)) {
        findings.problem(found.path() + ": changed since it was read");
      }
    }
    gone.stream()
        .sorted(PackagePath.ORDER)
        .forEach(path -> findings.problem(path + ": vanished since it was read"));
    findings.refuse();
  }

  private boolean isSame(PackageFile read, FolderWalk.Found found) {
    boolean sure = read.stamp().modified().toMillis() < settled(snapshot.readAt());
    if (read.stamp().equals(found.stamp()) && sure) {
      return true;
    }
    try {
      return found.stamp().size() == read.bytes().length
          && Arrays.equals(Files.readAllBytes(found.onDisk()), read.bytes());
    } catch (IOException _) {
      return false;
    }
  }

  private static long settled(FileTime readAt) {
    return readAt.toMillis() - CLOSE.toMillis();
  }
}
