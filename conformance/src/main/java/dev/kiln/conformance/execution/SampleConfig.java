package dev.kiln.conformance.execution;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A functionConfig that a definition's schema asks for, with no more in it than must be. */
final class SampleConfig {
  private SampleConfig() {}

  /** In JSON; empty if the definition asks for nothing. */
  static String of(DocumentValue definition) {
    DocumentValue spec = definition.find("spec").orElse(definition);
    Optional<DocumentValue> version = spec.list("versions").stream().findFirst();
    String kind = spec.text("names", "kind");
    if (version.isEmpty() || kind.isEmpty()) {
      return "";
    }
    String type = JsonText.quoted(spec.text("group") + "/" + version.get().text("name"));
    String head =
        "\"apiVersion\":%s,\"kind\":%s,\"metadata\":{\"name\":\"sample\"}"
            .formatted(type, JsonText.quoted(kind));
    String fields =
        version
            .get()
            .findAt("schema", "openAPIV3Schema")
            .map(schema -> fields(schema, List.of("apiVersion", "kind", "metadata")))
            .orElse("");
    return "{" + head + (fields.isEmpty() ? "" : "," + fields) + "}";
  }

  private static String fields(DocumentValue schema, List<String> without) {
    Map<String, DocumentValue> properties = schema.map("properties");
    return schema.list("required").stream()
        .map(DocumentValue::text)
        .filter(name -> !without.contains(name))
        .flatMap(
            name ->
                Stream.ofNullable(properties.get(name))
                    .map(property -> JsonText.quoted(name) + ":" + value(property)))
        .collect(Collectors.joining(","));
  }

  private static String value(DocumentValue schema) {
    for (String said : List.of("example", "default")) {
      Optional<DocumentValue> value = schema.find(said);
      if (value.isPresent()) {
        return JsonText.of(value.get());
      }
    }
    if (!schema.list("enum").isEmpty()) {
      return JsonText.of(schema.list("enum").getFirst());
    }
    return switch (schema.text("type")) {
      case "object" -> "{" + object(schema) + "}";
      case "array" ->
          "[" + schema.find("items").map(SampleConfig::value).orElse("\"sample\"") + "]";
      case "integer", "number" -> schema.text("minimum").isEmpty() ? "1" : schema.text("minimum");
      case "boolean" -> "true";
      default -> "\"sample\"";
    };
  }

  private static String object(DocumentValue schema) {
    String fields = fields(schema, List.of());
    Optional<DocumentValue> others =
        schema.find("additionalProperties").filter(v -> !v.map().isEmpty());
    return fields.isEmpty() && others.isPresent() ? "\"sample\":" + value(others.get()) : fields;
  }
}
