package dev.kiln.sdk.classpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathFileTest {
  @TempDir private Path folder;

  @Test
  void readsFromAJarWhoseNameIsEscaped() throws IOException {
    Path jar = jar("my functions+ä.jar", "a/b.txt", "clay");
    assertThat(
            ClassPathFile.read(URI.create("jar:" + jar.toUri() + "!/a/b.txt").toURL(), "a/b.txt"))
        .asString(UTF_8)
        .isEqualTo("clay");
  }

  @Test
  void readsAJarThatWasReplaced() throws IOException {
    Path jar = jar("one.jar", "a.txt", "old");
    var url = URI.create("jar:" + jar.toUri() + "!/a.txt").toURL();
    assertThat(ClassPathFile.read(url, "a.txt")).asString(UTF_8).isEqualTo("old");
    Files.delete(jar);
    jar("one.jar", "a.txt", "quite new");
    assertThat(ClassPathFile.read(url, "a.txt")).asString(UTF_8).isEqualTo("quite new");
  }

  @Test
  void readsFromAFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("a file.txt"), "clay");
    assertThat(ClassPathFile.read(file.toUri().toURL(), "a file.txt"))
        .asString(UTF_8)
        .isEqualTo("clay");
  }

  @Test
  void namesTheMissingFile() throws IOException {
    Path jar = jar("one.jar", "a.txt", "clay");
    var url = URI.create("jar:" + jar.toUri() + "!/b.txt").toURL();
    assertThatThrownBy(() -> ClassPathFile.read(url, "b.txt"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("b.txt in ");
  }

  private Path jar(String name, String entry, String text) throws IOException {
    Path jar = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(text.getBytes(UTF_8));
    }
    return jar;
  }
}
