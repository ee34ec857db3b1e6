package dev.kiln.functions.applyreplacements;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.kiln.sdk.BadInput;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/** Kubernetes' label selectors: {@code app=web,tier in (a, b),!old}. */
record LabelSelector(List<Requirement> requirements) {
  private static final String KEY = "([^\\s,=!<>()]+)";
  private static final Pattern REQUIREMENT =
      Pattern.compile(
          "\\s*(?:"
              + KEY
              + "\\s*(==|=|!=|<|>)\\s*([^\\s,=!<>()]*)"
              + "|"
              + KEY
              + "\\s+(in|notin)\\s*\\(([^()]*)\\)"
              + "|(!?)\\s*"
              + KEY
              + ")\\s*(,|$)");

  /** A condition on one label. */
  record Requirement(String key, String operator, SequencedSet<String> values) {
    boolean matches(Optional<String> value) {
      return switch (operator) {
        case "exists" -> value.isPresent();
        case "!" -> value.isEmpty();
        case "=", "==", "in" -> value.filter(values::contains).isPresent();
        case "!=", "notin" -> value.filter(values::contains).isEmpty();
        case "<" -> number(value).filter(n -> n.compareTo(bound()) < 0).isPresent();
        default -> number(value).filter(n -> n.compareTo(bound()) > 0).isPresent();
      };
    }

    private BigInteger bound() {
      return new BigInteger(values.getFirst());
    }

    private static Optional<BigInteger> number(Optional<String> text) {
      return text.filter(t -> t.matches("-?[0-9]+")).map(BigInteger::new);
    }
  }

  static LabelSelector of(String field, String text) {
    var requirements = new ArrayList<Requirement>();
    Matcher next = REQUIREMENT.matcher(text);
    int at = 0;
    while (at < text.length() && !text.isBlank()) {
      boolean found = next.find(at) && next.start() == at && !text.strip().endsWith(",");
      BadInput.unless(found, field, text, "a label selector: a=b, a!=b, a in (b, c), a, !a");
      requirements.add(requirement(next));
      at = next.end();
    }
    requirements.forEach(
        r ->
            BadInput.unless(
                !r.operator().matches("[<>]") || r.values().getFirst().matches("-?[0-9]+"),
                field,
                text,
                "a number behind " + r.operator()));
    return new LabelSelector(requirements);
  }

  private static Requirement requirement(Matcher found) {
    if (found.group(2) != null) {
      return new Requirement(found.group(1), found.group(2), setOf(found.group(3)));
    }
    if (found.group(5) != null) {
      String[] values = found.group(6).split(",", -1);
      return new Requirement(found.group(4), found.group(5), setOf(values));
    }
    String operator = found.group(7).isEmpty() ? "exists" : "!";
    return new Requirement(found.group(8), operator, setOf());
  }

  private static SequencedSet<String> setOf(String... values) {
    return Arrays.stream(values)
        .map(String::strip)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  boolean matches(Map<String, String> labels) {
    return requirements.stream().allMatch(r -> r.matches(Optional.ofNullable(labels.get(r.key()))));
  }
}
