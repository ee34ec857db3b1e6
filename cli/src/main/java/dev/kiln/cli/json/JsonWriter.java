package dev.kiln.cli.json;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, texts, numbers and truths as JSON with an indent. */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder();

  private JsonWriter() {}

  /** The text, with a break at its end. */
  public static String of(@Nullable Object value) {
    var json = new JsonWriter();
    json.write(value, "\n");
    return json.text.append('\n').toString();
  }

  private void write(@Nullable Object value, String line) {
    switch (value) {
      case Map<?, ?> map -> map(map, line);
      case List<?> list -> list(list, line);
      case Number number -> text.append(number);
      case Boolean truth -> text.append(truth);
      case null -> text.append("null");
      default -> quote(value.toString());
    }
  }

  private void map(Map<?, ?> map, String line) {
    text.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      text.append(line).append("  ");
      quote(entry.getKey().toString());
      text.append(": ");
      write(entry.getValue(), line + "  ");
      text.append(entries.hasNext() ? "," : line);
    }
    text.append('}');
  }

  private void list(List<?> list, String line) {
    text.append('[');
    Iterator<?> items = list.iterator();
    while (items.hasNext()) {
      text.append(line).append("  ");
      write(items.next(), line + "  ");
      text.append(items.hasNext() ? "," : line);
    }
    text.append(']');
  }

  private void quote(String value) {
    text.append('"');
    value
        .chars()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> text.append('\\').append((char) c);
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                  if (c < ' ') {
                    text.append("\\u%04x".formatted(c));
                  } else {
                    text.append((char) c);
                  }
                }
              }
            });
    text.append('"');
  }
}
