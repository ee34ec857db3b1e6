package dev.kiln.sdk;

import dev.kiln.yaml.node.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results in a list. The list itself keeps them unchanged, even if they are malformed.
 * Here a missing part reads as empty, and a malformed part is read as well as possible.
 *
 * <p>Functions from 2020 and the following years put results in one or several groups, {@code
 * {name, items}}. They wrote {@code warn} for {@code warning}, and {@code suggestedValue} for
 * {@code proposedValue}. These forms are read as well, and the name of a group becomes a tag of
 * each of its results. An unknown severity becomes a tag too, and the result is an error.
 */
final class ResultReader {
  private static final String GROUP = "group";
  private static final String NAME = "name";
  private static final String SEVERITY = "severity";

  private final Severity ifMissing;

  private ResultReader(Severity ifMissing) {
    this.ifMissing = ifMissing;
  }

  /**
   * Reads the results.
   *
   * @param ifMissing the severity of a result without one
   */
  static List<Result> read(@Nullable Node results, Severity ifMissing) {
    if (results == null) {
      return List.of();
    }
    var reader = new ResultReader(ifMissing);
    return isGroup(results)
        ? reader.readGroup(results)
        : results.items().stream().flatMap(reader::readEntry).toList();
  }

  /**
   * Whether the node is a group of results and not a single result. A group without results has
   * only its name.
   */
  static boolean isGroup(Node node) {
    Node items = node.at(ListEnvelope.ITEMS);
    return (items != null && items.isList()) || isEmptyGroup(node, items);
  }

  private static boolean isEmptyGroup(Node node, @Nullable Node items) {
    int fields = items == null ? 1 : 2;
    return node.isMap()
        && (items == null || items.isNull())
        && node.at(NAME) != null
        && node.entries().size() == fields;
  }

  private Stream<Result> readEntry(Node node) {
    return isGroup(node) ? readGroup(node).stream() : Stream.of(readResult(node));
  }

  private List<Result> readGroup(Node group) {
    String name = text(group, NAME);
    Stream<Result> all =
        group.find(ListEnvelope.ITEMS).filter(Node::isList).stream()
            .flatMap(node -> node.items().stream())
            .map(this::readResult);
    return (name.isEmpty() ? all : all.map(result -> withGroupTag(result, name))).toList();
  }

  /**
   * Adds the name of the group as the tag {@code group}. If the result already has that tag, the
   * name of the group is put before its value.
   */
  private static Result withGroupTag(Result result, String group) {
    String own = result.tags().get(GROUP);
    return result.tag(GROUP, own == null ? group : group + "/" + own);
  }

  private Result readResult(Node node) {
    Result.Field field = readField(node.at("field"));
    ResourceRef ref = readRef(node.at("resourceRef"));
    String severity = text(node, SEVERITY);
    return new Result(
        parseSeverity(severity),
        node.isMap() ? text(node, "message") : ValueText.of(node),
        ref == null && field != null ? new ResourceRef("", "", null, "") : ref,
        field,
        readFile(node.at("file")),
        readTags(node.at("tags"), isSeverity(severity) ? "" : severity));
  }

  private static boolean isSeverity(String text) {
    return switch (text) {
      case "", "error", "warning", "warn", "info" -> true;
      default -> false;
    };
  }

  private Severity parseSeverity(String text) {
    return switch (text) {
      case "" -> ifMissing;
      case "info" -> Severity.INFO;
      case "warning", "warn" -> Severity.WARNING;
      default -> Severity.ERROR;
    };
  }

  private static @Nullable ResourceRef readRef(@Nullable Node node) {
    if (node == null || !node.isMap()) {
      return null;
    }
    String namespace = readRefField(node, "namespace");
    return new ResourceRef(
        text(node, "apiVersion"),
        text(node, "kind"),
        namespace.isEmpty() ? null : namespace,
        readRefField(node, NAME));
  }

  /**
   * Reads a field that stands beside the kind; some older functions put it in metadata, as in the
   * resource itself.
   */
  private static String readRefField(Node ref, String key) {
    Node metadata = ref.at("metadata");
    String besideKind = text(ref, key);
    return besideKind.isEmpty() && metadata != null ? text(metadata, key) : besideKind;
  }

  /** Reads a field with any form of the proposed values. */
  private static Result.@Nullable Field readField(@Nullable Node node) {
    if (node == null || !node.isMap()) {
      return null;
    }
    Node current = node.at("currentValue");
    var proposed = new ArrayList<Object>();
    for (String key : List.of("proposedValue", "suggestedValue")) {
      Node proposedValue = node.at(key);
      if (proposedValue != null) {
        proposed.add(proposedValue);
      }
    }
    Node proposedValues = node.at("proposedValues");
    if (proposedValues != null) {
      proposed.addAll(proposedValues.items());
    }
    return new Result.Field(text(node, "path"), current, proposed);
  }

  private static @Nullable FileRef readFile(@Nullable Node node) {
    return node == null || !node.isMap()
        ? null
        : new FileRef(text(node, "path"), InternalAnnotations.index(text(node, "index")));
  }

  private static Map<String, String> readTags(@Nullable Node node, String severity) {
    var tags = new LinkedHashMap<String, String>();
    if (!severity.isEmpty()) {
      tags.put(SEVERITY, severity);
    }
    if (node != null && node.isMap()) {
      node.entries().forEach(tag -> tags.put(tag.name(), ValueText.scalarText(tag.value())));
    }
    return tags;
  }

  private static String text(Node node, String key) {
    return ValueText.scalarText(node.at(key));
  }
}
