package dev.kiln.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.kiln.yaml.node.BadYaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Parses damaged documents for a limited time ({@code -Dkiln.fuzz.seconds} or {@code
 * KILN_FUZZ_SECONDS}, 10 if not given). The parser must refuse each document with {@link BadYaml},
 * or accept it and print it unchanged. A failure names its seed, and {@code -Dkiln.fuzz.seed}
 * repeats that one document.
 */
class FuzzTest {
  private static final int SECONDS = Integer.getInteger("kiln.fuzz.seconds", fromEnvironment());
  private static final Duration HANGS = Duration.ofSeconds(SECONDS + 120L);

  @Test
  void refusesOrKeepsRandomInput() {
    List<byte[]> seeds = seeds();
    Long one = Long.getLong("kiln.fuzz.seed");
    if (one != null) {
      tryOne(seeds, one);
      return;
    }
    AtomicLong seed = new AtomicLong(new Random().nextInt());
    assertTimeoutPreemptively(
        HANGS,
        () -> {
          long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
          while (System.nanoTime() < end) {
            tryOne(seeds, seed.incrementAndGet());
          }
        },
        () -> "does not come back with -Dkiln.fuzz.seed=" + seed);
  }

  private static int fromEnvironment() {
    return Integer.parseInt(System.getenv().getOrDefault("KILN_FUZZ_SECONDS", "10"));
  }

  private static void tryOne(List<byte[]> seeds, long seed) {
    Random random = new Random(seed);
    byte[] base =
        random.nextInt(3) == 0
            ? RandomDocuments.stream(seed).getBytes(UTF_8)
            : seeds.get(random.nextInt(seeds.size()));
    byte[] input = Mutations.of(base, random);
    try {
      check(input);
    } catch (Exception | AssertionError | StackOverflowError e) {
      throw new AssertionError(
          "-Dkiln.fuzz.seed=%d, input:%n%s".formatted(seed, new String(input, UTF_8)), e);
    }
  }

  private static void check(byte[] input) {
    List<Node> documents;
    try {
      documents = Yaml.parseAll(input);
    } catch (BadYaml e) {
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
      return;
    }
    Events.of(input);
    for (Node document : documents) {
      decode(document);
    }
    try {
      assertThat(Yaml.parse(input).bytes()).isEqualTo(input);
    } catch (BadYaml e) {
      assertThat(documents).hasSizeGreaterThan(1);
    }
  }

  /**
   * Reads all values. Only this detects a tag that does not fit its scalar, or an alias that
   * contains itself.
   */
  private static void decode(Node document) {
    try {
      document.value();
    } catch (BadYaml e) {
      assertThat(e.line()).isPositive();
    }
  }

  private static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>(inputs(Path.of("src/test/cases/yaml")));
    Path shared = Path.of(System.getProperty("kiln.shared", "../../shared"));
    seeds.addAll(inputs(shared.resolve("yaml-cases")));
    if (Files.isDirectory(shared.resolve("yaml-test-suite"))) {
      SuiteCase.in(shared.resolve("yaml-test-suite")).forEach(c -> seeds.add(c.bytes()));
    }
    return seeds;
  }

  private static List<byte[]> inputs(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(f -> f.getFileName().toString().matches("in(put)?\\.yaml"))
          .sorted()
          .map(FuzzTest::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
