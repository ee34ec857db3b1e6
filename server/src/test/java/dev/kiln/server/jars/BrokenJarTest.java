package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.jars.JarFolder.Jar;
import dev.kiln.server.jars.JarFolder.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenJarTest {
  private static final String DEFINITION = "com/example/Keep.yaml";
  private static final String CLASS = "com/example/Keep.class";

  @TempDir Path folder;
  private JarFolder jars;

  @BeforeEach
  void make() {
    jars = JarRuns.folder(folder);
  }

  private static JarBuilder keep() {
    return JarBuilder.keeping("");
  }

  /** A file and what is said of it. */
  private static Arguments of(byte[] file, String said) {
    return Arguments.argumentSet(said, file, said);
  }

  private static Arguments of(JarBuilder jar, String said) {
    return of(jar.bytes(), said);
  }

  static Stream<Arguments> files() {
    byte[] whole = keep().bytes();
    return Stream.of(
        of(new byte[0], "is no zip file (expected: a jar)"),
        of("text".getBytes(UTF_8), "is no zip file (expected: a jar)"),
        of(Arrays.copyOf(whole, whole.length / 2), "it was copied in part (expected: a whole jar;"),
        of(Arrays.copyOfRange(whole, 9, whole.length), "is damaged, or was copied in part"));
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        of(
            keep().without("META-INF/kiln/functions"),
            "has no META-INF/kiln/functions (expected: the name of a function's class on each line"),
        of(keep().file("META-INF/kiln/functions", "# none\n"), "names no function (expected: "),
        of(
            keep().line("com.example.Missing"),
            "META-INF/kiln/functions names com.example.Missing, which is not there"),
        of(
            keep().java("class Plain {}").line("com.example.Plain"),
            "com.example.Plain is no KrmFunction"),
        of(
            keep()
                .function(
                    "keep",
                    "public record Again() implements ItemFunction {" + JarBuilder.SAME + "}"),
            "has two functions keep (expected: one of that name)"));
  }

  static Stream<Arguments> definitions() {
    String bad = JarBuilder.definition("keep", "Keep").replace("maxLength: 5", "maxLength: long");
    return Stream.of(
        of(
            keep().without(DEFINITION),
            "com.example.Keep has no definition (expected: a file com/example/Keep.yaml"),
        of(
            keep().file(DEFINITION, "kind: Keep"),
            DEFINITION + ": apiVersion: missing (expected: config.kubernetes.io/v1alpha1)"),
        of(keep().file(DEFINITION, "{"), DEFINITION + ": "),
        of(
            keep().file(DEFINITION, bad),
            "com.example.Keep has a bad schema: properties.word.maxLength: \"long\" (expected: a number)"));
  }

  static Stream<Arguments> classes() {
    byte[] later = JarBuilder.compiled("class Keep {}", "Keep");
    later[7] = 99;
    String extending =
        "public class Keep extends Base {} class Base implements ItemFunction {"
            + JarBuilder.SAME
            + "}";
    return Stream.of(
        of(
            keep().file(CLASS, later),
            "com.example.Keep is compiled for Java 55 (expected: Java %d or earlier)"
                .formatted(Runtime.version().feature())),
        of(keep().file(CLASS, "no class"), "com.example.Keep: Incompatible magic value"),
        of(
            new JarBuilder().function("keep", extending).without("com/example/Base.class"),
            "com.example.Keep: the class com.example.Base is not there (expected: "),
        of(
            JarBuilder.keeping("Part part(Part it) { return it; } static class Part {}")
                .without("com/example/Keep$Part.class"),
            "com.example.Keep: the class com.example.Keep$Part is not there (expected: "));
  }

  static Stream<Arguments> objects() {
    return Stream.of(
        of(JarBuilder.keeping("Keep(int n) {}"), "com.example.Keep cannot be made (expected: "),
        of(
            new JarBuilder()
                .function(
                    "keep",
                    "public record Keep(Thread it) implements ItemFunction {"
                        + JarBuilder.SAME
                        + "}"),
            "com.example.Keep: java.lang.Thread cannot be bound (expected: "),
        of(
            JarBuilder.keeping(
                "public Keep() { throw new IllegalStateException(\"cold\\nkiln\"); }"),
            "com.example.Keep could not be made: java.lang.IllegalStateException: cold"),
        of(
            JarBuilder.keeping("static int n = Integer.parseInt(\"cold\");"),
            "com.example.Keep: its static initializer threw java.lang.NumberFormatException"),
        of(
            JarBuilder.keeping("static int n() { return n() + 1; } static int n = n();"),
            "com.example.Keep: java.lang.StackOverflowError"),
        of(
            JarBuilder.keeping("public Keep() { System.exit(1); }"),
            "the function called System.exit(1), which would end the host"),
        of(
            JarBuilder.keeping("static { Runtime.getRuntime().halt(2); }"),
            "the function called Runtime.halt(2), which would end the host"));
  }

  @ParameterizedTest
  @MethodSource({"files", "lists", "definitions", "classes", "objects"})
  void aBrokenJarIsOneLineAndChangesNothing(byte[] broken, String said) throws IOException {
    Path file = Files.write(folder.resolve("a.jar"), broken);
    Reading first = jars.read();
    assertThat(first.jars()).isEmpty();
    assertThat(first.problems())
        .singleElement()
        .asString()
        .hasLineCount(1)
        .startsWith(file + ": ")
        .contains(said);

    JarBuilder.saying("return 1;").in(folder, "a.jar");
    Jar good = jars.read().jars().getFirst();
    Files.write(file, broken);
    Reading second = jars.read();
    assertThat(second.jars()).singleElement().isSameAs(good);
    assertThat(second.problems())
        .containsExactly(first.problems().getFirst() + "; the older one stays in force");
    assertThat(JarRuns.said(good)).isEqualTo("1");
  }

  @Test
  void theOthersAreReadAllTheSame() throws IOException {
    Files.writeString(folder.resolve("a.jar"), "text");
    JarBuilder.saying("return 1;").in(folder, "b.jar");
    assertThat(jars.read().jars()).extracting(Jar::file).containsExactly("b.jar");
  }

  @Test
  void aJarThatIsMendedIsRead() throws IOException {
    Files.writeString(folder.resolve("a.jar"), "text");
    assertThat(jars.read().jars()).isEmpty();
    JarBuilder.saying("return 1;").in(folder, "a.jar");
    assertThat(JarRuns.said(jars.read())).isEqualTo("1");
  }

  @Test
  void aFolderNamedAsAJarIsAProblem() throws IOException {
    Path below = Files.createDirectory(folder.resolve("a.jar"));
    assertThat(jars.read().problems()).containsExactly(below + ": is no file (expected: a jar)");
  }

  @Test
  void aLinkToNothingIsAProblem() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a.jar"), folder.resolve("nothing"));
    assertThat(jars.read().problems()).containsExactly(link + ": is not there (expected: a jar)");
  }

  @Test
  void aFolderThatIsGoneChangesNothing() throws IOException {
    Path file = JarBuilder.saying("return 1;").in(folder, "a.jar");
    Jar jar = jars.read().jars().getFirst();
    Files.delete(file);
    Files.delete(folder);
    Reading reading = jars.read();
    Files.createDirectory(folder);
    assertThat(reading.jars()).containsExactly(jar);
    assertThat(reading.problems())
        .containsExactly(folder + ": is not there (expected: a folder of jars)");
  }

  @Test
  void aFileThatIsNoFolderIsAProblem() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "text");
    assertThat(JarRuns.folder(file).read().problems())
        .containsExactly(file + ": is no folder (expected: a folder of jars)");
  }

  @Test
  void aProblemIsOneLineWhateverTheFileIsCalled() throws IOException {
    Files.writeString(folder.resolve("a\n\u2028\u0085b.jar"), "text");
    assertThat(jars.read().problems())
        .containsExactly(folder.resolve("a b.jar") + ": is no zip file (expected: a jar)");
  }

  @Test
  void jarsThatDoNotFitTheHeapAreRefused() throws IOException {
    Path a = JarBuilder.saying("return 1;").in(folder, "a.jar");
    Path b = JarBuilder.saying("b", "return 2;").in(folder, "b.jar");
    long most = Files.size(a) + Files.size(b) - 1;
    Reading reading = new JarFolder(folder, _ -> false, true, most).read();
    assertThat(reading.jars()).extracting(Jar::file).containsExactly("a.jar");
    assertThat(reading.problems())
        .singleElement()
        .asString()
        .startsWith(b + ": has ")
        .contains("and there is room for ");
  }
}
