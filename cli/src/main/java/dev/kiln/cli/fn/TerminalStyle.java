package dev.kiln.cli.fn;

import dev.kiln.server.Terminal;

/**
 * Whether a person reads the output, and how it may look.
 *
 * @param live whether a line may be overwritten
 * @param colour whether the output may have colours
 */
record TerminalStyle(boolean live, boolean colour) {
  static TerminalStyle ofStderr() {
    return of(2);
  }

  static TerminalStyle ofStdout() {
    return of(1);
  }

  private static TerminalStyle of(int descriptor) {
    boolean live = Terminal.is(descriptor) && !variable("TERM", "dumb").equals("dumb");
    return new TerminalStyle(live, live && variable("NO_COLOR", "").isEmpty());
  }

  private static String variable(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  String bold(String text) {
    return painted("1", text);
  }

  String red(String text) {
    return painted("31", text);
  }

  String yellow(String text) {
    return painted("33", text);
  }

  String green(String text) {
    return painted("32", text);
  }

  String faint(String text) {
    return painted("2", text);
  }

  private String painted(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
