package dev.kiln.client.steps;

import dev.kiln.sdk.Resource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a resource must be, all of it at once.
 *
 * @param apiVersion this and the next three: empty if it does not matter
 * @param labels those that it must have, among others
 * @param annotations those that it must have, among others
 */
public record Match(
    String apiVersion,
    String kind,
    String name,
    String namespace,
    Map<String, String> labels,
    Map<String, String> annotations) {
  /** Asks for nothing. */
  public static final Match NOTHING = new Match("", "", "", "", Map.of(), Map.of());

  public Match {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
  }

  /** Whether it asks for nothing. */
  public boolean isEmpty() {
    return equals(NOTHING);
  }

  /** Whether the resource is all that this asks for. */
  public boolean fits(Resource item) {
    return (apiVersion.isEmpty() || apiVersion.equals(item.apiVersion()))
        && (kind.isEmpty() || kind.equals(item.kind()))
        && (name.isEmpty() || name.equals(item.name()))
        && (namespace.isEmpty() || namespace.equals(item.namespace().orElse("")))
        && (labels.isEmpty() || item.labels().entrySet().containsAll(labels.entrySet()))
        && (annotations.isEmpty()
            || item.annotations().entrySet().containsAll(annotations.entrySet()));
  }

  /**
   * Reads what stands behind a flag for labels: {@code k=v,k2=v2}, as often as it was given.
   *
   * @param flag for the message
   * @throws BadStep if it is anything else
   */
  public static Map<String, String> labels(String flag, List<String> texts) {
    Map<String, String> labels = annotations(flag, texts);
    for (String value : labels.values()) {
      if (value.indexOf(',') >= 0) {
        throw noPair(flag, value.substring(value.indexOf(',') + 1));
      }
    }
    return labels;
  }

  /**
   * Reads what stands behind a flag for annotations: as for labels, but a comma behind which no
   * further {@code key=} comes belongs to the value, for there it may be part of one.
   *
   * @param flag for the message
   * @throws BadStep if it is anything else
   */
  public static Map<String, String> annotations(String flag, List<String> texts) {
    var pairs = new LinkedHashMap<String, String>();
    for (String text : texts) {
      for (String pair : PAIRS.split(text, -1)) {
        put(flag, pair, pairs);
      }
    }
    return pairs;
  }

  private static void put(String flag, String pair, Map<String, String> pairs) {
    int equals = pair.indexOf('=');
    String key = pair.substring(0, Math.max(0, equals)).strip();
    if (key.isEmpty() || key.indexOf(',') >= 0) {
      throw noPair(flag, pair);
    }
    String value = pair.substring(equals + 1).strip();
    String before = pairs.putIfAbsent(key, value);
    if (before != null && !before.equals(value)) {
      throw new BadStep(
          "%s: %s is to be both \"%s\" and \"%s\" (fits: one of them)"
              .formatted(flag, key, before, value));
    }
  }

  private static BadStep noPair(String flag, String found) {
    return new BadStep(
        "%s: \"%s\" is no pair (fits: key=value,key2=value2)".formatted(flag, found));
  }

  /** Commas with a key and its sign behind them. */
  private static final Pattern PAIRS = Pattern.compile(",(?=[^,=]*=)");
}
