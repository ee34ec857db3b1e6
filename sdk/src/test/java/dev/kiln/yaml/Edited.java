package dev.kiln.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kiln.yaml.node.Edit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Edits a text, and checks that parsing the resulting bytes gives the same tree. */
final class Edited {
  private Edited() {}

  static String edited(String text, Consumer<Edit> edits) {
    var before = Yaml.parse(text);
    var after = before.edit(edits);
    assertEquals(text, before.toString());
    assertEquals(Yaml.parse(after.toString()).value(), after.value());
    return after.toString();
  }

  /** A map that keeps its order and holds nulls. */
  static Map<String, @Nullable Object> map(@Nullable Object... keysAndValues) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return map;
  }
}
