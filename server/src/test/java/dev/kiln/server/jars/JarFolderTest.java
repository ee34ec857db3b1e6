package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.jars.JarFolder.Jar;
import dev.kiln.server.jars.JarFolder.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarFolderTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
  private static final String COUNTING = "return ++count; } static int count; static void end() {";

  @TempDir Path folder;
  private JarFolder jars;

  @BeforeEach
  void make() {
    jars = JarRuns.folder(folder);
  }

  @Test
  void jarsAreInTheOrderOfTheirNames() throws IOException {
    for (String name : new String[] {"c", "a", "B", "b"}) {
      JarBuilder.saying(name.equals("B") ? "upper" : name, "return 1;").in(folder, name + ".jar");
    }
    assertThat(jars.read().jars())
        .extracting(Jar::file)
        .containsExactly("B.jar", "a.jar", "b.jar", "c.jar");
  }

  @Test
  void onlyJarsDirectlyInTheFolderAreRead() throws IOException {
    JarBuilder jar = JarBuilder.saying("return 1;");
    jar.in(folder, "a.jar");
    jar.in(folder, ".hidden.jar");
    jar.in(folder, "a.jar.part");
    jar.in(Files.createDirectory(folder.resolve("below")), "b.jar");
    Reading reading = jars.read();
    assertThat(reading.jars()).extracting(Jar::file).containsExactly("a.jar");
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void aJarMayHaveSeveralFunctions() throws IOException {
    JarBuilder.saying("return 1;")
        .function("keep", "public record Keep() implements ItemFunction {" + JarBuilder.SAME + "}")
        .in(folder, "a.jar");
    assertThat(jars.read().jars().getFirst().functions())
        .extracting(function -> function.definition().name())
        .containsExactly("say", "keep");
  }

  @Test
  void noFunctionIsStarted() throws IOException {
    new JarBuilder()
        .function(
            "starts",
            """
            public final class Starts implements KrmFunction {
              String said = "not started";
              public void start() { said = "started"; }
              public ResourceList apply(ResourceList in, Call call) { call.info(said); return in; }
            }
            """)
        .in(folder, "a.jar");
    Jar jar = jars.read().jars().getFirst();
    assertThat(JarRuns.said(jar)).isEqualTo("not started");
    jar.functions().getFirst().start();
    assertThat(JarRuns.said(jar)).isEqualTo("started");
  }

  @Test
  void aJarThatDidNotChangeStaysWithItsState() throws IOException {
    Path file = JarBuilder.saying(COUNTING).in(folder, "a.jar");
    Jar jar = jars.read().jars().getFirst();
    assertThat(JarRuns.said(jar)).isEqualTo("1");
    Files.setLastModifiedTime(file, LONG_AGO);
    assertThat(jars.read().jars()).singleElement().isSameAs(jar);
    assertThat(jars.read().jars()).singleElement().isSameAs(jar);
    assertThat(JarRuns.said(jars.read())).isEqualTo("2");
  }

  @Test
  void aJarOfTheSameBytesInANewFileStays() throws IOException {
    JarBuilder made = JarBuilder.saying(COUNTING);
    made.in(folder, "a.jar");
    Jar jar = jars.read().jars().getFirst();
    Path other = Files.write(folder.resolve("new"), made.bytes());
    Files.move(other, folder.resolve("a.jar"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(jars.read().jars()).singleElement().isSameAs(jar);
  }

  @Test
  void aFileThatLooksAsBeforeIsNotReadAgain() throws IOException {
    Path file = JarBuilder.saying("return 1;").in(folder, "a.jar");
    Files.setLastModifiedTime(file, LONG_AGO);
    Jar jar = jars.read().jars().getFirst();
    Files.write(file, new byte[(int) Files.size(file)]);
    Files.setLastModifiedTime(file, LONG_AGO);
    Reading reading = jars.read();
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.jars()).singleElement().isSameAs(jar);
  }

  @Test
  void aFileThatIsWrittenTwiceInATickIsReadAgain() throws IOException {
    Path file = JarBuilder.saying("return 1;").in(folder, "a.jar");
    FileTime time = Files.getLastModifiedTime(file);
    assertThat(JarRuns.said(jars.read())).isEqualTo("1");
    long size = Files.size(file);
    JarBuilder.saying("return 2;").in(folder, "a.jar");
    Files.setLastModifiedTime(file, time);
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(JarRuns.said(jars.read())).isEqualTo("2");
  }

  @Test
  void aJarThatChangedIsLoadedAnew() throws IOException {
    JarBuilder.saying("return 1;").in(folder, "a.jar");
    Jar before = jars.read().jars().getFirst();
    JarBuilder.saying("return \"two\";").in(folder, "a.jar");
    Reading after = jars.read();
    assertThat(JarRuns.said(after)).isEqualTo("two");
    assertThat(JarRuns.said(before)).isEqualTo("1");
  }

  @Test
  void aJarThatWasRemovedIsGone() throws IOException {
    JarBuilder.saying("return 1;").in(folder, "a.jar");
    Path file = JarBuilder.saying("two", "return 2;").in(folder, "b.jar");
    Jar kept = jars.read().jars().getFirst();
    Files.delete(file);
    Reading reading = jars.read();
    assertThat(reading.jars()).singleElement().isSameAs(kept);
    assertThat(reading.problems()).isEmpty();
  }

  @Test
  void aLinkIsReadAsTheFileItLeadsTo() throws IOException {
    Path data = Files.createDirectory(folder.resolve("..data"));
    Path file = JarBuilder.saying("return 1;").in(data, "one");
    Path link = Files.createSymbolicLink(folder.resolve("a.jar"), file);
    assertThat(JarRuns.said(jars.read())).isEqualTo("1");
    Files.delete(link);
    Files.createSymbolicLink(link, JarBuilder.saying("return 2;").in(data, "two"));
    assertThat(JarRuns.said(jars.read())).isEqualTo("2");
  }

  @Test
  void anEmptyFolderHasNoJars() {
    assertThat(jars.read()).isEqualTo(new Reading(List.of(), List.of()));
  }
}
