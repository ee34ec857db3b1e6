package dev.kiln.client.steps;

import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the words after {@code --} as a functionConfig. {@code k=v …} is a ConfigMap with {@code
 * data}. {@code Kind k=v …} or {@code group/version/Kind k=v …} is an object of that kind with
 * {@code spec}. Values are always text, whatever they look like.
 */
public final class Arguments {
  /** The name of every object that is made from arguments. */
  public static final String NAME = "function-input";

  private static final String CORE = "v1";
  private static final String CONFIG_MAP = "ConfigMap";
  private static final String DATA = "data";
  private static final String SPEC = "spec";

  private static final Pattern KIND = Pattern.compile("[A-Za-z][A-Za-z0-9]*");
  private static final Pattern API_VERSION =
      Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?/)?[A-Za-z0-9][-A-Za-z0-9]*");
  private static final String TYPES = "key=value, or first of all Kind or group/version/Kind";

  private Arguments() {}

  /**
   * Reads the words. Without words, the result is the empty ConfigMap that stands for no
   * configuration.
   *
   * @throws InvalidDeclarationException for a word that is not {@code key=value}, and for a
   *     duplicate key
   */
  public static Resource read(List<String> words) {
    return read(words, "");
  }

  /**
   * Reads the words.
   *
   * @param field the field for the values, such as {@code data} to do as kustomize does; empty for
   *     the usual field of the kind
   * @throws InvalidDeclarationException for a word that is not {@code key=value}, and for a
   *     duplicate key
   */
  public static Resource read(List<String> words, String field) {
    boolean typed = !words.isEmpty() && words.getFirst().indexOf('=') < 0;
    String type = typed ? words.getFirst() : CONFIG_MAP;
    int slash = type.lastIndexOf('/');
    String apiVersion = slash < 0 ? CORE : type.substring(0, slash);
    String kind = type.substring(slash + 1);
    if (!KIND.matcher(kind).matches() || !API_VERSION.matcher(apiVersion).matches()) {
      throw bad(type, "is neither a value nor a kind", TYPES);
    }
    boolean configMap = kind.equals(CONFIG_MAP) && apiVersion.equals(CORE);
    var object = new LinkedHashMap<String, Object>();
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    object.put("metadata", Map.of("name", NAME));
    object.put(
        field.isEmpty() ? configMap ? DATA : SPEC : field(field),
        pairs(words.subList(typed ? 1 : 0, words.size())));
    return Resource.of(Yaml.of(object));
  }

  private static String field(String field) {
    if (!field.equals(DATA) && !field.equals(SPEC)) {
      throw new InvalidDeclarationException(
          "field \"%s\" for arguments (expected: data, spec)".formatted(field));
    }
    return field;
  }

  private static Map<String, String> pairs(List<String> words) {
    var pairs = new LinkedHashMap<String, String>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals <= 0) {
        throw bad(word, equals < 0 ? "has no =" : "has no key", "key=value");
      }
      String key = word.substring(0, equals);
      if (pairs.putIfAbsent(key, word.substring(equals + 1)) != null) {
        throw bad(word, "is the second value of " + key, "each key once");
      }
    }
    return pairs;
  }

  private static InvalidDeclarationException bad(String word, String problem, String fits) {
    String shown = word.replaceAll("\\p{Cntrl}", "?");
    return new InvalidDeclarationException(
        "argument \"%s\" %s (expected: %s)".formatted(shown, problem, fits));
  }
}
