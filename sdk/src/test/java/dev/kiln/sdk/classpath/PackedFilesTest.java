package dev.kiln.sdk.classpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedFilesTest {
  @TempDir private Path folder;
  private String file = "";

  @BeforeEach
  void pack() throws IOException {
    file = folder.resolve("files").toString();
    var writer = requireNonNull(PackedFiles.Writer.open(file));
    writer.add("one", List.of("clay".getBytes(UTF_8)));
    writer.add("ä/two", List.of("a".getBytes(UTF_8), new byte[0]));
    writer.add("one", List.of("again".getBytes(UTF_8)));
    writer.add("last", List.of(new byte[] {0, -1}));
  }

  private List<byte[]> find(String name) {
    return requireNonNull(requireNonNull(PackedFiles.open(file)).find(name));
  }

  @Test
  void findsAllOfAName() {
    assertThat(find("ä/two")).containsExactly(new byte[] {'a'}, new byte[0]);
    assertThat(find("last")).containsExactly(new byte[] {0, -1});
  }

  @Test
  void keepsTheFirst() {
    assertThat(find("one")).containsExactly("clay".getBytes(UTF_8));
  }

  @Test
  void findsNoFileThatIsNotPacked() {
    assertThat(requireNonNull(PackedFiles.open(file)).find("two")).isNull();
  }

  @Test
  void opensNoFileThatCannotBeRead() {
    assertThat(PackedFiles.open(folder.resolve("other").toString())).isNull();
    assertThat(PackedFiles.open(null)).isNull();
    assertThat(PackedFiles.Writer.open(null)).isNull();
  }

  @Test
  void anotherDistributionBeginsAnew() throws IOException {
    requireNonNull(PackedFiles.Writer.open(file)).add("new", List.of());

    assertThat(find("new")).isEmpty();
    assertThat(requireNonNull(PackedFiles.open(file)).find("one")).isNull();
    assertThat(Files.size(Path.of(file))).isEqualTo(4 + 3 + 4);
  }
}
