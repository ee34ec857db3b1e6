package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a new function's project: templates with its names put in. */
final class InitProject {
  private static final List<Place> FILES =
      List.of(
          new Place("pom.xml", "pom.xml"),
          new Place("README.md", "README.md"),
          new Place("list.yaml", "list.yaml"),
          new Place("Dockerfile", "Dockerfile"),
          new Place("dockerignore", ".dockerignore"),
          new Place("gitignore", ".gitignore"),
          new Place("Function.java", "src/main/java/@path@/@Class@.java"),
          new Place("Definition.yaml", "src/main/resources/@path@/@Class@.yaml"),
          new Place("functions", "src/main/resources/META-INF/kiln/functions"),
          new Place("FunctionTest.java", "src/test/java/@path@/@Class@Test.java"),
          ofCase("input.yaml"),
          ofCase("config.yaml"),
          ofCase("expected.yaml"),
          ofCase("expected-results.yaml"));

  private final InitNames names;

  InitProject(InitNames names) {
    this.names = names;
  }

  private static Place ofCase(String file) {
    return new Place(file, "src/test/cases/changes-the-owner/" + file);
  }

  /** Their paths and texts, in the order in which to read them. */
  Map<String, String> files() {
    var files = new LinkedHashMap<String, String>();
    FILES.forEach(file -> files.put(filled(file.path()), filled(text(file.template()))));
    return files;
  }

  /** What was written, and what to do with it. */
  String told(String folder) {
    return """
    %s has a function and its project now:
      %s

    Kiln is not in a public repository yet. Put it into your local one, once, from its checkout:
      mvn -q -Dquick -Dmaven.test.skip=true -pl server -am install

    Then:
      cd %s
      mvn -q package
      java -jar target/%s.jar < list.yaml

    README.md there says what else can be done.
    """
        .formatted(folder, String.join("\n  ", files().keySet()), quoted(folder), names.function());
  }

  /** As a shell takes it. */
  private static String quoted(String word) {
    return word.matches("[\\w./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private String filled(String text) {
    return text.replace("@name@", names.function())
        .replace("@Class@", names.className())
        .replace("@package@", names.packageName())
        .replace("@path@", names.packageName().replace('.', '/'))
        .replace("@group@", names.group());
  }

  private static String text(String template) {
    try (InputStream in = InitProject.class.getResourceAsStream("init/" + template)) {
      if (in == null) {
        throw new IllegalStateException("not packed: " + template);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a template goes. */
  private record Place(String template, String path) {}
}
