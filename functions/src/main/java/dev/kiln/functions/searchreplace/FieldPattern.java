package dev.kiln.functions.searchreplace;

import java.util.List;

/**
 * A pattern for the path of a field: {@code spec.**.image}, {@code a.*.c}, {@code ports[*].port}.
 *
 * <p>Pattern and path are split at every dot, including dots in keys. {@code *} matches one piece,
 * {@code **} any number of pieces.
 */
record FieldPattern(List<String> pieces) {

  FieldPattern {
    pieces = List.copyOf(pieces);
  }

  static FieldPattern of(String text) {
    return new FieldPattern(splitAtDots(text));
  }

  /**
   * Whether the pattern is the path of one field, which may not exist yet: it has no wildcard and
   * no list index.
   */
  boolean isPlain() {
    return pieces.stream().noneMatch(p -> p.isEmpty() || p.contains("*") || p.contains("["));
  }

  boolean matches(String dotted) {
    List<String> place = splitAtDots(dotted);
    // reached[j]: the first j pieces of the pattern match the part of the path read so far
    var reached = new boolean[pieces.size() + 1];
    reached[0] = true;
    skipDoubleStars(reached);
    for (String part : place) {
      advance(reached, part);
    }
    return reached[pieces.size()];
  }

  private void advance(boolean[] reached, String part) {
    for (int j = pieces.size(); j > 0; j--) {
      String piece = pieces.get(j - 1);
      reached[j] = piece.equals("**") ? reached[j] : reached[j - 1] && matches(piece, part);
    }
    reached[0] = false;
    skipDoubleStars(reached);
  }

  private void skipDoubleStars(boolean[] reached) {
    for (int j = 1; j < reached.length; j++) {
      reached[j] |= reached[j - 1] && pieces.get(j - 1).equals("**");
    }
  }

  private static boolean matches(String piece, String part) {
    if (piece.equals("*") || piece.equals(part)) {
      return true;
    }
    List<String> wanted = List.of(piece.split("\\[", -1));
    List<String> found = List.of(part.split("\\[", -1));
    return wanted.size() > 1
        && found.size() > 1
        && (wanted.getFirst().equals("*") || wanted.getFirst().equals(found.getFirst()))
        && (wanted.get(1).equals("*]") || wanted.get(1).equals(found.get(1)));
  }

  private static List<String> splitAtDots(String text) {
    return List.of(text.split("\\.", -1));
  }
}
