package dev.kiln.sdk;

/**
 * A function from list to list. This is the one interface that an author implements.
 *
 * <p>The function reports findings about items through {@link Call}. It throws {@link BadInput} if
 * its configuration is wrong. Any other exception is a fault of the function: the call ends with
 * exit code 2, and the list stays as it was.
 *
 * <p>When the function is loaded, the first of these rules that applies decides how its object is
 * made:
 *
 * <ol>
 *   <li>A method {@code public static X of(FunctionConfig config)} makes an object for each call.
 *   <li>A record is made for each call; its components are bound from the functionConfig.
 *   <li>The public constructor without arguments makes one object for the whole process. The object
 *       reads {@link Call#config}, and many threads use it at once.
 * </ol>
 */
@FunctionalInterface
public interface KrmFunction {
  /**
   * Returns the changed list. {@code in} is immutable: return the list that its methods give, or
   * {@code in} itself if there is nothing to do.
   *
   * <p>A call runs on one thread from start to end. Other calls may run at the same time.
   */
  ResourceList apply(ResourceList in, Call call);

  /**
   * Creates the state that the function keeps between calls. It is called once per process, before
   * the first call, and only on an object that serves the whole process. If it throws, the function
   * is not served.
   */
  default void start() {}

  /** Called once per process, after the last call, if {@link #start} succeeded. */
  default void close() {}
}
