package dev.kiln.sdk;

/**
 * A function from list to list: the one thing an author writes.
 *
 * <p>What the function finds in the items it tells {@link Call}; what is wrong with its
 * configuration it throws as {@link BadInput}; any other exception is a fault of the function, ends
 * the call with exit code 2 and leaves the list as it was.
 *
 * <p>How the object is made, decided once, when the function is loaded:
 *
 * <ol>
 *   <li>a method {@code public static X of(FunctionConfig config)} makes one for each call;
 *   <li>else a record is made for each call, its components bound from the functionConfig;
 *   <li>else the public constructor without arguments makes one object for the whole process. It
 *       reads {@link Call#config} and is used by many threads at once.
 * </ol>
 */
@FunctionalInterface
public interface KrmFunction {
  /**
   * Gives the list as it should be. {@code in} cannot be changed: return what its methods give, or
   * {@code in} itself if there is nothing to do.
   *
   * <p>Runs on one thread from start to end; other calls may run at the same time.
   */
  ResourceList apply(ResourceList in, Call call);

  /**
   * Called once a process, before the first call, and only on an object that serves the whole
   * process. What is kept between calls is made here. If it throws, the function is not served.
   */
  default void start() {}

  /** Called once a process, after the last call, if {@link #start} went well. */
  default void close() {}
}
