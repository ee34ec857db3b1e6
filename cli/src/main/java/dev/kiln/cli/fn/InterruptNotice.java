package dev.kiln.cli.fn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Tells a user who ends a run, for example by Ctrl-C, that nothing was written. */
final class InterruptNotice {
  private InterruptNotice() {}

  /** Runs the work that comes before anything is written. */
  static <T> T reportingInterrupts(Supplier<T> work) {
    var hook = new Thread(InterruptNotice::tell);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.get();
    } finally {
      remove(hook);
    }
  }

  private static void tell() {
    System.err.println("error: ended by a signal, nothing was written");
  }

  /**
   * Removes the hook. If the hook is already printing its message, the message must stay true, so
   * this thread stops here.
   */
  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      while (true) {
        LockSupport.park();
      }
    }
  }
}
