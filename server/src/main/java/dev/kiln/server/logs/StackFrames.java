package dev.kiln.server.logs;

import java.util.ArrayList;
import java.util.List;

/**
 * Where something went wrong: the classes of a throwable and its causes, and their frames. Their
 * messages stay out, for they may quote a list, unless the machine itself made them.
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
