package dev.kiln.sdk;

/**
 * What a function from a jar gets instead of the end of the process: thrown where its code calls
 * {@code System.exit}, {@code Runtime.exit} or {@code Runtime.halt}.
 *
 * <p>An error, for such code does not expect to go on, and few would mean it with {@code catch
 * (Exception e)}. The calls of a jar's classes are turned into calls of these methods when the
 * classes are defined; what calls through reflection or native code ends the process still.
 */
@SuppressWarnings("DoNotCallSuggester") // no source calls these; a jar's classes are made to
public final class ExitRefused extends Error {
  private ExitRefused(String call, int status) {
    super(
        "the function called "
            + call
            + "("
            + status
            + "), which would end the host (fits: an exception, or a result of severity error)");
  }

  /** Stands in for {@link System#exit}. */
  public static void exit(int status) {
    throw new ExitRefused("System.exit", status);
  }

  /** Stands in for {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    throw new ExitRefused("Runtime.exit", status);
  }

  /** Stands in for {@link Runtime#halt}. */
  public static void halt(Runtime runtime, int status) {
    throw new ExitRefused("Runtime.halt", status);
  }
}
