package dev.kiln.server.jars;

import dev.kiln.sdk.KrmFunction;

/**
 * The parent class loader of all jars: it has the sdk and the JDK, and nothing else of the class
 * path.
 */
final class SharedClasses extends ClassLoader {
  private static final ClassLoader HOST = KrmFunction.class.getClassLoader();

  SharedClasses() {
    super("sdk", getPlatformClassLoader());
  }

  /** Whether a class is the sdk's, whatever a jar brings along. */
  static boolean isOfTheSdk(String className) {
    return className.startsWith("dev.kiln.sdk.") || className.startsWith("dev.kiln.yaml.");
  }

  /** Without a lock: this one defines no classes, and those it asks have theirs. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return isOfTheSdk(name) || name.startsWith("org.jspecify.")
        ? HOST.loadClass(name)
        : getPlatformClassLoader().loadClass(name);
  }
}
