package dev.kiln.server;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells whether a person sits at stdin, where there is a way to know. */
final class Terminal {
  private Terminal() {}

  /**
   * Java knows of a terminal only where stdin and stdout both are one; Linux says it of stdin
   * alone. Elsewhere a redirected stdout hides it.
   */
  static boolean isStdin() {
    if (hasInput()) { // which spares most runs to load what asks for the rest
      return false;
    }
    Path stdin = Path.of("/proc/self/fd/0");
    if (Files.isSymbolicLink(stdin)) {
      return isDevice(stdin);
    }
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private static boolean hasInput() {
    try {
      return System.in.available() > 0;
    } catch (IOException e) {
      return false; // who reads it will say so
    }
  }

  private static boolean isDevice(Path stdin) {
    try {
      String name = Files.readSymbolicLink(stdin).toString();
      return name.startsWith("/dev/pts/")
          || name.startsWith("/dev/tty")
          || name.equals("/dev/console");
    } catch (IOException e) {
      return false; // only a hint is at stake
    }
  }
}
