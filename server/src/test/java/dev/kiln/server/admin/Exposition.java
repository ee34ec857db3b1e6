package dev.kiln.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scrape says, read as Prometheus reads its text format, and as strictly. */
final class Exposition {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");

  /** Types, abbreviated units, and units that are no base units. */
  private static final List<String> NOT_IN_NAMES =
      List.of(
          ("counter gauge histogram summary s ms us ns sec b kb mb gb tb pb m h d milliseconds"
                  + " microseconds nanoseconds minutes hours days bits kilobytes megabytes percent")
              .split(" ", -1));

  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();
  private final Set<String> documented = new HashSet<>();
  private String family = "";

  private Exposition() {}

  static Exposition of(String text) {
    assertThat(text).endsWith("\n");
    var exposition = new Exposition();
    text.lines().forEach(exposition::line);
    exposition.checkHistograms();
    exposition.types.forEach(exposition::checkName);
    return exposition;
  }

  private void line(String line) {
    if (line.startsWith("# TYPE ")) {
      String[] words = line.split(" ", -1);
      family = words[2];
      assertThat(types.put(family, words[3])).as("a second " + line).isNull();
    } else if (line.startsWith("# HELP ")) {
      documented.add(line.split(" ", 4)[2]);
    } else {
      sample(line);
    }
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();
    String name = matcher.group(1);
    List<String> suffixes =
        switch (types.getOrDefault(family, "none")) {
          case "histogram" -> List.of("_bucket", "_sum", "_count");
          case "summary" -> List.of("_sum", "_count", "");
          case "counter", "gauge" -> List.of("");
          default -> List.of();
        };
    assertThat(suffixes.stream().map(family::concat)).as(line).contains(name);
    String key = name + labels(matcher.group(2));
    assertThat(samples.put(key, number(matcher.group(3)))).as("a second " + key).isNull();
  }

  /** Sorted, so that a test need not know their order. */
  private static String labels(String text) {
    if (text == null) {
      return "";
    }
    var labels = new ArrayList<String>();
    Matcher matcher = LABEL.matcher(text);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      labels.add(matcher.group(1) + "=" + matcher.group(2));
      end = matcher.end();
    }
    assertThat(end).as(text).isEqualTo(text.length());
    labels.sort(null);
    return labels.toString();
  }

  private static double number(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /** The rules of {@code promtool check metrics}. */
  private void checkName(String name, String type) {
    assertThat(documented).contains(name);
    assertThat(name).matches("[a-z][a-z0-9_]*");
    assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
    assertThat(name).doesNotMatch(".*_(count|sum|bucket)");
    List<String> words = List.of(name.split("_", -1));
    assertThat(words).doesNotContainAnyElementsOf(NOT_IN_NAMES);
  }

  private void checkHistograms() {
    types.forEach(
        (name, type) -> {
          if (type.equals("histogram")) {
            checkHistogram(name);
          }
        });
  }

  private void checkHistogram(String name) {
    var last = new LinkedHashMap<String, Double>();
    samples.forEach(
        (key, value) -> {
          if (key.startsWith(name + "_bucket")) {
            String series = key.replaceAll("(, )?le=[^,\\]]*", "");
            assertThat(value).as(key).isGreaterThanOrEqualTo(last.getOrDefault(series, 0.0));
            last.put(series, value);
          }
        });
    assertThat(last).as(name).isNotEmpty();
    last.forEach(
        (series, all) -> {
          String labels = series.substring(series.indexOf('['));
          String count = name + "_count" + (labels.equals("[]") ? "" : labels);
          assertThat(samples).as(series).containsEntry(count.replace("[, ", "["), all);
        });
  }

  /** Of a series, its labels sorted: {@code krm_calls_total[door=http, function=a]}. */
  double value(String series) {
    assertThat(samples).containsKey(series);
    return samples.getOrDefault(series, Double.NaN);
  }

  String type(String name) {
    return types.getOrDefault(name, "none");
  }

  /** Every series whose name is this. */
  List<String> series(String name) {
    return samples.keySet().stream()
        .filter(key -> key.equals(name) || key.startsWith(name + "["))
        .toList();
  }
}
