package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The resources in one file that somebody named. The file may have any name, its neighbours do not
 * matter, and rules that hide it from packages do not apply.
 *
 * @param items the items; their path is the file's name
 * @param warnings what was left alone: one line each, with its place
 */
public record SingleFile(List<PackageItem> items, List<String> warnings) {
  public SingleFile {
    items = List.copyOf(items);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads the file.
   *
   * @throws PackageException if the file cannot be read; it names all problems
   */
  public static SingleFile read(Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      var stamp = FileFingerprint.of(Files.readAttributes(file, BasicFileAttributes.class));
      var found = new FolderWalk.FoundFile(name, file, stamp);
      var diagnostics = new Diagnostics(false);
      PackageFile read = FileParser.parse(found, Files.readAllBytes(file), diagnostics);
      diagnostics.throwIfErrors();
      return new SingleFile(read.items(), diagnostics.warnings);
    } catch (IOException e) {
      throw new PackageException(name + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }
}
