package dev.kiln.server.http;

import dev.kiln.net.QualityValues;
import dev.kiln.sdk.Format;
import java.util.Locale;
import java.util.Optional;

/** The two types that a list can have on the wire, and what headers say about them. */
enum MediaType {
  YAML("text/yaml", Format.YAML),
  JSON("application/json", Format.JSON);

  private final String text;
  private final Format format;

  MediaType(String text, Format format) {
    this.text = text;
    this.format = format;
  }

  static MediaType of(Format format) {
    return format == Format.JSON ? JSON : YAML;
  }

  /** As a header names it. */
  String text() {
    return text;
  }

  Format format() {
    return format;
  }

  /** The type that a {@code Content-Type} names; empty if it is another, or not UTF-8. */
  static Optional<MediaType> ofContent(String header) {
    String[] parts = header.split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().toLowerCase(Locale.ROOT).replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.matches("charset=utf-?8")) {
        return Optional.empty();
      }
    }
    String type = parts[0].strip();
    for (MediaType known : values()) {
      if (known.text.equalsIgnoreCase(type)) {
        return Optional.of(known);
      }
    }
    return Optional.empty();
  }

  /** The type that an {@code Accept} likes best; YAML in a tie, empty if it takes neither. */
  static Optional<MediaType> accepted(String header) {
    if (header.isBlank()) {
      return Optional.of(YAML);
    }
    double yaml = QualityValues.of(header, YAML.text);
    double json = QualityValues.of(header, JSON.text);
    if (yaml <= 0 && json <= 0) {
      return Optional.empty();
    }
    return Optional.of(json > yaml ? JSON : YAML);
  }
}
