package dev.kiln.server;

/** Ends the process. */
public final class Exit {
  private Exit() {}

  /**
   * Ends the process with that code, as the last thing a {@code main} does. Since JDK 21 {@link
   * System#exit} wakes the logging system, which costs a v1 program a third of its start-up; a
   * success whose threads are all gone may as well return.
   */
  public static void with(int code) {
    if (code != 0 || hasOtherThreads()) {
      System.exit(code);
    }
  }

  /** Whether the process would live on: a function may have left threads that are no daemons. */
  private static boolean hasOtherThreads() {
    Thread self = Thread.currentThread();
    var threads = new Thread[64]; // what does not fit is not needed: one is enough
    int count = self.getThreadGroup().enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (!threads[i].equals(self) && !threads[i].isDaemon()) {
        return true;
      }
    }
    return false;
  }
}
