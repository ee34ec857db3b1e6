package dev.kiln.bench.warm;

/** How often something is measured. */
public final class Rounds {
  private Rounds() {}

  /**
   * As a command line says: two words that its script gives, and perhaps {@code --quick}; else it
   * ends the process.
   *
   * @param few with {@code --quick}
   * @param usual without
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
