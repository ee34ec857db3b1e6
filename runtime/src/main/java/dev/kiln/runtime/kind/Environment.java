package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that a function is to see.
 *
 * @param absent those that were to be the caller's, and the caller has none: engines leave them out
 *     and say nothing, so whoever runs the function ought to
 */
public record Environment(Map<String, String> values, List<String> absent) {
  public Environment {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    absent = List.copyOf(absent);
  }

  /**
   * Looks up what is the caller's.
   *
   * @param envs each {@code NAME=value} or {@code NAME}; of two for one name the later counts
   * @param caller the caller's own variables
   * @throws InvalidDeclarationException for a text that is neither
   */
  public static Environment of(List<String> envs, Map<String, String> caller) {
    var values = new LinkedHashMap<String, String>();
    var absent = new ArrayList<String>();
    for (String env : envs) {
      String name = name(env);
      String value = name.length() < env.length() ? behind(name, env) : caller.get(name);
      if (value == null) {
        absent.add(name);
      } else {
        values.put(name, value);
      }
    }
    return new Environment(values, absent);
  }

  /** The same, if a function can have all of them at once. */
  public static List<String> checked(List<String> envs) {
    var seen = new HashSet<String>();
    for (String env : envs) {
      if (!seen.add(name(env))) {
        throw new InvalidDeclarationException(
            "variable %s is there twice (fits: once)".formatted(name(env)));
      }
    }
    return List.copyOf(envs);
  }

  private static String name(String env) {
    int equals = env.indexOf('=');
    String name = equals < 0 ? env : env.substring(0, equals);
    if (name.isBlank() || env.indexOf('\0') >= 0) {
      throw new InvalidDeclarationException(
          "variable \"%s\" has no name (fits: NAME=value, or NAME for the caller's)"
              .formatted(env.replaceAll("\\p{Cntrl}", "?")));
    }
    return name;
  }

  private static String behind(String name, String env) {
    return env.substring(name.length() + 1);
  }
}
