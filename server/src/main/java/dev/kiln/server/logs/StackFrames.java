package dev.kiln.server.logs;

import java.util.ArrayList;
import java.util.List;

/**
 * The stack of a throwable and its causes, without their messages: those may quote a list. Messages
 * of the JVM itself are kept.
 */
final class StackFrames {
  private static final int MOST_FRAMES = 64;
  private static final int MOST_CAUSES = 8;

  private StackFrames() {}

  static List<String> of(Throwable thrown) {
    var lines = new ArrayList<String>();
    Throwable next = thrown;
    for (int i = 0; i < MOST_CAUSES && next != null; i++) {
      lines.add((i == 0 ? "" : "caused by: ") + head(next));
      add(lines, next.getStackTrace());
      next = next.getCause();
    }
    return lines;
  }

  private static String head(Throwable thrown) {
    String name = thrown.getClass().getName();
    boolean safe = thrown instanceof VirtualMachineError || thrown instanceof LinkageError;
    return safe ? name + ": " + thrown.getMessage() : name;
  }

  private static void add(List<String> lines, StackTraceElement[] frames) {
    int shown = Math.min(frames.length, MOST_FRAMES);
    for (int i = 0; i < shown; i++) {
      lines.add("    at " + frames[i]);
    }
    if (shown < frames.length) {
      lines.add("    ... " + (frames.length - shown) + " more");
    }
  }
}
