package dev.kiln.conformance.report;

import dev.kiln.conformance.execution.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a report goes into. */
public record ReportFile(Path path) {
  /** Finds out whether it can be written before anything is asked. */
  public static ReportFile of(Path path) throws InvalidFileException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidFileException(path + ": there is no folder " + folder);
    }
    if (Files.isDirectory(path)) {
      throw new InvalidFileException(path + ": is a folder (expected: a file)");
    }
    if (!Files.isWritable(Files.exists(path) ? path : folder)) {
      throw new InvalidFileException(path + ": cannot be written");
    }
    return new ReportFile(path);
  }

  /** Whole or not at all: a CI must not take half a report for the whole. */
  public void write(String text) throws InvalidFileException {
    try {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
          && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.writeString(path, text); // a device or a link is what it is
        return;
      }
      Path part = path.resolveSibling(path.getFileName() + ".part" + ProcessHandle.current().pid());
      Files.writeString(part, text);
      Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new InvalidFileException(path + ": cannot be written: " + e.getMessage());
    }
  }
}
