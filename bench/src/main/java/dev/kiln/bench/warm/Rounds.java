package dev.kiln.bench.warm;

/** The number of rounds of a measurement. */
public final class Rounds {
  private Rounds() {}

  /**
   * Reads a command line: two arguments from the script, and optionally {@code --quick}. For any
   * other command line it prints the usage and ends the process.
   *
   * @param few the rounds with {@code --quick}
   * @param usual the rounds without it
   */
  public static int of(String[] args, String usage, int few, int usual) {
    boolean quick = args.length == 3 && args[2].equals("--quick");
    if (args.length != 2 && !quick) {
      System.err.print(usage);
      System.exit(2);
    }
    return quick ? few : usual;
  }
}
