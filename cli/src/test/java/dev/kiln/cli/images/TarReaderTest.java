package dev.kiln.cli.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarReaderTest {
  private static final String LONG = "a".repeat(90) + "/" + "ü".repeat(90);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"gnu", "pax", "posix", "oldgnu"})
  void readsWhatTarWrites(String format) throws Exception {
    Path in = Files.createDirectory(folder.resolve("in"));
    Map<String, String> files =
        Map.of("empty", "", LONG, "long", "block", "b".repeat(512), "more", "m".repeat(513));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = in.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Files.createSymbolicLink(in.resolve("link"), Path.of("block"));
    Path archive = folder.resolve("tar");
    run("tar", "--format=" + format, "-C", in.toString(), "-cf", archive.toString(), ".");
    assertEquals(new TreeMap<>(files), read(Files.readAllBytes(archive)));
    TarStore store = TarStore.of(archive);
    assertEquals("b".repeat(512), new String(store.read("link"), UTF_8));
    assertTrue(store.has(LONG));
  }

  @Test
  void isReadByTar() throws Exception {
    Path archive = folder.resolve("tar");
    var bytes = new ByteArrayOutputStream();
    bytes.write(TarHeader.withBytes("a/b", "text".getBytes(UTF_8)));
    bytes.write(new byte[1024]);
    Files.write(archive, bytes.toByteArray());
    run("tar", "-C", folder.toString(), "-xf", archive.toString());
    assertEquals("text", Files.readString(folder.resolve("a/b")));
  }

  private static void run(String... command) throws Exception {
    boolean there =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command[0])));
    Assumptions.assumeTrue(there, "there is no " + command[0] + " on PATH");
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertEquals(0, process.waitFor());
  }

  @Test
  void readsNumbersInBytes() throws IOException {
    byte[] file = TarHeader.withBytes("a", "text".getBytes(UTF_8));
    Arrays.fill(file, 124, 136, (byte) 0);
    file[124] = (byte) 0x80;
    file[135] = 4;
    sum(file);
    assertEquals(Map.of("a", "text"), read(file));
  }

  private static void sum(byte[] file) {
    Arrays.fill(file, 148, 156, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < 512; i++) {
      sum += file[i] & 0xff;
    }
    byte[] text = "%06o\0 ".formatted(sum).getBytes(UTF_8);
    System.arraycopy(text, 0, file, 148, text.length);
  }

  @Test
  void saysWhereItEndsEarly() {
    byte[] file = TarHeader.withBytes("a", new byte[600]);
    for (int length : List.of(100, 600, 1200)) {
      assertThrows(IOException.class, () -> read(Arrays.copyOf(file, length)));
    }
    byte[] other = file.clone();
    other[0]++;
    String said = assertThrows(IOException.class, () -> read(other)).getMessage();
    assertEquals("at byte 0: no header of a tar archive", said);
  }

  private static Map<String, String> read(byte[] bytes) throws IOException {
    var files = new TreeMap<String, String>();
    var tar = new TarReader(new ByteArrayInputStream(bytes));
    for (var next = tar.next(); next.isPresent(); next = tar.next()) {
      if (next.get().isFile()) {
        files.put(next.get().name(), new String(tar.bytes(next.get()).readAllBytes(), UTF_8));
      }
    }
    return files;
  }
}
