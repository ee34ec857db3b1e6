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
 * The plan of a transaction, saved before the transaction begins. With it, the next process can
 * finish the transaction or undo it.
 *
 * @param folders the folders to create, outer ones first
 */
record WriteJournal(List<Entry> entries, List<String> folders) {
  private static final String FILE = "journal";

  /** The journal's name when all its work is done. */
  static final String DONE = "done";

  private static final String VERSION = "kiln-write 1";
  private static final String FOLDER = "folder";

  /** The separator: no path contains it. */
  private static final String END = "\0";

  /**
   * A file.
   *
   * @param number the number of its staged files
   * @param size the size of the file before the change
   * @param sum the checksum of the file before the change
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

  /**
   * Saves the journal: it exists as a whole or not at all. From then on the change takes effect,
   * even if this process ends.
   */
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
    DurableFiles.sync(draft);
    Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether there was a journal whose work is all done. */
  static boolean isDone(Path folder) {
    return Files.exists(folder.resolve(DONE));
  }

  /** Marks the journal's work as done. */
  static void markDone(Path folder) throws IOException {
    if (isIn(folder)) {
      Files.move(folder.resolve(FILE), folder.resolve(DONE), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Loads the saved journal.
   *
   * @throws IOException if the journal cannot be read, or no transaction wrote it
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

  /** Checks a path, because the journal may have come with the package from anywhere. */
  private static String checked(String path) {
    PackagePath.findSyntaxProblem(path)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    return path;
  }
}
