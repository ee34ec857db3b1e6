package dev.kiln.server.admin;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** An Accept header. If it accepts none of the offered types, the first of them is sent. */
record AcceptHeader(String header) {
  /** The one of these that the caller likes best, the first among equals. */
  String best(List<String> types) {
    return types.stream()
        .sorted(Comparator.comparingDouble(type -> -weight(type)))
        .findFirst()
        .orElseThrow();
  }

  /** Of the most exact range that the type is in. */
  private double weight(String type) {
    String any = type.substring(0, type.indexOf('/')) + "/*";
    for (String range : List.of(type, any, "*/*")) {
      for (String one : header.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = one.split(";", -1);
        if (parts[0].strip().equals(range)) {
          return weight(parts);
        }
      }
    }
    return 0;
  }

  private static double weight(String[] parts) {
    return Arrays.stream(parts)
        .map(String::strip)
        .filter(part -> part.matches("q=(0([.][0-9]{0,3})?|1([.]0{0,3})?)"))
        .map(part -> Double.valueOf(part.substring(2)))
        .findFirst()
        .orElse(1.0);
  }
}
