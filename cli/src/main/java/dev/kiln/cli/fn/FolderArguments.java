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
   * Reads the arguments.
   *
   * @param usage printed with the flags if only help is wanted; the result is empty then
   * @param otherwise the folder if none is given; empty if one is required
   */
  static Optional<FolderArguments> of(
      List<String> args, Flags flags, String usage, String otherwise) {
    FlagValues values = flags.parse(args, System.getenv());
    if (values.help()) {
      System.out.print(usage + flags.help());
      return Optional.empty();
    }
    List<String> words = values.rest();
    if (words.isEmpty() && otherwise.isEmpty()) {
      throw new UsageException("no DIR (expected: the folder of a package, or a new one)");
    }
    if (words.size() > 1) {
      throw new UsageException("unexpected argument: " + words.get(1));
    }
    return Optional.of(
        new FolderArguments(values, Path.of(words.isEmpty() ? otherwise : words.getFirst())));
  }
}
