package dev.kiln.examples;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount as Kubernetes writes it: {@code 100m}, {@code 0.5}, {@code 128Mi}. */
record Quantity(BigDecimal value) implements Comparable<Quantity> {
  private static final Pattern FORM =
      Pattern.compile("(\\d+(?:\\.\\d+)?)(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?");
  private static final Map<String, Integer> DECIMAL =
      Map.of("m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final String BINARY = "KMGTPE";

  static Optional<Quantity> find(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new Quantity(new BigDecimal(form.group(1)).multiply(unit(form.group(2)))))
        : Optional.empty();
  }

  private static BigDecimal unit(String suffix) {
    if (suffix == null) {
      return BigDecimal.ONE;
    }
    return suffix.endsWith("i")
        ? new BigDecimal(1024).pow(BINARY.indexOf(suffix.charAt(0)) + 1)
        : BigDecimal.ONE.scaleByPowerOfTen(DECIMAL.get(suffix));
  }

  @Override
  public int compareTo(Quantity other) {
    return value.compareTo(other.value);
  }
}
