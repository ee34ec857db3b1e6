package dev.kiln.yaml.table;

/**
 * Ends work on a text whose thread was interrupted, because the call that it is done for is over.
 * Long loops look at the interrupt from time to time. The interrupt stays set, so that a function
 * that catches everything does not get much further. An error, because {@code catch (Exception e)}
 * is rarely meant to catch it.
 */
public final class CallInterrupted extends Error {
  private static final long serialVersionUID = 1;

  private CallInterrupted() {
    super("the call was interrupted", null, false, true);
  }

  /**
   * Ends the work if the thread was interrupted.
   *
   * @throws CallInterrupted if it was
   */
  public static void check() {
    if (Thread.currentThread().isInterrupted() && !isInitializingClass()) {
      throw new CallInterrupted();
    }
  }

  /** A class whose initializer fails is lost for the whole process. */
  private static boolean isInitializingClass() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
  }
}
