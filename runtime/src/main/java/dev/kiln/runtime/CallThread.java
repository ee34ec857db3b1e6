package dev.kiln.runtime;

/**
 * A thread that calls run on. Functions may leave objects in the thread, mainly in a {@link
 * ThreadLocal}. To release them, the thread ends once the host's functions have been replaced.
 */
final class CallThread extends Thread {
  private final int edition;

  /**
   * Creates a thread that inherits no thread-locals, because its creator may be a thread that is
   * about to end.
   *
   * @param edition of the functions that it may run
   */
  CallThread(Runnable work, String name, int edition) {
    super(null, work, name, 0, false);
    this.edition = edition;
    setDaemon(true); // a call does not keep the process alive
  }

  /** Ends the current thread if it was started for an earlier edition. */
  static void endIfOlderThan(int edition) {
    if (Thread.currentThread() instanceof CallThread self && self.edition != edition) {
      throw new ThreadOutdatedException();
    }
  }

  @Override
  public void run() {
    try {
      super.run();
    } catch (ThreadOutdatedException _) {
      // the pool replaces it
    }
  }

  /** Makes a pool end its thread, which only an exception can do. */
  private static final class ThreadOutdatedException extends RuntimeException {
    ThreadOutdatedException() {
      super("the functions are others now", null, false, false);
    }
  }
}
