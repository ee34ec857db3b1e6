package dev.kiln.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.client.files.PackageItem;
import dev.kiln.client.files.ParallelFor;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.util.List;
import java.util.Map;

/**
 * Joins the texts of a package's items into one list and adds their annotations. It works line by
 * line, because one edit for each annotation of each item could take longer than all functions
 * together. Nearly all resources are written in a plain way; the others are edited.
 */
final class ListText {
  private static final String INDENT = "  ";

  private static final String HEAD =
      "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n";

  private final StringBuilder text = new StringBuilder();

  private ListText() {}

  /** Returns a list with these items. */
  static ResourceList of(List<PackageItem> items) {
    if (items.isEmpty()) {
      return ResourceList.of();
    }
    var texts = new StringBuilder[items.size()];
    ParallelFor.each(
        texts.length,
        i -> {
          PackageItem item = items.get(i);
          var text = new ListText();
          if (!item.separatorComments().isEmpty()) {
            text.text.append(item.separatorComments()).append("\n\n");
          }
          text.add(item.resource(), ItemAnnotations.of(item.path(), item.index(), ""));
          texts[i] = text.text;
        });
    var list = new StringBuilder(HEAD);
    for (StringBuilder text : texts) {
      list.append(text);
    }
    return ResourceList.parse(list.toString());
  }

  private void add(Resource item, Map<String, String> annotations) {
    AnnotationSpot position = AnnotationSpot.find(item.node());
    if (position == null
        || endsOpen(item.node())
        || !AnnotationSpot.arePlain(annotations.values())) {
      text.append(Yaml.of(List.of(item.withAnnotations(annotations).node())));
      return;
    }
    byte[] own = item.node().sourceText();
    int end;
    for (int at = 0; at < own.length; at = end + 1) {
      end = AnnotationSpot.lineEnd(own, at);
      addLine(new String(own, at, end - at, UTF_8), at - position.root());
      if (end == position.top()) {
        writeAnnotations(position, annotations);
      }
    }
  }

  /**
   * Adds a line of an item.
   *
   * @param distance how many bytes after the item's first key the line begins
   */
  private void addLine(String line, int distance) {
    if (distance == 0) {
      text.append("- ").append(line).append('\n');
    } else if (distance > 0 && !line.isEmpty()) {
      text.append(INDENT).append(line).append('\n');
    } else if (distance > 0 || isComment(line) || (line.isBlank() && !text.isEmpty())) {
      text.append(line).append('\n');
    }
  }

  /**
   * Whether the text ends with a block scalar, so that a line break after it would become part of
   * the value.
   */
  private static boolean endsOpen(Node item) {
    return !item.toString().endsWith("\n") && AnnotationSpot.endsInBlockScalar(item);
  }

  private void writeAnnotations(AnnotationSpot position, Map<String, String> annotations) {
    int column = INDENT.length() + position.column();
    if (position.step() > 0) {
      text.append(AnnotationSpot.keyLine(column));
      column += INDENT.length();
    }
    text.append(AnnotationSpot.lines(annotations, column));
  }

  private static boolean isComment(String line) {
    return line.startsWith("#");
  }
}
