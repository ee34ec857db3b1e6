package dev.kiln.server;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells whether a stream of this process is a terminal, as far as the platform can tell. */
public final class Terminal {
  private Terminal() {}

  static boolean isStdin() {
    return !hasInput() && is(0); // most runs have, and are spared to load what asks for the rest
  }

  private static boolean hasInput() {
    try {
      return System.in.available() > 0;
    } catch (IOException e) {
      return false; // who reads it will say so
    }
  }

  /**
   * Whether a descriptor is one. Java knows of a terminal only where stdin and stdout both are one;
   * Linux says it of each alone. Elsewhere a redirected stdin or stdout hides it.
   */
  public static boolean is(int descriptor) {
    try {
      String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return name.startsWith("/dev/pts/")
          || name.startsWith("/dev/tty")
          || name.equals("/dev/console");
    } catch (IOException e) {
      return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
  }
}
