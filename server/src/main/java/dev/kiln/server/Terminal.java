package dev.kiln.server;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells whether a person sits at stdin, where there is a way to know. */
final class Terminal {
  private static final Path STDIN = Path.of("/proc/self/fd/0");

  private Terminal() {}

  /**
   * Java knows of a terminal only where stdin and stdout both are one; Linux says it of stdin
   * alone. Elsewhere a redirected stdout hides it.
   */
  static boolean isStdin() {
    if (Files.isSymbolicLink(STDIN)) {
      return isDevice();
    }
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private static boolean isDevice() {
    try {
      String name = Files.readSymbolicLink(STDIN).toString();
      return name.startsWith("/dev/pts/")
          || name.startsWith("/dev/tty")
          || name.equals("/dev/console");
    } catch (IOException e) {
      return false; // only a hint is at stake
    }
  }
}
