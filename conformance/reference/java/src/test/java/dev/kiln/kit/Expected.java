package dev.kiln.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program must do with the input of a case, in any language.
 *
 * @param place the case's folder, or a list alone
 */
record Expected(Path place) {
  private static final Pattern REFUSAL = Pattern.compile("functionConfig ([\\w.]+): ");
  private static final Pattern LOG = Pattern.compile("\n +log: (\".*\")\n");
  private static final String RESULTS = "results";
  private static final String SEVERITY = "severity";
  private static final String ERROR = "error";

  void check(LanguagesTest.Ended ended) throws IOException {
    if (Files.exists(file("error.txt"))) {
      checkBroken(ended, Files.readString(file("error.txt")));
    } else {
      checkList(ended);
    }
  }

  /** A refusal names the field, what is thrown its message; the latter leaves no list. */
  private static void checkBroken(LanguagesTest.Ended ended, String error) {
    Matcher refusal = REFUSAL.matcher(error);
    assertThat(ended.exit()).isNotZero();
    if (!refusal.lookingAt()) {
      assertThat(ended.err()).contains(error.substring(error.lastIndexOf(": ") + 2).strip());
      assertThat(ended.out()).isEmpty();
    } else if (refusal.group(1).equals("spec")) { // there is none at all
      assertThat(ended.err()).contains("functionConfig");
    } else {
      assertThat(ended.err()).contains(refusal.group(1));
    }
  }

  private void checkList(LanguagesTest.Ended ended) throws IOException {
    List<Map<String, @Nullable Object>> added =
        Files.exists(file("expected-results.yaml"))
            ? results(value(Files.readString(file("expected-results.yaml"))))
            : List.of();
    Map<String, @Nullable Object> expected = list(Files.readString(file("expected.yaml")));
    var all = new ArrayList<>(results(expected.get(RESULTS)));
    all.addAll(added);
    expected.put(RESULTS, all);

    boolean fails = added.stream().anyMatch(each -> ERROR.equals(each.get(SEVERITY)));
    assertThat(ended.exit() != 0).as("%s", ended.err()).isEqualTo(fails);
    assertThat(list(ended.out())).isEqualTo(expected);
    assertThat(ended.err()).startsWith(log());
  }

  private String log() throws IOException {
    Matcher log = LOG.matcher(Files.readString(file("input.yaml")));
    return log.find() ? value(log.group(1)) + "\n" : "";
  }

  void checkUnchanged(LanguagesTest.Ended ended) throws IOException {
    assertThat(ended.exit()).as("%s", ended.err()).isZero();
    assertThat(list(ended.out())).isEqualTo(list(Files.readString(place)));
  }

  /** With results, if there are none, and with their severities. */
  @SuppressWarnings("unchecked") // a list is a map of texts
  private static Map<String, @Nullable Object> list(String text) {
    var list =
        new LinkedHashMap<String, @Nullable Object>((Map<String, @Nullable Object>) value(text));
    list.put(RESULTS, results(list.get(RESULTS)));
    return list;
  }

  @SuppressWarnings("unchecked") // results are maps of texts
  private static List<Map<String, @Nullable Object>> results(@Nullable Object given) {
    var results = new ArrayList<Map<String, @Nullable Object>>();
    if (given != null) {
      for (var each : (List<Map<String, @Nullable Object>>) given) {
        var result = new LinkedHashMap<String, @Nullable Object>(each);
        result.putIfAbsent(SEVERITY, ERROR);
        results.add(result);
      }
    }
    return results;
  }

  private static Object value(String text) {
    return Objects.requireNonNull(Yaml.parse(text).value(), "nothing was put out");
  }

  private Path file(String name) {
    return place.resolve(name);
  }
}
