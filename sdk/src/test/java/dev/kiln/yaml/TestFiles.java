package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Reads the test data beside these tests. */
public final class TestFiles {
  private TestFiles() {}

  /** The lines of a file, without comments (from {@code #} in the first column) and blank ones. */
  public static List<String> lines(String name) {
    try (InputStream in = TestFiles.class.getResourceAsStream(name)) {
      String text = new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
