package dev.kiln.cli.fn;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a person reads what is written, and how it may look.
 *
 * @param live whether a line may be written over
 * @param colour whether it may have colours
 */
record FnTerminal(boolean live, boolean colour) {
  /** Of stderr. */
  static FnTerminal of(Map<String, String> environment) {
    boolean terminal = isOne(2) && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    return new FnTerminal(terminal, terminal && environment.getOrDefault("NO_COLOR", "").isEmpty());
  }

  /** Whether stdout is one that may have colours. */
  static boolean isStdout() {
    return isOne(1)
        && !System.getenv().getOrDefault("TERM", "dumb").equals("dumb")
        && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** Java knows it of stdin and stdout together only. */
  private static boolean isOne(int descriptor) {
    try {
      String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return name.startsWith("/dev/pts/")
          || name.startsWith("/dev/tty")
          || name.equals("/dev/console");
    } catch (IOException _) {
      return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
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
