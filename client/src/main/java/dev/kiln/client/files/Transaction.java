package dev.kiln.client.files;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes files, all or none. */
final class Transaction {
  static final String FOLDER = ".kiln-write";

  private final Path root;

  Transaction(Path root) {
    this.root = root;
  }

  private void prune(Path folder) throws IOException {
    try {
      for (Path each = folder; !each.equals(root); each = each.getParent()) {
        Files.delete(each);
      }
    } catch (DirectoryNotEmptyException _) {
      // what is in it keeps it
    }
  }

  void write(List<FileChange> changes) {
    for (var change : changes) {
      try {
        Path file = root.resolve(change.path());
        if (change.kind() == FileChange.Kind.DELETED) {
          Files.delete(file);
          prune(file.getParent());
        } else {
          Files.createDirectories(file.getParent());
          Path staged = Files.write(file.resolveSibling(".new"), change.after());
          Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException e) {
        throw new PackageException(change.path() + ": " + Failures.reason(e), e);
      }
    }
  }
}
