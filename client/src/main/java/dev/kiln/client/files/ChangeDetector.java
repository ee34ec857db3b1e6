package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;

/** Checks that a package is still what was read. */
final class ChangeDetector {
  /**
   * Two changes closer than this may have the same time, since file systems count time in steps.
   */
  private static final Duration TIME_RESOLUTION = Duration.ofSeconds(2);

  private final ReadContext context;
  private final Map<String, PackageFile> files;
  private final Diagnostics diagnostics = new Diagnostics(false);

  ChangeDetector(ReadContext context, Map<String, PackageFile> files) {
    this.context = context;
    this.files = files;
  }

  /**
   * Checks every file.
   *
   * @throws PackageException if the package differs; it names all files that changed, appeared or
   *     vanished
   */
  void run() {
    var gone = new HashSet<>(files.keySet());
    var ignores = new IgnoreRules();
    for (var found : FolderWalk.files(context.root(), context.names(), ignores, diagnostics)) {
      gone.remove(found.path());
      PackageFile read = files.get(found.path());
      if (read == null) {
        diagnostics.error(found.path() + ": appeared since the package was read");
      } else if (!isSame(read, found)) {
        diagnostics.error(found.path() + ": changed since it was read");
      }
    }
    gone.stream()
        .sorted(PackagePath.ORDER)
        .forEach(path -> diagnostics.error(path + ": vanished since it was read"));
    diagnostics.throwIfErrors();
  }

  private boolean isSame(PackageFile read, FolderWalk.FoundFile found) {
    boolean sure = read.fingerprint().modified().toMillis() < settled(context.readAt());
    if (read.fingerprint().equals(found.fingerprint()) && sure) {
      return true;
    }
    try {
      return found.fingerprint().size() == read.bytes().length
          && Arrays.equals(Files.readAllBytes(found.onDisk()), read.bytes());
    } catch (IOException _) {
      return false;
    }
  }

  /** Whether another change from now on would give a file another time. */
  static boolean isSettled(FileTime modified) {
    return modified.toMillis() < settled(FileTime.fromMillis(System.currentTimeMillis()));
  }

  private static long settled(FileTime readAt) {
    return readAt.toMillis() - TIME_RESOLUTION.toMillis();
  }
}
