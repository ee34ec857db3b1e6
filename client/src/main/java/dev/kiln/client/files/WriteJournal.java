package dev.kiln.client.files;

import dev.kiln.client.files.FileChange.Kind;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The plan of a transaction. With it, the next process can finish the transaction or undo it.
 *
 * @param folders the folders to create, outer ones first
 */
record WriteJournal(List<Entry> entries, List<String> folders) {
  private static final String FOLDER = "folder";

  /**
   * A file.
   *
   * @param number the number of its staged files
   * @param before the digest of the file before the change
   * @param after the digest of the file after the change
   */
  record Entry(Kind kind, int number, String path, String before, String after) {
    static Entry of(FileChange change, int number) {
      return new Entry(
          change.kind(),
          number,
          change.path(),
          FileDigest.of(change.before()),
          FileDigest.of(change.after()));
    }
  }

  /** Returns the plan for these changes to a package. */
  static WriteJournal of(Path root, List<FileChange> changes) {
    var entries = new ArrayList<Entry>(changes.size());
    var folders = new LinkedHashSet<String>();
    for (FileChange change : changes) {
      entries.add(Entry.of(change, entries.size()));
      if (change.kind() == Kind.CREATED) {
        addMissing(root, change.path(), folders);
      }
    }
    return new WriteJournal(List.copyOf(entries), List.copyOf(folders));
  }

  private static void addMissing(Path root, String path, Set<String> folders) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (!folders.contains(folder)
          && !Files.exists(root.resolve(folder), LinkOption.NOFOLLOW_LINKS)) {
        folders.add(folder);
      }
    }
  }

  /** Returns the plan as words, none of which contains a NUL. */
  List<String> words() {
    var words = new ArrayList<String>();
    for (String folder : folders) {
      words.addAll(List.of(FOLDER, folder));
    }
    for (Entry entry : entries) {
      words.addAll(
          List.of(
              entry.kind.name(),
              Integer.toString(entry.number),
              entry.before,
              entry.after,
              entry.path));
    }
    return words;
  }

  /**
   * Reads the plan.
   *
   * @throws RuntimeException if the words are not those of a plan
   */
  static WriteJournal of(Iterator<String> words) {
    var journal = new WriteJournal(new ArrayList<>(), new ArrayList<>());
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals(FOLDER)) {
        journal.folders.add(words.next());
      } else {
        int number = Integer.parseInt(words.next());
        String before = words.next();
        String after = words.next();
        journal.entries.add(new Entry(Kind.valueOf(word), number, words.next(), before, after));
      }
    }
    return journal;
  }
}
