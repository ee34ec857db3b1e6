package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * The resources in one file that somebody named: whatever it is called, whatever lies beside it,
 * and whatever rules hide it from packages.
 *
 * @param items whose path is the file's name
 * @param warnings what was left alone, a line each, with its place
 */
public record LoneFile(List<PackageItem> items, List<String> warnings) {
  public LoneFile {
    items = List.copyOf(items);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads it.
   *
   * @throws PackageException if it cannot be read: names all that is wrong
   */
  public static LoneFile read(Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      var stamp = Stamp.of(Files.readAttributes(file, BasicFileAttributes.class));
      var found = new FolderWalk.Found(name, file, stamp);
      var findings = new Findings(false);
      PackageFile read = FileParser.parse(found, Files.readAllBytes(file), findings);
      findings.refuse();
      return new LoneFile(read.items(), findings.warnings);
    } catch (IOException e) {
      throw new PackageException(name + ": cannot be read: " + Failures.reason(e), e);
    }
  }
}
