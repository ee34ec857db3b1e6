package dev.kiln.cli;

/**
 * Starts {@code kiln} in its image, which is a function as much as a command: where no other
 * command is the first word, what comes is for {@code kiln serve}.
 */
public final class ImageMain {
  private ImageMain() {}

  /** Runs the command and ends the process. */
  public static void main(String[] args) {
    Main.main(isForServe(args) ? withServe(args) : args);
  }

  private static boolean isForServe(String[] args) {
    return args.length == 0 || (args[0].startsWith("-") && !args[0].equals("--version"));
  }

  private static String[] withServe(String[] args) {
    var all = new String[args.length + 1];
    all[0] = ServeCommand.NAME;
    System.arraycopy(args, 0, all, 1, args.length);
    return all;
  }
}
