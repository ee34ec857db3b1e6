package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disturbs processes that write a package, at random moments: kills them, starts several, and edits
 * files. {@code -Dkiln.kills} says how often, 18 times if not given.
 */
class WriterCrashTest {
  private static final int KILLS = Integer.getInteger("kiln.kills", 18);
  private static final int FILES = 24;
  private static final int STEPS_OF_A_WRITE = 4 * FILES;
  private static final int ENDLESS = 1_000_000;

  @TempDir Path temporary;

  @Test
  void aKilledWriterLeavesNoHalfWrittenPackage() throws Exception {
    TestPackage folder = CountingWriter.make(temporary.resolve("root"), FILES);
    Map<String, String> outside = outside();
    var random = new Random(KILLS);
    int halfWritten = 0;
    for (int i = 0; i < KILLS; i++) {
      int steps = 1 + random.nextInt(3 * STEPS_OF_A_WRITE);
      killWriter(folder.root().resolve(i % 3 == 0 ? "sub" : ""), steps);
      Map<String, String> before = folder.texts();
      halfWritten += catchThrowable(folder::read) == null ? 0 : 1;
      assertThat(folder.texts()).as("a reader wrote, round %d", i).isEqualTo(before);

      Path next = folder.root().resolve(i % 2 == 0 ? "sub" : "");
      PackageFolder.recoverAndRead(next, ReadOptions.defaults());

      requireWhole(folder.recoverAndRead(), FILES);
      assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
      assertThat(folder.root().resolve("sub/.kiln-write")).doesNotExist();
    }
    assertThat(outside()).isEqualTo(outside);
    System.out.println(KILLS + " kills, " + halfWritten + " of them in the middle of a write");
  }

  private static void killWriter(Path root, int steps) throws Exception {
    Process writer = CountingWriter.start(root, ENDLESS, Redirect.PIPE);
    try (var out = new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
      for (int left = steps; left > 0; left--) {
        assertThat(out.readLine()).matches("[a-z ]+ \\d+");
      }
      writer.destroyForcibly().waitFor();
    }
  }

  private static void requireWhole(PackageFolder read, int files) {
    Predicate<String> isFirst = path -> !path.contains("extra/");
    Predicate<String> isInSub = path -> path.startsWith("sub/");
    assertThat(read.items().stream().map(PackageItem::path).filter(isFirst)).hasSize(files);
    assertThat(CountingWriter.numbers(read, isFirst.and(isInSub))).hasSize(1);
    assertThat(CountingWriter.numbers(read, isFirst.and(isInSub.negate()))).hasSize(1);
  }

  /** Every file beside the package. */
  private Map<String, String> outside() {
    var outside = new TreeMap<>(new TestPackage(temporary).texts());
    outside.keySet().removeIf(path -> path.startsWith("root/"));
    return outside;
  }

  @Test
  void aLargePackageIsWholeAfterAKill() throws Exception {
    int files = 200 * KILLS; // 100,000 in a run of 500
    TestPackage folder = CountingWriter.make(temporary.resolve("root"), files);

    killWriter(folder.root(), 2 * files);

    requireWhole(folder.recoverAndRead(), files);
  }

  /** Between no room at all and room for everything. */
  @Test
  void aFullDiskLeavesTheOldPackageOrTheNewOne() throws Exception {
    try (var disk = SmallDisk.mount(temporary.resolve("disk"), 512)) {
      TestPackage folder = CountingWriter.make(disk.folder().resolve("root"), FILES);
      int written = 0;
      for (int room = 0; room <= 160; room += 4) {
        Path filler = disk.fill(room);
        boolean failed = catchThrowable(() -> write(folder.root())) != null;
        Files.delete(filler);

        PackageFolder read = folder.recoverAndRead();
        written += failed ? 0 : 1;
        requireWhole(read, FILES);
        assertThat(CountingWriter.numbers(read, path -> path.equals("0.yaml")))
            .containsExactly(written);
        assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
      }
      assertThat(written).isBetween(1, 39);
    }
  }

  private static void write(Path root) {
    CountingWriter.write(root, TransactionListener.NONE);
  }

  @Test
  void threeWritersAtOnceLoseNoWrite() throws Exception {
    TestPackage folder = CountingWriter.make(temporary.resolve("root"), FILES);
    int times = Math.max(4, KILLS / 4);
    var writers = new ArrayList<Process>();
    for (int i = 0; i < 3; i++) {
      writers.add(CountingWriter.start(folder.root(), times, Redirect.DISCARD));
    }
    for (Process writer : writers) {
      assertThat(writer.waitFor()).isZero();
    }

    PackageFolder read = folder.read();

    assertThat(CountingWriter.numbers(read, _ -> true)).containsExactly(3 * times);
    assertThat(folder.root().resolve(".kiln-write")).doesNotExist();
  }

  @Test
  void noEditIsLostWhileAWriterWrites() throws Exception {
    TestPackage folder = CountingWriter.make(temporary.resolve("root"), FILES);
    Path file = folder.root().resolve("0.yaml");
    var edits = new ArrayList<String>();
    Process writer = CountingWriter.start(folder.root(), ENDLESS, Redirect.PIPE);
    try (var out = new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
      var random = new Random(KILLS);
      for (int i = 0; i < 4 * KILLS; i++) {
        for (int left = 1 + random.nextInt(STEPS_OF_A_WRITE); left > 0; left--) {
          assertThat(out.readLine()).isNotNull();
        }
        edits.add("# edit " + i);
        edit(file, edits.getLast());
      }
    } finally {
      writer.destroyForcibly().waitFor();
    }

    folder.recoverAndRead();

    assertThat(Files.readAllLines(file)).containsAll(edits);
  }

  /** Adds a line as an editor does: into a new file, which then replaces the old one. */
  private static void edit(Path file, String line) throws IOException {
    Path part = file.resolveSibling("0.yaml.part");
    while (true) {
      try {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.add(line);
        Files.write(part, lines);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        return;
      } catch (NoSuchFileException _) {
        Thread.onSpinWait(); // the file is just being replaced
      }
    }
  }
}
