package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a package, and reads it again if somebody wrote into it meanwhile. */
final class PackageReader {
  private static final int TRIES = 5;

  /**
   * The largest size that is read. A larger file is no text of a person or a tool, and would fill
   * the memory.
   */
  private static final long MOST_BYTES = 1 << 28;

  private final Path given;
  private final Path root;
  private final ReadOptions options;
  private final InterruptedWrites interrupted;
  private final List<String> warnings = new ArrayList<>();

  PackageReader(Path given, ReadOptions options) {
    this.given = given;
    this.root = real(given);
    this.options = options;
    this.interrupted = new InterruptedWrites(root);
  }

  private static Path real(Path root) {
    try {
      Path real = root.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new PackageException(
            List.of(root + ": no folder (expected: the folder of a package)"));
      }
      return real;
    } catch (NoSuchFileException e) {
      throw new PackageException(root + ": no such folder", e);
    } catch (IOException e) {
      throw new PackageException(root + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  /** Reads, and writes nothing. */
  PackageFolder read() {
    return read(interrupted::refuse);
  }

  /** Completes the writes of processes that were killed, and reads. */
  PackageFolder recoverAndRead() {
    return read(() -> warnings.addAll(interrupted.recover()));
  }

  private PackageFolder read(Runnable waitForWriters) {
    for (int tries = 1; ; tries++) {
      waitForWriters.run();
      FileTime before = modified();
      List<String> begun = interrupted.begun();
      var diagnostics = new Diagnostics(options.strict());
      var context = readContext();
      var files = files(context, diagnostics);
      // A writer creates a folder in the root, which changes the root's modification time.
      boolean same = before.equals(modified()) && begun.equals(interrupted.begun());
      if (same || tries == TRIES) {
        diagnostics.throwIfErrors();
        warnings.addAll(diagnostics.warnings);
        return new PackageFolder(context, files, warnings);
      }
    }
  }

  private ReadContext readContext() {
    var names = new FileNameFilter(options.includeKptfile());
    var now = FileTime.fromMillis(System.currentTimeMillis());
    return new ReadContext(given, root, names, new IgnoreRules(), now);
  }

  private FileTime modified() {
    try {
      return Files.getLastModifiedTime(root);
    } catch (IOException e) {
      throw new PackageException(given + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  private static List<PackageFile> files(ReadContext context, Diagnostics diagnostics) {
    var found = FolderWalk.files(context.root(), context.names(), context.ignores(), diagnostics);
    var files = new @Nullable PackageFile[found.size()];
    var own = new Diagnostics[files.length];
    ParallelFor.each(
        files.length,
        i -> {
          own[i] = diagnostics.fork();
          files[i] = file(found.get(i), own[i]);
        });
    var read = new ArrayList<PackageFile>(files.length);
    for (int i = 0; i < files.length; i++) {
      diagnostics.add(own[i]);
      if (files[i] != null) {
        read.add(files[i]);
      }
    }
    return read;
  }

  private static @Nullable PackageFile file(FolderWalk.FoundFile found, Diagnostics diagnostics) {
    if (found.fingerprint().size() > MOST_BYTES) {
      diagnostics.error(
          "%s: %d bytes (expected: %d at most)"
              .formatted(found.path(), found.fingerprint().size(), MOST_BYTES));
      return null;
    }
    try {
      return FileParser.parse(found, Files.readAllBytes(found.onDisk()), diagnostics);
    } catch (IOException e) {
      diagnostics.error(found.path() + ": cannot be read: " + FileErrors.reason(e));
      return null;
    }
  }
}
