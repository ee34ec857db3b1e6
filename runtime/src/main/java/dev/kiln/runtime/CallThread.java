package dev.kiln.runtime;

/**
 * A thread that calls run on. What functions leave in it, in a {@link ThreadLocal} above all, goes
 * when it ends, which it does once the functions are others than when it began.
 */
final class CallThread extends Thread {
  private final int edition;

  /**
   * A thread that inherits nothing: the one that makes it may be one that is about to end.
   *
   * @param edition of the functions that it may run
   */
  CallThread(Runnable work, String name, int edition) {
    super(null, work, name, 0, false);
    this.edition = edition;
    setDaemon(true); // none of them keeps the process alive
  }

  /** Ends the thread that this runs on if it began with other functions. */
  static void endUnlessOf(int edition) {
    if (Thread.currentThread() instanceof CallThread self && self.edition != edition) {
      throw new Outlived();
    }
  }

  @Override
  public void run() {
    try {
      super.run();
    } catch (Outlived _) {
      // another one stands in for it
    }
  }

  /** Leads out of a pool, which lets a thread go for an exception alone. */
  private static final class Outlived extends RuntimeException {
    Outlived() {
      super("the functions are others now", null, false, false);
    }
  }
}
