package dev.kiln.client.steps;

import dev.kiln.runtime.kind.InvalidDeclarationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the values of the flags for the labels and annotations of a {@link ResourceSelector}. */
public final class Pairs {
  /** Matches commas that a key and its {@code =} follow. */
  private static final Pattern COMMAS = Pattern.compile(",(?=[^,=]*=)");

  private Pairs() {}

  /**
   * Reads labels: {@code k=v,k2=v2}, one text for each time that the flag was given.
   *
   * @param flag for the message
   * @throws InvalidDeclarationException if a text has another form
   */
  public static Map<String, String> labels(String flag, List<String> texts) {
    Map<String, String> labels = annotations(flag, texts);
    for (String value : labels.values()) {
      if (value.indexOf(',') >= 0) {
        throw invalidPair(flag, value.substring(value.indexOf(',') + 1));
      }
    }
    return labels;
  }

  /**
   * Reads annotations. They have the form of labels, but a comma without a {@code key=} after it
   * belongs to the value, because annotation values may contain commas.
   *
   * @param flag for the message
   * @throws InvalidDeclarationException if a text has another form
   */
  public static Map<String, String> annotations(String flag, List<String> texts) {
    var pairs = new LinkedHashMap<String, String>();
    for (String text : texts) {
      for (String pair : COMMAS.split(text, -1)) {
        put(flag, pair, pairs);
      }
    }
    return pairs;
  }

  private static void put(String flag, String pair, Map<String, String> pairs) {
    int equals = pair.indexOf('=');
    String key = pair.substring(0, Math.max(0, equals)).strip();
    if (key.isEmpty() || key.indexOf(',') >= 0) {
      throw invalidPair(flag, pair);
    }
    String value = pair.substring(equals + 1).strip();
    String before = pairs.putIfAbsent(key, value);
    if (before != null && !before.equals(value)) {
      throw new InvalidDeclarationException(
          "%s: %s is to be both \"%s\" and \"%s\" (expected: one of them)"
              .formatted(flag, key, before, value));
    }
  }

  private static InvalidDeclarationException invalidPair(String flag, String found) {
    return new InvalidDeclarationException(
        "%s: \"%s\" is no pair (expected: key=value,key2=value2)".formatted(flag, found));
  }
}
