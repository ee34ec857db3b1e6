package dev.kiln.conformance.document;

import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Scalar;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes values as JSON. */
public final class JsonText {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  private static final Pattern TOKENS =
      Pattern.compile(
          "\\s*[{\\[](?:[\\s{}\\[\\],:]|\"(?:[^\"\\\\]|\\\\.)*+\""
              + "|-?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null)*+");

  private JsonText() {}

  /** Whether a text that can be read as YAML is JSON as well. */
  public static boolean isJson(String text) {
    return TOKENS.matcher(text).matches();
  }

  /** The same in JSON, on one line. */
  public static String of(DocumentValue value) {
    return switch (value) {
      case Mapping(var entries, _) ->
          entries.entrySet().stream()
              .map(JsonText::entry)
              .collect(Collectors.joining(",", "{", "}"));
      case Sequence(var values, _) ->
          values.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
      case Scalar scalar -> scalar(scalar);
    };
  }

  /** A text in quotes. */
  public static String quoted(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\t' -> json.append("\\t");
        case '\r' -> json.append("\\r");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
            json.append("\\u%04x".formatted((int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private static String entry(Map.Entry<String, DocumentValue> entry) {
    return quoted(entry.getKey()) + ":" + of(entry.getValue());
  }

  private static String scalar(Scalar scalar) {
    return switch (scalar.type()) {
      case NULL -> "null";
      case BOOLEAN ->
          scalar.text().equalsIgnoreCase("true") || scalar.text().equalsIgnoreCase("false")
              ? scalar.text().toLowerCase(Locale.ROOT)
              : quoted(scalar.text());
      case NUMBER ->
          NUMBER.matcher(scalar.text()).matches() ? scalar.text() : quoted(scalar.text());
      case STRING -> quoted(scalar.text());
    };
  }
}
