package dev.kiln.conformance.document;

import dev.kiln.conformance.document.DocumentValue.Mapping;
import dev.kiln.conformance.document.DocumentValue.Scalar;
import dev.kiln.conformance.document.DocumentValue.Sequence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/** Where two values do not mean the same; how they are written is no difference. */
public final class ValueDifferences {
  private static final int MOST = 5;
  private static final Pattern OCTAL = Pattern.compile("[-+]?0[0-9]");

  private final List<String> found = new ArrayList<>();

  private ValueDifferences() {}

  /** The first few, a line each; none if both mean the same. */
  public static List<String> between(String path, DocumentValue expected, DocumentValue actual) {
    var differences = new ValueDifferences();
    differences.compare(path, expected, actual);
    return differences.found.size() <= MOST
        ? differences.found
        : List.copyOf(differences.found.subList(0, MOST));
  }

  /** Whether both mean the same. */
  public static boolean isSame(DocumentValue one, DocumentValue other) {
    return between("", one, other).isEmpty();
  }

  private void compare(String path, DocumentValue expected, DocumentValue actual) {
    if (found.size() >= MOST) {
      return;
    }
    switch (expected) {
      case Mapping one when actual instanceof Mapping other -> maps(path, one, other);
      case Sequence one when actual instanceof Sequence other -> lists(path, one, other);
      case Scalar one when actual instanceof Scalar other -> {
        if (!isSame(one, other)) {
          add(path, shown(one), shown(other));
        }
      }
      case Mapping _, Sequence _, Scalar _ -> add(path, expected.kind(), actual.kind());
    }
  }

  private void maps(String path, Mapping expected, Mapping actual) {
    var keys = new LinkedHashSet<>(expected.entries().keySet());
    keys.addAll(actual.entries().keySet());
    for (String key : keys) {
      String at = path.isEmpty() ? key : path + "." + key;
      DocumentValue one = expected.entries().get(key);
      DocumentValue other = actual.entries().get(key);
      if (one != null && other != null) {
        compare(at, one, other);
      } else {
        add(at, one == null ? "nothing" : shown(one), other == null ? "nothing" : shown(other));
      }
    }
  }

  private void lists(String path, Sequence expected, Sequence actual) {
    int both = Math.min(expected.values().size(), actual.values().size());
    for (int i = 0; i < both; i++) {
      compare(path + "[" + i + "]", expected.values().get(i), actual.values().get(i));
    }
    if (expected.values().size() != actual.values().size()) {
      add(path, expected.values().size() + " entries", actual.values().size() + " entries");
    }
  }

  private static boolean isSame(Scalar one, Scalar other) {
    if (one.type() != other.type()) {
      return false;
    }
    return one.type() == ScalarType.NULL
        || one.text().equals(other.text())
        || (one.type() == ScalarType.NUMBER && isSameNumber(one.text(), other.text()));
  }

  private static boolean isSameNumber(String one, String other) {
    if (OCTAL.matcher(one).lookingAt() || OCTAL.matcher(other).lookingAt()) {
      return false; // to some that read it: only as it is written
    }
    try {
      return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
    } catch (NumberFormatException _) { // an octal, infinity: as it is written, or not at all
      return false;
    }
  }

  private void add(String path, String expected, String actual) {
    found.add("%s: expected %s, found %s".formatted(path, expected, actual));
  }

  private static String shown(DocumentValue value) {
    if (!(value instanceof Scalar(var type, var text, _))) {
      return value.kind();
    }
    return switch (type) {
      case STRING -> "\"" + text.replace("\n", "\\n") + "\"";
      case NUMBER, BOOLEAN -> text;
      case NULL -> "null";
    };
  }
}
