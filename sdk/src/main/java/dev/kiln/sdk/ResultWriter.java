package dev.kiln.sdk;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts a result to its wire form, with the fields in the customary order. */
final class ResultWriter {
  private ResultWriter() {}

  /**
   * Converts one result.
   *
   * @param manyProposedValues whether the version has {@code proposedValues}; the older form holds
   *     one value
   */
  static Map<String, @Nullable Object> write(Result result, boolean manyProposedValues) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("message", result.message());
    map.put("severity", result.severity().text());
    if (result.resourceRef() != null) {
      map.put("resourceRef", write(result.resourceRef()));
    }
    if (result.field() != null) {
      map.put("field", write(result.field(), manyProposedValues));
    }
    if (result.file() != null) {
      map.put("file", write(result.file()));
    }
    if (!result.tags().isEmpty()) {
      map.put("tags", write(result.tags()));
    }
    return map;
  }

  private static Map<String, @Nullable Object> write(ResourceRef ref) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("apiVersion", SurrogateRepair.repair(ref.apiVersion()));
    map.put("kind", SurrogateRepair.repair(ref.kind()));
    if (ref.namespace() != null) {
      map.put("namespace", SurrogateRepair.repair(ref.namespace()));
    }
    map.put("name", SurrogateRepair.repair(ref.name()));
    return map;
  }

  private static Map<String, @Nullable Object> write(
      Result.Field field, boolean manyProposedValues) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("path", SurrogateRepair.repair(field.path()));
    if (field.currentValue() != null) {
      map.put("currentValue", toYamlValue(field.currentValue()));
    }
    List<@Nullable Object> proposed =
        field.proposedValues().stream().<@Nullable Object>map(ResultWriter::toYamlValue).toList();
    if (manyProposedValues && !proposed.isEmpty()) {
      map.put("proposedValues", proposed);
    } else if (!proposed.isEmpty()) {
      map.put("proposedValue", proposed.getFirst());
    }
    return map;
  }

  private static Map<String, @Nullable Object> write(FileRef file) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("path", SurrogateRepair.repair(file.path()));
    if (file.index() != 0) {
      map.put("index", file.index());
    }
    return map;
  }

  private static Map<String, String> write(Map<String, String> tags) {
    var map = new LinkedHashMap<String, String>();
    tags.forEach(
        (key, value) -> map.put(SurrogateRepair.repair(key), SurrogateRepair.repair(value)));
    return map;
  }

  private static @Nullable Object toYamlValue(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Node node) {
      return node.value();
    }
    return value instanceof CharSequence || !isExpressible(value)
        ? SurrogateRepair.repair(value.toString())
        : value;
  }

  /**
   * Whether YAML can express the value. A value that it cannot express is written as text, because
   * people read results.
   */
  private static boolean isExpressible(Object value) {
    try {
      Yaml.of(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
