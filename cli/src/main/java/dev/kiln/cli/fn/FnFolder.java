package dev.kiln.cli.fn;

import dev.kiln.flags.FlagValues;
import dev.kiln.flags.Flags;
import dev.kiln.flags.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A command line with flags and one folder. */
record FnFolder(FlagValues values, Path dir) {
  /**
   * Reads it.
   *
   * @param usage printed, with the flags, where help is all that is wanted; then this is empty
   * @param fits which folder is meant
   */
  static Optional<FnFolder> of(List<String> args, Flags flags, String usage, String fits) {
    FlagValues values = flags.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage + flags.help());
      return Optional.empty();
    }
    List<String> words = values.rest();
    if (words.isEmpty()) {
      throw new UsageException("no DIR (fits: " + fits + ")");
    }
    if (words.size() > 1) {
      throw new UsageException("unexpected argument: " + words.get(1));
    }
    return Optional.of(new FnFolder(values, Path.of(words.getFirst())));
  }
}
