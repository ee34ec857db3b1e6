package dev.kiln.conformance.report;

import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Scalar;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import dev.kiln.conformance.document.JsonText;
import dev.kiln.conformance.document.ScalarType;
import dev.kiln.conformance.document.UnreadableDocumentException;
import dev.kiln.conformance.document.YamlDocument;
import dev.kiln.conformance.document.YamlDocument.Comment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints a document in one canonical layout, so that two printed documents differ only in content.
 * A comment stands after the value that it describes.
 */
final class CanonicalLayout {
  /** What people look for first. */
  private static final List<String> FIRST =
      List.of("apiVersion", "kind", "metadata", "name", "namespace");

  private static final Comparator<String> ORDER =
      Comparator.comparingInt(CanonicalLayout::rank).thenComparing(Comparator.naturalOrder());

  private final Deque<Comment> left;
  private final IdentityHashMap<DocumentValue, String> comments = new IdentityHashMap<>();

  private CanonicalLayout(YamlDocument document) {
    left = new ArrayDeque<>(document.comments());
    parts(document.root()).forEach(this::assign);
  }

  /** Its lines. */
  static List<String> of(String text) throws UnreadableDocumentException {
    YamlDocument document = YamlDocument.of(text);
    var outline = new CanonicalLayout(document);
    List<String> lines = outline.lines(document.root());
    outline.left.forEach(comment -> lines.add("# " + comment.text()));
    return lines;
  }

  /** A comment is about what begins on its line or behind it, and never about all of a block. */
  private void assign(DocumentValue value) {
    int line = isShort(value) ? value.place().line() : value.place().line() - 1;
    var here = new StringBuilder();
    while (!left.isEmpty() && left.peek().line() <= line) {
      here.append("  # ").append(left.poll().text());
    }
    comments.put(value, here.toString());
    parts(value).forEach(this::assign);
  }

  private static boolean isShort(DocumentValue value) {
    return parts(value).isEmpty();
  }

  private static List<DocumentValue> parts(DocumentValue value) {
    return switch (value) {
      case Mapping(var entries, _) -> List.copyOf(entries.values());
      case Sequence(var values, _) -> values;
      case Scalar _ -> List.of();
    };
  }

  private List<String> lines(DocumentValue value) {
    var lines = new ArrayList<String>();
    switch (value) {
      case Mapping(var entries, _) when !entries.isEmpty() ->
          entries.entrySet().stream()
              .sorted(Map.Entry.comparingByKey(ORDER))
              .forEach(entry -> entry(entry.getKey(), entry.getValue(), lines));
      case Sequence(var values, _) when !values.isEmpty() ->
          values.forEach(each -> item(each, lines));
      case Mapping _ -> lines.add("{}" + commentOf(value));
      case Sequence _ -> lines.add("[]" + commentOf(value));
      case Scalar scalar -> lines.add(text(scalar) + commentOf(value));
    }
    return lines;
  }

  private String commentOf(DocumentValue value) {
    return comments.getOrDefault(value, "");
  }

  private static int rank(String key) {
    int at = FIRST.indexOf(key);
    return at < 0 ? FIRST.size() : at;
  }

  private void entry(String key, DocumentValue value, List<String> lines) {
    List<String> below = lines(value);
    if (isShort(value)) {
      lines.add(key + ": " + below.getFirst());
    } else {
      lines.add(key + ":" + commentOf(value));
      below.forEach(line -> lines.add(value instanceof Sequence ? line : "  " + line));
    }
  }

  private void item(DocumentValue value, List<String> lines) {
    List<String> below = lines(value);
    lines.add("- " + below.getFirst() + (isShort(value) ? "" : commentOf(value)));
    below.subList(1, below.size()).forEach(line -> lines.add("  " + line));
  }

  private static String text(Scalar scalar) {
    boolean isPlain =
        scalar.type() != ScalarType.STRING
            || (ScalarType.of(scalar.text()) == ScalarType.STRING && !scalar.text().contains("\n"));
    return isPlain ? scalar.text() : JsonText.quoted(scalar.text());
  }
}
