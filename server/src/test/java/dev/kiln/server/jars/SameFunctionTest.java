package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.jars.JarFolder.Jar;
import dev.kiln.server.jars.JarFolder.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No function is in two jars. */
class SameFunctionTest {
  @TempDir Path folder;
  private JarFolder jars;

  @BeforeEach
  void make() {
    jars = JarRuns.folder(folder);
  }

  @Test
  void aNameOfTheHostIsRefused() throws IOException {
    Path file = JarBuilder.saying("return 1;").in(folder, "a.jar");
    Reading reading = new JarFolder(folder, "say"::equals).read();
    assertThat(reading.jars()).isEmpty();
    assertThat(reading.problems())
        .containsExactly(
            file
                + ": has the function say, which the host has itself (expected: a name of its own)");
  }

  @Test
  void ofTwoNewJarsWithOneFunctionTheLaterByNameLoses() throws IOException {
    JarBuilder.saying("return 1;").in(folder, "a.jar");
    Path later = JarBuilder.saying("return 2;").in(folder, "b.jar");
    Reading reading = jars.read();
    assertThat(JarRuns.said(reading.jars().getFirst())).isEqualTo("1");
    assertThat(reading.jars()).hasSize(1);
    assertThat(reading.problems())
        .containsExactly(
            later
                + ": has the function say, which a.jar has as well (expected: a name of its own)");
  }

  @Test
  void aFunctionStaysWithTheJarThatHasIt() throws IOException {
    JarBuilder.saying("return 2;").in(folder, "b.jar");
    Jar first = jars.read().jars().getFirst();
    Path earlier = JarBuilder.saying("return 1;").in(folder, "a.jar");
    Reading reading = jars.read();
    assertThat(reading.jars()).containsExactly(first);
    assertThat(reading.problems())
        .containsExactly(
            earlier
                + ": has the function say, which b.jar has as well (expected: a name of its own)");
    Files.delete(folder.resolve("b.jar"));
    assertThat(JarRuns.said(jars.read())).isEqualTo("1");
  }

  @Test
  void aFunctionMayMoveToAnotherJar() throws IOException {
    JarBuilder.saying("f", "return 1;").in(folder, "a.jar");
    JarBuilder.saying("g", "return 2;").in(folder, "b.jar");
    assertThat(jars.read().jars()).hasSize(2);
    JarBuilder.saying("g", "return 3;").in(folder, "a.jar");
    JarBuilder.saying("h", "return 4;").in(folder, "b.jar");
    Reading reading = jars.read();
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.jars()).extracting(JarRuns::said).containsExactly("3", "4");
  }

  @Test
  void whereOneStaysAsItWasTheOtherCannotTakeItsFunction() throws IOException {
    JarBuilder.saying("f", "return 1;").in(folder, "a.jar");
    JarBuilder.saying("g", "return 2;").in(folder, "b.jar");
    List<Jar> before = jars.read().jars();
    Path a = JarBuilder.saying("g", "return 3;").in(folder, "a.jar");
    Path b = Files.writeString(folder.resolve("b.jar"), "text");
    Reading reading = jars.read();
    assertThat(reading.jars()).isEqualTo(before);
    assertThat(reading.problems())
        .containsExactly(
            b + ": is no zip file (expected: a jar); the older one stays in force",
            a
                + ": has the function g, which b.jar has as well (expected: a name of its own);"
                + " the older one stays in force");
  }
}
