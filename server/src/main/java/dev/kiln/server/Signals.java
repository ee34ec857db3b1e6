package dev.kiln.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The signals of the system, where it has them. */
final class Signals {
  private Signals() {}

  /**
   * Does something, on a thread of its own, each time the signal comes.
   *
   * <p>sun.misc.Signal is the only way to hear SIGHUP and a second SIGTERM; it is reached by
   * reflection because its mere name is a warning that cannot be suppressed.
   */
  static void on(String name, Runnable reaction) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandle run =
          MethodHandles.lookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(reaction);
      Object own =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(run, 0, signal));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
    } catch (ReflectiveOperationException e) {
      // this system has no such signal, or keeps it for itself
    }
  }
}
