package dev.kiln.functions.applyreplacements;

import dev.kiln.functions.fields.TypedText;
import dev.kiln.sdk.Default;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import dev.kiln.yaml.node.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options for reading or writing a field.
 *
 * @param delimiter splits the text of a field into parts; empty to use the whole field
 * @param index the number of the part; for a target, a number before the first part inserts in
 *     front, and a number after the last part appends
 * @param create whether to create the target's field where it is missing
 * @param encoding accepted, because users may have written one, but without effect: no encoding was
 *     ever defined
 */
public record FieldOptions(
    @Default("") String delimiter,
    @Default("0") int index,
    @Default("false") boolean create,
    @Default("") String encoding) {

  private static final FieldOptions DEFAULTS = new FieldOptions("", 0, false, "");

  static FieldOptions orDefaults(@Nullable FieldOptions options) {
    return options == null ? DEFAULTS : options;
  }

  boolean splitsText() {
    return !delimiter.isEmpty();
  }

  /** Returns the selected part of a source's value. */
  Node selectPart(Node value) {
    if (!splitsText()) {
      return value;
    }
    List<String> parts = splitText(value);
    if (index < 0 || index >= parts.size()) {
      throw new ReplacementException(
          "options.index %d is out of bounds for value %s".formatted(index, value.text()));
    }
    String part = parts.get(index);
    return value.isString() && value.style() != Style.PLAIN
        ? Yaml.of(part)
        : Yaml.of(TypedText.valueOf(part));
  }

  /** Returns a target's text, with {@code part} put into the selected place. */
  String withPart(String part, Node target) {
    var parts = new ArrayList<>(splitText(target));
    if (index < 0) {
      parts.addFirst(part);
    } else if (index >= parts.size()) {
      parts.add(part);
    } else {
      parts.set(index, part);
    }
    return String.join(delimiter, parts);
  }

  private List<String> splitText(Node value) {
    if (!value.isScalar()) {
      throw new ReplacementException("delimiter option can only be used with scalar nodes");
    }
    return List.of(value.text().split(Pattern.quote(delimiter), -1));
  }
}
