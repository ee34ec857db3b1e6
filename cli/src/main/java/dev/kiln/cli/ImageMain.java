package dev.kiln.cli;

import java.util.stream.Stream;

/**
 * Starts {@code kiln} in its image, which is a function as much as a command: where no other
 * command is the first word, what comes is for {@code kiln serve}.
 */
public final class ImageMain {
  private ImageMain() {}

  /** Runs the command and ends the process. */
  public static void main(String[] args) {
    Main.main(
        isForServe(args)
            ? Stream.concat(Stream.of(Serve.NAME), Stream.of(args)).toArray(String[]::new)
            : args);
  }

  private static boolean isForServe(String[] args) {
    return args.length == 0 || (args[0].startsWith("-") && !args[0].equals("--version"));
  }
}
