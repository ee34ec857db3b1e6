package dev.kiln.runtime.kind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment variables for a function.
 *
 * @param absent the variables that should have the caller's value but that the caller does not
 *     have; engines omit them silently, so the code that runs the function should report them
 */
public record Environment(Map<String, String> values, List<String> absent) {
  /** The field of an annotation with variables. */
  public static final Field FIELD = Field.texts("envs", "NAME=value, or NAME for the caller's");

  public Environment {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    absent = List.copyOf(absent);
  }

  /**
   * Resolves the variables; those without a value get the caller's.
   *
   * @param envs each {@code NAME=value} or {@code NAME}; of two with the same name, the later one
   *     counts
   * @param caller the caller's own variables
   * @throws InvalidDeclarationException if a text is neither
   */
  public static Environment of(List<String> envs, Map<String, String> caller) {
    var values = new LinkedHashMap<String, String>();
    var absent = new ArrayList<String>();
    for (String env : envs) {
      String name = name(env);
      String value = name.length() < env.length() ? valueIn(name, env) : caller.get(name);
      if (value == null) {
        absent.add(name);
      } else {
        values.put(name, value);
      }
    }
    return new Environment(values, absent);
  }

  /** The names of the variables that get the caller's value. */
  public static List<String> ofCaller(List<String> envs) {
    return envs.stream().filter(env -> env.indexOf('=') < 0).toList();
  }

  /** Variables with their values, each as {@code NAME=value}. */
  public static List<String> list(Map<String, String> variables) {
    var list = new ArrayList<String>();
    variables.forEach((name, value) -> list.add(name + "=" + value));
    return list;
  }

  /** Returns the texts, after a check that each is valid and that no name occurs twice. */
  public static List<String> checked(List<String> envs) {
    var seen = new HashSet<String>();
    for (String env : envs) {
      if (!seen.add(name(env))) {
        throw new InvalidDeclarationException(
            "variable %s is there twice (expected: once)".formatted(name(env)));
      }
    }
    return List.copyOf(envs);
  }

  /** Returns the declared variables and the given ones, which win over those of the same name. */
  public static List<String> merged(List<String> declared, List<String> given) {
    var byName = new LinkedHashMap<String, String>();
    declared.forEach(env -> byName.put(name(env), env));
    given.forEach(env -> byName.put(name(env), env));
    return List.copyOf(byName.values());
  }

  private static String name(String env) {
    int equals = env.indexOf('=');
    String name = equals < 0 ? env : env.substring(0, equals);
    if (name.isBlank() || env.indexOf('\0') >= 0) {
      throw new InvalidDeclarationException(
          "variable \"%s\" has no name (expected: NAME=value, or NAME for the caller's)"
              .formatted(env.replaceAll("\\p{Cntrl}", "?")));
    }
    return name;
  }

  private static String valueIn(String name, String env) {
    return env.substring(name.length() + 1);
  }
}
