package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitCommandIT {
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));
  private static final ProjectNames SET_OWNER =
      new ProjectNames("set-owner", "SetOwner", "com.example", "example.com");

  @TempDir Path folder;

  @Test
  void writesAProjectNamedForItsFolderAndSaysWhatIsNext() throws Exception {
    Path project = folder.resolve("my-2nd-fn");

    KilnRun kiln = KilnRun.run("init", project.toString());

    assertThat(kiln.stderr()).isEmpty();
    assertThat(kiln.exit()).isZero();
    assertThat(written(project))
        .isEqualTo(
            new ProjectFiles(new ProjectNames("my-2nd-fn", "My2ndFn", "com.example", "example.com"))
                .files());
    assertThat(kiln.stdout())
        .startsWith(project + " has a function and its project now:\n  pom.xml\n  README.md\n")
        .contains("\n  src/main/java/com/example/My2ndFn.java\n")
        .contains("\n  cd " + project + "\n  mvn -q package\n");
    assertThat(Stream.of(folder.toFile().list())).containsExactly("my-2nd-fn");
  }

  @Test
  void takesTheNamesThatAreGiven() throws Exception {
    Path project = folder.resolve("Some Folder");

    KilnRun kiln =
        KilnRun.run("init", "--name=tag", "--package", "org.my_own.krm", project.toString());

    assertThat(kiln.exit()).as(kiln.stderr()).isZero();
    assertThat(kiln.stdout()).contains("\n  cd '" + project + "'\n");
    assertThat(written(project))
        .isEqualTo(
            new ProjectFiles(new ProjectNames("tag", "Tag", "org.my_own.krm", "krm.my-own.org"))
                .files());
    assertThat(written(project).get("src/main/java/org/my_own/krm/Tag.java"))
        .startsWith("package org.my_own.krm;\n")
        .contains("public record Tag(");
  }

  @Test
  void takesAGroupOfItsOwn() throws Exception {
    Path project = folder.resolve("tag");
    assertThat(KilnRun.run("init", project.toString(), "--group", "fn.example.org").exit())
        .isZero();
    assertThat(written(project).get("list.yaml")).contains("apiVersion: fn.example.org/v1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          My_Fn    |                        | DIR: "My_Fn" (expected: a function's name: small letters, digits and single dashes, a letter first, 63 at most, such as set-owner; --name gives another)
          fn       | --name=2nd             | --name: "2nd" (expected: a function's name: small letters, digits and single dashes, a letter first, 63 at most, such as set-owner)
          fn       | --name=a--b            | --name: "a--b" (expected: a function's name
          fn       | --name=a-              | --name: "a-" (expected: a function's name
          resource |                        | DIR: "resource" (expected: another name: its class would be Resource, which its code needs)
          fn       | --package=Com.example  | --package: "Com.example" (expected: a package: words of small letters, digits and _ with dots between, none of them Java's own, such as com.example)
          fn       | --package=com.new.x    | --package: "com.new.x" (expected: a package
          fn       | --package=java.x       | --package: "java.x" (expected: a package
          fn       | --package=com..x       | --package: "com..x" (expected: a package
          fn       | --group=Example.com    | --group: "Example.com" (expected: a domain: words of small letters, digits and dashes with dots between, such as example.com)
          fn       | --package=a_           | --group: "a-" (expected: a domain
          fn       | another                | unexpected argument: another
          fn       | --nmae=x               | unknown flag: --nmae
          """)
  void saysWhichNamesFitAndWritesNothing(String dir, String arg, String message) throws Exception {
    String path = folder.resolve(dir).toString();

    KilnRun kiln = arg == null ? KilnRun.run("init", path) : KilnRun.run("init", path, arg);

    assertThat(kiln.stderr()).startsWith("error: " + message);
    assertThat(kiln.exit()).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }

  /** As the compiler has it, which the distribution has not. */
  @ParameterizedTest
  @MethodSource("wordsOfJava")
  void noPackageIsNamedLikeAReservedWord(String word) {
    assertThat(ProjectNames.RESERVED.contains(word)).isEqualTo(SourceVersion.isKeyword(word));
  }

  static Stream<String> wordsOfJava() {
    return Stream.concat(
        ProjectNames.RESERVED.stream(),
        Stream.of("com", "var", "record", "module", "yield", "open"));
  }

  @Test
  void needsAFolder() throws Exception {
    assertThat(KilnRun.run("init").stderr()).startsWith("error: no folder given");
  }

  @Test
  void aFunctionCannotBeCalledWhatItsCodeUses() {
    var names = new ProjectNames("x", "@", "x", "x");
    Stream<String> used =
        new ProjectFiles(names)
            .files().values().stream()
                .flatMap(text -> found("(?m)^import [\\w.]+\\.(\\w+);$", text))
                .map(result -> result.group(1));
    assertThat(used).isNotEmpty().allMatch(ProjectNames.CLASSES_IN_TEMPLATE::contains);
  }

  @Test
  void leavesAFolderAloneThatHasSomethingInIt() throws Exception {
    Path project = Files.createDirectory(folder.resolve("mine"));
    for (String file : List.of("a", "b", "c", "d", "e", "f", "pom.xml")) {
      Files.writeString(project.resolve(file), "mine");
    }

    KilnRun kiln = KilnRun.run("init", project.toString());

    assertThat(kiln.stderr())
        .startsWith(
            "error: "
                + project
                + " has a, b, c, d, e and 2 more in it (expected: a new or empty folder)\n");
    assertThat(kiln.exit()).isEqualTo(1);
    assertThat(written(project)).hasSize(7).containsEntry("pom.xml", "mine");
    assertThat(Stream.of(folder.toFile().list())).containsExactly("mine");
  }

  @Test
  void leavesAFileAlone() throws Exception {
    Path file = Files.writeString(folder.resolve("mine"), "mine");
    assertThat(KilnRun.run("init", file.toString()).stderr())
        .startsWith("error: " + file + " is a file (expected: a new or empty folder)\n");
    assertThat(file).hasContent("mine");
  }

  @Test
  void doesNotReplaceTheFolderThatItIsRunIn() throws Exception {
    assertThat(KilnRun.runIn(folder, "", "init", ".", "--name=fn").stderr())
        .startsWith("error: the folder that you are in cannot be replaced");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void saysWhyItCannotWrite() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    KilnRun kiln = KilnRun.run("init", file.resolve("fn").toString());
    assertThat(kiln.stderr()).startsWith("error: cannot write " + file + "/fn: ");
    assertThat(kiln.exit()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "link", "new", "a/b/new"})
  void makesTheFolderWhereThereIsNothing(String name) throws Exception {
    Files.createDirectory(folder.resolve("empty"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("empty"));
    NewFolder.create(folder.resolve(name), Map.of("in/it", "text"));
    assertThat(folder.resolve(name).resolve("in/it")).hasContent("text");
  }

  @Test
  void leavesNothingOfAProjectThatCannotBeWhole() {
    var files = new LinkedHashMap<>(Map.of("a", "a file"));
    files.put("a/b", "cannot be");
    assertThatThrownBy(() -> NewFolder.create(folder.resolve("new"), files))
        .isInstanceOf(IOException.class);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void theGuideShowsWhatIsWritten() throws Exception {
    Map<String, String> files = new ProjectFiles(SET_OWNER).files();
    String guide = Files.readString(TOP.resolve("docs/authoring.md"));
    List<MatchResult> shown = found("(?ms)^`([^`\n]+)`:\n\n```\\w+\n(.*?)^```$", guide).toList();
    assertThat(shown).hasSizeGreaterThan(8);
    for (MatchResult file : shown) {
      assertThat(files).containsEntry(file.group(1), file.group(2));
    }
  }

  @Test
  void theProjectNeedsNoPluginThatKilnWasNotBuiltWith() throws Exception {
    String ours = Files.readString(TOP.resolve("pom.xml"));
    String surefire = found("<surefire.version>(.*?)<", ours).findFirst().orElseThrow().group(1);
    String theirs = new ProjectFiles(SET_OWNER).files().getOrDefault("pom.xml", "");
    List<String> plugins =
        found("<artifactId>[\\w-]+-plugin</artifactId>\\s*<version>.*?</version>", theirs)
            .map(plugin -> plugin.group().replaceAll("\\s+", ""))
            .toList();
    assertThat(plugins).hasSizeGreaterThan(5);
    assertThat(ours.replaceAll("\\s+", "").replace("${surefire.version}", surefire))
        .contains(plugins);
  }

  @Test
  void theExampleIsBuiltAsANewProjectIs() throws Exception {
    var names =
        new ProjectNames(
            "set-resource-defaults",
            "SetResourceDefaults",
            "dev.kiln.examples",
            "examples.kiln.dev");
    Map<String, String> files = new ProjectFiles(names).files();
    for (String file : List.of("pom.xml", ".dockerignore", ".gitignore")) {
      assertThat(TOP.resolve("examples/set-resource-defaults").resolve(file))
          .hasContent(files.getOrDefault(file, ""));
    }
    assertThat(TOP.resolve("examples/set-resource-defaults/Dockerfile"))
        .hasContent(
            files
                .getOrDefault("Dockerfile", "")
                .replaceFirst(
                    "Labels every item .*(?=\")",
                    "Gives containers the requests and limits that they do not set themselves."));
  }

  private static Stream<MatchResult> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results();
  }

  private static Map<String, String> written(Path project) throws IOException {
    var files = new LinkedHashMap<String, String>();
    try (Stream<Path> all = Files.walk(project)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(project.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }
}
