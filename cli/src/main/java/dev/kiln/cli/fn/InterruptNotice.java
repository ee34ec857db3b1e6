package dev.kiln.cli.fn;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Tells who ends a run, by Ctrl-C say, that nothing was written. */
final class InterruptNotice {
  private InterruptNotice() {}

  /** Does what comes before anything is written. */
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

  /** If it tells that just now, that is to stay true: this thread goes no further. */
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
