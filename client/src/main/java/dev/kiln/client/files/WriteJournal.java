package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.client.files.FileChange.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a transaction is about to do, written down before it begins: with it whoever comes next can
 * do the rest, or undo it.
 *
 * @param folders that are to be made, outer ones first
 */
record WriteJournal(List<Entry> entries, List<String> folders) {
  private static final String FILE = "journal";

  /** What it is called when all of it is done. */
  static final String DONE = "done";

  private static final String VERSION = "kiln-write 1";
  private static final String FOLDER = "folder";

  /** What no path has in it. */
  private static final String END = "\0";

  /**
   * A file.
   *
   * @param number of its staged files
   * @param size of the file before
   * @param sum of the file before
   */
  record Entry(Kind kind, int number, String path, long size, long sum) {
    static Entry of(FileChange change, int number) {
      byte[] before = change.before();
      return new Entry(change.kind(), number, change.path(), before.length, sum(before));
    }

    boolean isOf(byte[] bytes) {
      return bytes.length == size && sum(bytes) == sum;
    }

    private static long sum(byte[] bytes) {
      var sum = new CRC32C();
      sum.update(bytes);
      return sum.getValue();
    }
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /** Makes it count: it is there as a whole, or not at all. */
  void save(Path folder) throws IOException {
    var text = new StringBuilder(VERSION).append(END);
    for (String made : folders) {
      text.append(FOLDER).append(END).append(made).append(END);
    }
    for (Entry entry : entries) {
      text.append(entry.kind).append(END).append(entry.number).append(END);
      text.append(entry.size).append(END).append(entry.sum).append(END);
      text.append(entry.path).append(END);
    }
    Path draft = folder.resolve(FILE + ".draft");
    DurableFiles.write(draft, text.toString().getBytes(UTF_8));
    DurableFiles.sync(List.of(draft), folder);
    Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether one was there, of which nothing is left to do. */
  static boolean isDone(Path folder) {
    return Files.exists(folder.resolve(DONE));
  }

  /** Says that nothing is left to do. */
  static void markDone(Path folder) throws IOException {
    if (isIn(folder)) {
      Files.move(folder.resolve(FILE), folder.resolve(DONE), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * What was saved.
   *
   * @throws IOException if it cannot be read, or is nothing that a transaction wrote
   */
  static WriteJournal load(Path folder) throws IOException {
    String text = new String(Files.readAllBytes(folder.resolve(FILE)), UTF_8);
    var words = Arrays.asList(text.split(END)).iterator();
    try {
      if (words.next().equals(VERSION)) {
        return read(words);
      }
    } catch (RuntimeException e) {
      throw new IOException("its journal is damaged", e);
    }
    throw new IOException("its journal is of another version");
  }

  private static WriteJournal read(Iterator<String> words) {
    var journal = new WriteJournal(new ArrayList<>(), new ArrayList<>());
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals(FOLDER)) {
        journal.folders.add(checked(words.next()));
        continue;
      }
      int number = Integer.parseInt(words.next());
      long size = Long.parseLong(words.next());
      long sum = Long.parseLong(words.next());
      journal.entries.add(new Entry(Kind.valueOf(word), number, checked(words.next()), size, sum));
    }
    return journal;
  }

  /** A journal may have come with the package from anywhere. */
  private static String checked(String path) {
    PackagePath.findSyntaxProblem(path)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    return path;
  }
}
