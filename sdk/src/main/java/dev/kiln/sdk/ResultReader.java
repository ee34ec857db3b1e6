package dev.kiln.sdk;

import dev.kiln.yaml.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results that a list came with. They stay in the list as they are, whatever is wrong
 * with them; here, what is missing is empty and what is odd reads as it best can.
 */
final class ResultReader {
  private ResultReader() {}

  static List<Result> read(@Nullable Node results) {
    return results == null || !results.isList()
        ? List.of()
        : results.items().stream().map(ResultReader::one).toList();
  }

  private static Result one(Node node) {
    Result.Field field = field(node.at("field"));
    ResourceRef ref = ref(node.at("resourceRef"));
    return new Result(
        severity(text(node, "severity")),
        node.isMap() ? text(node, "message") : Shown.of(node),
        ref == null && field != null ? new ResourceRef("", "", null, "") : ref,
        field,
        file(node.at("file")),
        tags(node.at("tags")));
  }

  private static Severity severity(String text) {
    return switch (text) {
      case "info" -> Severity.INFO;
      case "warning" -> Severity.WARNING;
      default -> Severity.ERROR;
    };
  }

  private static @Nullable ResourceRef ref(@Nullable Node node) {
    if (node == null || !node.isMap()) {
      return null;
    }
    String namespace = text(node, "namespace");
    return new ResourceRef(
        text(node, "apiVersion"),
        text(node, "kind"),
        namespace.isEmpty() ? null : namespace,
        text(node, "name"));
  }

  /** Either form of the proposed values. */
  private static Result.@Nullable Field field(@Nullable Node node) {
    if (node == null || !node.isMap()) {
      return null;
    }
    Node current = node.at("currentValue");
    var proposed = new ArrayList<Object>();
    Node one = node.at("proposedValue");
    if (one != null) {
      proposed.add(one);
    }
    Node several = node.at("proposedValues");
    if (several != null) {
      proposed.addAll(several.items());
    }
    return new Result.Field(text(node, "path"), current, proposed);
  }

  private static @Nullable FileRef file(@Nullable Node node) {
    return node == null || !node.isMap()
        ? null
        : new FileRef(text(node, "path"), InternalAnnotations.index(text(node, "index")));
  }

  private static Map<String, String> tags(@Nullable Node node) {
    var tags = new LinkedHashMap<String, String>();
    if (node != null && node.isMap()) {
      node.entries().forEach(tag -> tags.put(tag.name(), Shown.plain(tag.value())));
    }
    return tags;
  }

  private static String text(Node node, String key) {
    return Shown.plain(node.at(key));
  }
}
