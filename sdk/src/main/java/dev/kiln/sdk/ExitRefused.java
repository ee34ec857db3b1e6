package dev.kiln.sdk;

/**
 * Refuses an attempt by a function from a jar to end the process. It is thrown where the function's
 * code calls {@code System.exit}, {@code Runtime.exit} or {@code Runtime.halt}.
 *
 * <p>It is an {@code Error} because such code does not expect to continue, and {@code catch
 * (Exception e)} is rarely meant to catch it. When the classes of a jar are defined, their calls
 * are replaced by calls of the methods here. Code that calls through reflection or native code can
 * still end the process.
 */
@SuppressWarnings("DoNotCallSuggester") // no source calls these; a jar's classes are made to
public final class ExitRefused extends Error {
  private ExitRefused(String call, int status) {
    super(
        "the function called "
            + call
            + "("
            + status
            + "), which would end the host (expected: an exception, or a result of severity error)");
  }

  /** Replaces {@link System#exit}. */
  public static void exit(int status) {
    throw new ExitRefused("System.exit", status);
  }

  /** Replaces {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    throw new ExitRefused("Runtime.exit", status);
  }

  /** Replaces {@link Runtime#halt}. */
  public static void halt(Runtime runtime, int status) {
    throw new ExitRefused("Runtime.halt", status);
  }
}
