package dev.kiln.server.http;

import dev.kiln.net.QualityValues;
import dev.kiln.sdk.Format;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The types that a list can have on the wire, and what headers say about them. */
enum MediaType {
  YAML("text/yaml", Format.YAML),
  /** The type that RFC 9512 registered later; it is sent to those who name it. */
  REGISTERED_YAML("application/yaml", Format.YAML),
  JSON("application/json", Format.JSON);

  private final String text;
  private final Format format;

  MediaType(String text, Format format) {
    this.text = text;
    this.format = format;
  }

  /** This type, or the usual one of another format. */
  MediaType in(Format other) {
    if (format == other) {
      return this;
    }
    return other == Format.JSON ? JSON : YAML;
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

  /** The type that an {@code Accept} likes best; YAML in a tie, empty if it takes none. */
  static Optional<MediaType> accepted(String header) {
    if (header.isBlank()) {
      return Optional.of(YAML);
    }
    double text = QualityValues.of(header, YAML.text);
    double registered = named(header, REGISTERED_YAML);
    double json = QualityValues.of(header, JSON.text);
    if (text <= 0 && registered <= 0 && json <= 0) {
      return Optional.empty();
    }
    if (json > Math.max(text, registered)) {
      return Optional.of(JSON);
    }
    return Optional.of(registered > text ? REGISTERED_YAML : YAML);
  }

  /** Its weight if the header names it: {@code application/*} has always meant JSON. */
  private static double named(String header, MediaType type) {
    boolean isNamed =
        Stream.of(header.split(",", -1))
            .anyMatch(part -> part.split(";", -1)[0].strip().equalsIgnoreCase(type.text));
    return isNamed ? QualityValues.of(header, type.text) : 0;
  }
}
