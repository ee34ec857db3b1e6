package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.sdk.testing.Cases;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows the guide for authors, file by file. */
class AuthoringGuideTest {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  /** A block of code; before it, if it is a file, the file's path. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:^`([^`\n]+)`:\n\n)?^```(\\w+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern TYPE =
      Pattern.compile("^(?:public )?(?:final )?(?:class|record) (\\w+)", Pattern.MULTILINE);

  /** What the guide's lines of code stand in. */
  @SuppressWarnings("InlineFormatString") // a file of its own, more than a format
  private static final String AROUND =
      """
      package com.example;

      import dev.kiln.sdk.*;
      import dev.kiln.yaml.*;
      import dev.kiln.yaml.node.*;
      import java.util.List;
      import java.util.Map;

      class Lines%d {
        static void lines(ResourceList in, Resource item, Call call) {
      %s
        }
      }
      """;

  @TempDir Path project;
  private final List<Path> sources = new ArrayList<>();

  @BeforeEach
  void writeTheFilesOfTheGuide() throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(TOP.resolve("docs/authoring.md")));
    while (block.find()) {
      String path = block.group(1);
      String text = block.group(3);
      if (path != null) {
        write(path, text);
      } else if (block.group(2).equals("java")) {
        Matcher type = TYPE.matcher(text);
        boolean whole = type.find();
        String name = whole ? type.group(1) : "Lines" + sources.size();
        write(
            "src/main/java/com/example/" + name + ".java",
            whole ? text : AROUND.formatted(sources.size(), text));
      }
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = project.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    if (path.endsWith(".java")) {
      sources.add(file);
    }
  }

  private URLClassLoader compiled() throws IOException {
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var said = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean done =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of("-d", classes.toString(), "-Xlint:all", "-Werror", "-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(done).as(said.toString()).isTrue();
    }
    URL[] urls = {classes.toUri().toURL(), project.resolve("src/main/resources").toUri().toURL()};
    return new URLClassLoader(urls, AuthoringGuideTest.class.getClassLoader());
  }

  @Test
  void everySnippetCompiles() throws IOException {
    try (var loader = compiled()) {
      assertThat(loader).isNotNull();
    }
    assertThat(sources).hasSizeGreaterThan(8);
  }

  @Test
  void aHostFindsTheFunction() throws IOException {
    try (var loader = compiled()) {
      assertThat(FunctionLoader.findAll(loader))
          .extracting(function -> function.definition().name())
          .contains("set-owner");
    }
  }

  @Test
  void theFunctionPassesItsCases() throws Exception {
    try (var loader = compiled()) {
      Class<? extends KrmFunction> function =
          loader.loadClass("com.example.SetOwner").asSubclass(KrmFunction.class);
      assertThat(FunctionClass.of(function).definition().versions()).hasSize(1);
      Cases.in(project.resolve("src/test/cases")).run(function);
    }
  }

  @Test
  void theProjectNamesThisVersion() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>kiln</artifactId>\\s*<version>(.*?)</version>")
            .matcher(Files.readString(TOP.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(Files.readString(project.resolve("pom.xml")))
        .containsPattern("<artifactId>kiln</artifactId>\\s*<version>" + version.group(1));
  }
}
