package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a new function's project: templates with its names put in. */
final class ProjectFiles {
  private static final List<TemplateFile> FILES =
      List.of(
          new TemplateFile("pom.xml", "pom.xml"),
          new TemplateFile("README.md", "README.md"),
          new TemplateFile("list.yaml", "list.yaml"),
          new TemplateFile("Dockerfile", "Dockerfile"),
          new TemplateFile("dockerignore", ".dockerignore"),
          new TemplateFile("gitignore", ".gitignore"),
          new TemplateFile("Function.java", "src/main/java/@path@/@Class@.java"),
          new TemplateFile("Definition.yaml", "src/main/resources/@path@/@Class@.yaml"),
          new TemplateFile("functions", "src/main/resources/META-INF/kiln/functions"),
          new TemplateFile("FunctionTest.java", "src/test/java/@path@/@Class@Test.java"),
          ofCase("input.yaml"),
          ofCase("config.yaml"),
          ofCase("expected.yaml"),
          ofCase("expected-results.yaml"));

  private final ProjectNames names;

  ProjectFiles(ProjectNames names) {
    this.names = names;
  }

  private static TemplateFile ofCase(String file) {
    return new TemplateFile(file, "src/test/cases/changes-the-owner/" + file);
  }

  /** Their paths and texts, in the order in which to read them. */
  Map<String, String> files() {
    var files = new LinkedHashMap<String, String>();
    FILES.forEach(file -> files.put(filled(file.path()), filled(text(file.template()))));
    return files;
  }

  /** What was written, and what to do with it. */
  String nextSteps(String folder) {
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
    try (InputStream in = ProjectFiles.class.getResourceAsStream("init/" + template)) {
      if (in == null) {
        throw new IllegalStateException("not packed: " + template);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a template goes. */
  private record TemplateFile(String template, String path) {}
}
