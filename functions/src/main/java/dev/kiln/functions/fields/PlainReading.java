package dev.kiln.functions.fields;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Style;
import org.jspecify.annotations.Nullable;

/**
 * How a text reads if it is written without quotes.
 *
 * @param isPossible whether it can be written without quotes; an empty text cannot, because it
 *     would be null
 * @param isText whether it reads as text then
 * @param isAmbiguous whether it reads as text here, and as another type in some parsers: yes, no
 */
record PlainReading(String text, boolean isPossible, boolean isText, boolean isAmbiguous) {
  /**
   * The readings that were found lately, because functions write the same few texts into item after
   * item. Any thread writes here without a lock, because a reading never changes.
   */
  private static final @Nullable PlainReading[] RECENT = new @Nullable PlainReading[64];

  static PlainReading of(String text) {
    int slot = text.hashCode() & RECENT.length - 1;
    PlainReading recent = RECENT[slot];
    if (recent == null || !recent.text.equals(text)) {
      recent = read(text);
      RECENT[slot] = recent;
    }
    return recent;
  }

  private static PlainReading read(String text) {
    boolean quoted = Yaml.of(text).style() != Style.PLAIN;
    try {
      boolean isText = !text.isEmpty() && Yaml.of(Yaml.plain(text)).isString();
      return new PlainReading(text, !text.isEmpty(), isText, quoted);
    } catch (BadYaml | IllegalArgumentException _) {
      return new PlainReading(text, false, false, quoted);
    }
  }
}
