package dev.kiln.cli.fn;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A command line with flags and one folder. */
record FolderArguments(FlagValues values, Path dir) {
  /**
   * Reads it.
   *
   * @param usage printed, with the flags, where help is all that is wanted; then this is empty
   * @param otherwise which folder is meant
   */
  static Optional<FolderArguments> of(
      List<String> args, Flags flags, String usage, String otherwise) {
    FlagValues values = flags.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage + flags.help());
      return Optional.empty();
    }
    List<String> words = values.rest();
    if (words.isEmpty()) {
      throw new UsageException("no DIR (fits: " + otherwise + ")");
    }
    if (words.size() > 1) {
      throw new UsageException("unexpected argument: " + words.get(1));
    }
    return Optional.of(new FolderArguments(values, Path.of(words.getFirst())));
  }
}
