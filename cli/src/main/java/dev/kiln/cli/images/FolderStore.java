package dev.kiln.cli.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of a folder. */
record FolderStore(Path path) implements Store {
  @Override
  public boolean has(String name) {
    return Files.isRegularFile(path.resolve(name));
  }

  @Override
  public InputStream open(String name) throws IOException {
    return Files.newInputStream(path.resolve(name));
  }

  /**
   * First come new files, which nobody knows yet, then the one that refers to them takes the place
   * of the old one, at once, then what it no longer refers to goes.
   */
  @Override
  public void write(Rewriting change) throws IOException {
    var made = new ArrayList<Path>();
    boolean done = false;
    try {
      for (Map.Entry<String, byte[]> file : change.written().entrySet()) {
        write(path.resolve(file.getKey()), file.getValue(), made);
      }
      done = true;
    } finally {
      remove(done ? List.of() : made);
    }
    remove(change.removed().stream().map(path::resolve).toList());
  }

  private static void write(Path file, byte[] bytes, List<Path> made) throws IOException {
    Files.createDirectories(file.getParent());
    boolean isNew = Files.notExists(file);
    Path part = Siblings.temporaryPath(file);
    try {
      Files.write(part, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Siblings.replace(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
    if (isNew) {
      made.add(file);
    }
  }

  private static void remove(List<Path> files) {
    for (Path file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // it stays, as anything in a layout may that nobody refers to
      }
    }
  }
}
