package dev.kiln.cli;

/** The kiln command. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length == 0 || args[0].equals("help") || args[0].equals("--help")) {
      System.out.println("usage: kiln help");
      return;
    }
    System.err.println("kiln: '" + args[0] + "' is not a kiln command. See 'kiln help'.");
    System.exit(1);
  }
}
