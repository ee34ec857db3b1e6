package dev.kiln.runtime.instances;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment variables that the caller of this process set. The launcher script overwrites
 * {@code LC_ALL} so that the JVM reads UTF-8, and saves the caller's value.
 */
public final class CallerEnvironment {
  private static final String LOCALE = "LC_ALL";
  private static final String KEPT = "KILN_CALLER_LC_ALL";

  private CallerEnvironment() {}

  /** The caller's variables of this process. */
  public static Map<String, String> variables() {
    return of(System.getenv());
  }

  static Map<String, String> of(Map<String, String> environment) {
    var all = new HashMap<>(environment);
    String kept = all.remove(KEPT);
    if (kept != null && kept.isEmpty()) {
      all.remove(LOCALE);
    } else if (kept != null) {
      all.put(LOCALE, kept);
    }
    return all;
  }
}
