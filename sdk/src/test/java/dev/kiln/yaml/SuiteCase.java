package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.testkit.YamlSuiteText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/** One case of the official suite: an input, and its events unless it must be refused. */
record SuiteCase(String id, String name, String yaml, boolean refused, String events) {

  /** Every case of a checkout of the suite, in the order of its files. */
  static List<SuiteCase> in(Path suite) {
    try (Stream<Path> files = Files.list(suite.resolve("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .sorted()
          .flatMap(file -> ofFile(file).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<SuiteCase> ofFile(Path file) {
    String id = file.getFileName().toString().replace(".yaml", "");
    List<SuiteCase> cases = new ArrayList<>();
    Map<String, String> fields = new HashMap<>();
    List<Map<String, String>> list = load(file);
    for (Map<String, String> own : list) {
      fields.remove("fail"); // the only field that a later case does not inherit
      fields.putAll(own);
      cases.add(of(list.size() == 1 ? id : "%s-%02d".formatted(id, cases.size()), fields));
    }
    return cases;
  }

  private static SuiteCase of(String id, Map<String, String> fields) {
    return new SuiteCase(
        id,
        fields.getOrDefault("name", ""),
        YamlSuiteText.input(fields.getOrDefault("yaml", "")),
        "true".equals(fields.get("fail")),
        events(fields.getOrDefault("tree", "")));
  }

  /** The events without indentation and without the document markers, which are not content. */
  private static String events(String tree) {
    StringBuilder out = new StringBuilder();
    for (String line : tree.replace("∎", "").split("\n", -1)) {
      String event = line.replaceFirst("^ +", "").replaceAll("—*»", "\\\\t").replace('␣', ' ');
      if (!event.isEmpty()) {
        out.append(event.replaceFirst("^([+-]DOC) .*", "$1")).append('\n');
      }
    }
    return out.toString();
  }

  @SuppressWarnings("unchecked") // a file of the suite is a list of maps of strings
  private static List<Map<String, String>> load(Path file) {
    var settings = LoadSettings.builder().setSchema(new FailsafeSchema()).build();
    try {
      return (List<Map<String, String>>) new Load(settings).loadFromString(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] bytes() {
    return yaml.getBytes(UTF_8);
  }

  @Override
  public String toString() {
    return id + " " + name;
  }
}
