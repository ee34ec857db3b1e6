package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Puts new files, and second names of the old ones, where they wait to be put in place. */
final class Staging {
  private final Path root;
  private final Path staged;
  private final Stages stages;
  private final List<Journal.Entry> entries = new ArrayList<>();
  private final List<Path> written = new ArrayList<>();
  private final Set<String> folders = new LinkedHashSet<>();

  Staging(Path root, Path staged, Stages stages) {
    this.root = root;
    this.staged = staged;
    this.stages = stages;
  }

  /**
   * Stages all.
   *
   * @return what is to be done with it
   * @throws FileSystemException names the path within the package
   */
  Journal stage(List<FileChange> changes) throws FileSystemException {
    for (var change : changes) {
      int number = entries.size();
      Failures.at(change.path(), () -> stage(change, number));
      entries.add(Journal.Entry.of(change, number));
      stages.reached(Stages.STAGED, number);
    }
    Failures.at(Transaction.FOLDER, () -> Disk.sync(written, staged));
    return new Journal(List.copyOf(entries), List.copyOf(folders));
  }

  private void stage(FileChange change, int number) throws IOException {
    Path file = root.resolve(change.path());
    Path after = Commit.after(staged, number);
    if (change.kind() != Kind.CREATED) {
      Disk.keep(file, Commit.before(staged, number));
    }
    if (change.kind() != Kind.DELETED) {
      Disk.write(after, change.after());
      written.add(after);
    }
    if (change.kind() == Kind.CHANGED) {
      Disk.liken(after, file);
    }
    if (change.kind() == Kind.CREATED) {
      addMissing(change.path());
    }
  }

  private void addMissing(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!folders.contains(folder) && !Files.exists(root.resolve(folder))) {
        folders.add(folder);
      }
    }
  }
}
