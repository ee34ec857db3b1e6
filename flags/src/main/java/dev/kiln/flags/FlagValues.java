package dev.kiln.flags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of flags, from the command line and the environment. */
public final class FlagValues {
  static final String ON = "true";

  private final List<Flag> known;
  private final Map<Flag, List<String>> given;
  private final Map<String, String> environment;
  private final List<String> rest;
  private final List<String> afterDoubleDash;
  private final boolean help;

  FlagValues(
      List<Flag> known,
      Map<Flag, List<String>> given,
      Map<String, String> environment,
      List<String> rest,
      List<String> afterDoubleDash,
      boolean help) {
    this.known = known;
    this.given = given;
    this.environment = environment;
    this.rest = rest;
    this.afterDoubleDash = afterDoubleDash;
    this.help = help;
  }

  /** The words that are no flags, those behind {@code --} included. */
  public List<String> rest() {
    return Stream.concat(rest.stream(), afterDoubleDash.stream()).toList();
  }

  /** The words that are no flags and stand before any {@code --}. */
  public List<String> words() {
    return rest;
  }

  /** The words behind {@code --}. */
  public List<String> afterDoubleDash() {
    return afterDoubleDash;
  }

  /** Whether a switch is on. */
  public boolean isOn(Flag flag) {
    Optional<Given> given = find(flag);
    if (given.isEmpty() || given.get().value().equals("false")) {
      return false;
    }
    if (!given.get().value().equals(ON)) {
      throw given.get().invalid("true or false");
    }
    return true;
  }

  /** Whether help is all that is wanted. */
  public boolean help() {
    return help;
  }

  /**
   * The value of a flag that has one. An empty one is not set; of a switch the last counts.
   *
   * @throws UsageException if it is given several times, with values that differ: to take one would
   *     be to drop the other without a word
   */
  public Optional<Given> find(Flag flag) {
    List<String> values = given.getOrDefault(flag, List.of());
    if (!flag.isSwitch()) {
      rejectDifferentValues(flag, withoutEmpty(values));
    }
    return values.isEmpty() || values.getLast().isEmpty()
        ? findVariable(flag)
        : Optional.of(new Given(flag.name(), values.getLast()));
  }

  private static void rejectDifferentValues(Flag flag, List<String> values) {
    for (String value : values) {
      if (!value.equals(values.getFirst())) {
        throw new UsageException(
            "%s is given twice: \"%s\" and \"%s\" (expected: one value)"
                .formatted(flag.name(), values.getFirst(), value));
      }
    }
  }

  /** Whether the command line has it. */
  public boolean isGiven(Flag flag) {
    return !withoutEmpty(given.getOrDefault(flag, List.of())).isEmpty();
  }

  /** Whether the command line has it with nothing behind it, once at least. */
  public boolean isGivenEmpty(Flag flag) {
    return given.getOrDefault(flag, List.of()).contains("");
  }

  /** All values of a flag that may be given several times; in its variable commas part them. */
  public List<String> all(Flag flag) {
    List<String> values = withoutEmpty(given.getOrDefault(flag, List.of()));
    Optional<Given> variable = values.isEmpty() ? findVariable(flag) : Optional.empty();
    return variable.isEmpty()
        ? values
        : withoutEmpty(List.of(variable.get().value().split("\\s*,\\s*", -1)));
  }

  private static List<String> withoutEmpty(List<String> values) {
    var set = new ArrayList<>(values);
    set.removeIf(String::isEmpty);
    return set;
  }

  /** A variable counts only where its flag would. */
  private Optional<Given> findVariable(Flag flag) {
    String value = environment.getOrDefault(flag.variable(), "");
    return value.isEmpty() || flag.variable().isEmpty() || !known.contains(flag)
        ? Optional.empty()
        : Optional.of(new Given(flag.variable(), value));
  }

  /**
   * One value.
   *
   * @param source the flag or variable that gave it, for messages
   */
  public record Given(String source, String value) {
    /** An error about this value. */
    public UsageException invalid(String expected) {
      return new UsageException(source + ": \"" + value + "\" (expected: " + expected + ")");
    }
  }
}
