package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.jars.JarFolder.Jar;
import dev.kiln.server.jars.JarFolder.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenJarTest {
  private static final String KEEP =
      "public record Keep(String word) implements ItemFunction {"
          + " public Resource apply(Resource item, Call call) { return item; } }";

  @TempDir Path folder;
  private JarFolder jars;

  @BeforeEach
  void make() {
    jars = Runs.folder(folder);
  }

  private static MadeJar keep() {
    return new MadeJar().function("keep", KEEP);
  }

  /** A class that ends in a way, and what is said of it. */
  private static Arguments of(String name, MadeJar jar, String... said) {
    return Arguments.of(name, jar.bytes(), List.of(said));
  }

  static Stream<Arguments> broken() {
    byte[] whole = keep().bytes();
    byte[] later = MadeJar.compiled(KEEP, "Keep");
    later[7] = 99;
    return Stream.of(
        Arguments.of("empty", new byte[0], List.of("is no zip file (fits: a jar)")),
        Arguments.of(
            "text",
            "text".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            List.of("is no zip file")),
        Arguments.of(
            "half",
            Arrays.copyOf(whole, whole.length / 2),
            List.of("copied in part (fits: a whole jar")),
        of(
            "no functions",
            keep().without("META-INF/kiln/functions"),
            "has no META-INF/kiln/functions (fits: the name of a function's class"),
        of("no lines", keep().file("META-INF/kiln/functions", "# none\n"), "names no function"),
        of(
            "no class",
            keep().line("com.example.Missing"),
            "META-INF/kiln/functions names com.example.Missing, which is not there"),
        of(
            "no function",
            keep().java("class Plain {}").line("com.example.Plain"),
            "com.example.Plain is no KrmFunction"),
        of(
            "no definition",
            keep().without("com/example/Keep.yaml"),
            "com.example.Keep has no definition (fits: a file com/example/Keep.yaml"),
        of(
            "bad definition",
            keep().file("com/example/Keep.yaml", "kind: Keep"),
            "com/example/Keep.yaml: apiVersion: missing (expected: config.kubernetes.io/v1alpha1)"),
        of("bad YAML", keep().file("com/example/Keep.yaml", "{"), "com/example/Keep.yaml: "),
        of(
            "bad schema",
            keep()
                .file(
                    "com/example/Keep.yaml",
                    MadeJar.definition("keep", "Keep").replace("maxLength: 5", "maxLength: long")),
            "com.example.Keep has a bad schema: properties.word.maxLength: "),
        of(
            "later class",
            keep().file("com/example/Keep.class", later),
            "com.example.Keep is compiled for Java 55 (fits: Java "
                + Runtime.version().feature()
                + " or earlier)"),
        of("no class at all", keep().file("com/example/Keep.class", "text"), "com.example.Keep"),
        of(
            "missing superclass",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep extends Base { } abstract class Base implements KrmFunction { public ResourceList apply(ResourceList in, Call call) { return in; } }")
                .without("com/example/Base.class"),
            "com.example.Keep: the class com.example.Base is not there (fits: "),
        of(
            "missing type of a method",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { public ResourceList apply(ResourceList in, Call call) { return in; } Gone gone(Gone it) { return it; } } class Gone {}")
                .without("com/example/Gone.class"),
            "com.example.Keep: the class com.example.Gone is not there (fits: "),
        of(
            "cannot be made",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { Keep(int n) {} public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "com.example.Keep cannot be made (fits: "),
        of(
            "cannot be bound",
            new MadeJar().function("keep", KEEP.replace("String word", "Thread word")),
            "java.lang.Thread cannot be bound (fits: "),
        of(
            "constructor throws",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { public Keep() { throw new IllegalStateException(\"cold\\nkiln\"); } public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "com.example.Keep could not be made: java.lang.IllegalStateException: cold"),
        of(
            "constructor ends the host",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { public Keep() { System.exit(1); } public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "the function called System.exit(1), which would end the host"),
        of(
            "initializer throws",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { static final int N = Integer.parseInt(\"cold\"); public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "com.example.Keep: its static initializer threw java.lang.NumberFormatException"),
        of(
            "initializer overflows",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { static int n() { return n() + 1; } static final int N = n(); public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "com.example.Keep: java.lang.StackOverflowError"),
        of(
            "initializer ends the host",
            new MadeJar()
                .function(
                    "keep",
                    "public class Keep implements KrmFunction { static { if (true) Runtime.getRuntime().halt(2); } public ResourceList apply(ResourceList in, Call call) { return in; } }"),
            "the function called Runtime.halt(2), which would end the host"),
        of(
            "one name twice",
            keep().function("keep", KEEP.replace("Keep", "Again")),
            "has two functions keep (fits: one of that name)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void aBrokenJarIsOneLineAndChangesNothing(String name, byte[] bytes, List<String> said)
      throws IOException {
    Path file = folder.resolve("a.jar");
    Files.write(file, bytes);
    Reading first = jars.read();
    assertThat(first.jars()).isEmpty();
    assertThat(first.problems())
        .singleElement()
        .asString()
        .hasLineCount(1)
        .startsWith(file + ": ")
        .contains(said);

    Files.delete(file);
    MadeJar.saying("return 1;").in(folder, "a.jar");
    Jar good = jars.read().jars().getFirst();
    Files.write(file, bytes);
    Reading second = jars.read();
    assertThat(second.jars()).singleElement().isSameAs(good);
    assertThat(second.problems())
        .singleElement()
        .asString()
        .isEqualTo(first.problems().getFirst() + "; the older one stays in force");
    assertThat(Runs.said(good)).isEqualTo("1");
  }

  @Test
  void theOthersAreReadAllTheSame() throws IOException {
    Files.writeString(folder.resolve("a.jar"), "text");
    MadeJar.saying("return 1;").in(folder, "b.jar");
    assertThat(jars.read().jars()).extracting(Jar::file).containsExactly("b.jar");
  }

  @Test
  void aJarThatIsMendedIsRead() throws IOException {
    Files.writeString(folder.resolve("a.jar"), "text");
    assertThat(jars.read().jars()).isEmpty();
    MadeJar.saying("return 1;").in(folder, "a.jar");
    assertThat(Runs.said(jars.read())).isEqualTo("1");
  }

  @Test
  void aFolderNamedAsAJarIsAProblem() throws IOException {
    Path below = Files.createDirectory(folder.resolve("a.jar"));
    assertThat(jars.read().problems()).containsExactly(below + ": is no file (fits: a jar)");
  }

  @Test
  void aLinkToNothingIsAProblem() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a.jar"), folder.resolve("nothing"));
    assertThat(jars.read().problems()).containsExactly(link + ": is not there (fits: a jar)");
  }

  @Test
  void aFolderThatIsGoneChangesNothing() throws IOException {
    Path file = MadeJar.saying("return 1;").in(folder, "a.jar");
    Jar jar = jars.read().jars().getFirst();
    Files.delete(file);
    Files.delete(folder);
    Reading reading = jars.read();
    Files.createDirectory(folder);
    assertThat(reading.jars()).containsExactly(jar);
    assertThat(reading.problems())
        .containsExactly(folder + ": is not there (fits: a folder of jars)");
  }

  @Test
  void aNameOfTheHostIsRefused() throws IOException {
    Path file = MadeJar.saying("return 1;").in(folder, "a.jar");
    Reading reading = new JarFolder(folder, "say"::equals).read();
    assertThat(reading.jars()).isEmpty();
    assertThat(reading.problems())
        .containsExactly(
            file + ": has the function say, which the host has itself (fits: a name of its own)");
  }

  @Test
  void ofTwoNewJarsWithOneFunctionTheLaterByNameLoses() throws IOException {
    MadeJar.saying("return 1;").in(folder, "a.jar");
    Path later = MadeJar.saying("return 2;").in(folder, "b.jar");
    Reading reading = jars.read();
    assertThat(Runs.said(reading.jars().getFirst())).isEqualTo("1");
    assertThat(reading.jars()).hasSize(1);
    assertThat(reading.problems())
        .containsExactly(
            later + ": has the function say, which a.jar has as well (fits: a name of its own)");
  }

  @Test
  void aFunctionStaysWithTheJarThatHasIt() throws IOException {
    MadeJar.saying("return 2;").in(folder, "b.jar");
    Jar first = jars.read().jars().getFirst();
    Path earlier = MadeJar.saying("return 1;").in(folder, "a.jar");
    Reading reading = jars.read();
    assertThat(reading.jars()).containsExactly(first);
    assertThat(reading.problems())
        .containsExactly(
            earlier + ": has the function say, which b.jar has as well (fits: a name of its own)");
    Files.delete(folder.resolve("b.jar"));
    assertThat(Runs.said(jars.read())).isEqualTo("1");
  }

  @Test
  void aFunctionMayMoveToAnotherJar() throws IOException {
    MadeJar.saying("f", "return 1;").in(folder, "a.jar");
    MadeJar.saying("g", "return 2;").in(folder, "b.jar");
    assertThat(jars.read().jars()).hasSize(2);
    MadeJar.saying("g", "return 3;").in(folder, "a.jar");
    MadeJar.saying("h", "return 4;").in(folder, "b.jar");
    Reading reading = jars.read();
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.jars()).extracting(Runs::said).containsExactly("3", "4");
  }

  @Test
  void whereOneStaysAsItWasTheOtherCannotTakeItsFunction() throws IOException {
    MadeJar.saying("f", "return 1;").in(folder, "a.jar");
    MadeJar.saying("g", "return 2;").in(folder, "b.jar");
    List<Jar> before = jars.read().jars();
    Path a = MadeJar.saying("g", "return 3;").in(folder, "a.jar");
    Path b = Files.writeString(folder.resolve("b.jar"), "text");
    Reading reading = jars.read();
    assertThat(reading.jars()).isEqualTo(before);
    assertThat(reading.problems())
        .containsExactly(
            b + ": is no zip file (fits: a jar); the older one stays in force",
            a
                + ": has the function g, which b.jar has as well (fits: a name of its own);"
                + " the older one stays in force");
  }

  @Test
  void jarsThatDoNotFitTheHeapAreRefused() throws IOException {
    Path a = MadeJar.saying("return 1;").in(folder, "a.jar");
    Path b = MadeJar.saying("b", "return 2;").in(folder, "b.jar");
    long most = Files.size(a) + Files.size(b) - 1;
    Reading reading = new JarFolder(folder, _ -> false, most).read();
    assertThat(reading.jars()).extracting(Jar::file).containsExactly("a.jar");
    assertThat(reading.problems())
        .singleElement()
        .asString()
        .startsWith(b + ": has ")
        .contains("and there is room for ");
  }
}
