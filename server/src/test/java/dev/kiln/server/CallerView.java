package dev.kiln.server;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told of one call, whatever the door.
 *
 * @param list the ResourceList, empty if there is none
 * @param message the one line for a person, null where the door does not pass it on; empty after a
 *     success
 * @param exit the exit code of the function, or what stands for it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
record CallerView(byte[] list, Logged log, @Nullable String message, int exit) {
  /**
   * What the function wrote for people.
   *
   * @param cut whether this is only the end of it, from the middle of a line on
   */
  record Logged(String text, boolean cut) {
    static final Logged NOTHING = new Logged("", false);

    /** Without the lines of stack traces, whose numbers change with the code. */
    String said() {
      return text.lines()
          .skip(cut ? 1 : 0)
          .filter(line -> !line.startsWith("\tat ") && !line.startsWith("\t... "))
          .map(line -> line + "\n")
          .reduce("", String::concat);
    }
  }

  String text() {
    return new String(list, StandardCharsets.UTF_8);
  }
}
