package dev.kiln.functions.fields;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The entries of {@code data} in a functionConfig: a ConfigMap, or a kind of the function's own.
 */
public record DataEntries(Map<String, String> entries) {
  private static final Path DATA = Path.keys("data");

  public DataEntries {
    entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
  }

  public static DataEntries of(FunctionConfig config) {
    var entries = new LinkedHashMap<String, String>();
    config.resource().ifPresent(resource -> read(resource, entries));
    return new DataEntries(entries);
  }

  /** Returns the text of a key; empty if the key is missing. */
  public String text(String key) {
    return entries.getOrDefault(key, "");
  }

  private static void read(Resource config, Map<String, String> entries) {
    Node data = config.find(DATA).filter(node -> !node.isNull()).orElse(null);
    if (data == null) {
      return;
    }
    if (!data.isMap()) {
      throw new BadInput("data", "no map", "a map of names to text", data);
    }
    for (var entry : data.entries()) {
      entries.put(entry.name(), text(DATA.key(entry.name()), entry.value()));
    }
  }

  /**
   * Returns the text of a value. It refuses a list: the list would read as empty text, and a setter
   * with empty text empties a list.
   */
  private static String text(Path path, Node value) {
    if (!value.isScalar()) {
      throw new BadInput(
          path.toString(),
          value.isList() ? "a list" : "a map",
          "text: put it in a block, |",
          value);
    }
    return value.isNull() ? "" : value.text();
  }
}
