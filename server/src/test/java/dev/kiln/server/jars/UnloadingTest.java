package dev.kiln.server.jars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.loading.FunctionClass;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that reads its folder a thousand times must not keep a thousand jars. */
class UnloadingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Past this the JDK makes faster ways to call what is called through reflection. */
  private static final int OFTEN = 300;

  private static final String BOUND =
      """
      public record Bound(String word, @Default("many") Size size, List<Part> parts,
          Optional<Part> last)
          implements ItemFunction {
        enum Size { FEW, MANY }
        record Part(int n, Map<String, Size> sizes) {}
        public Bound { BadInput.unless(!word.equals("bad"), "word", word, "a good word"); }
        @Override public Resource apply(Resource item, Call call) {
          UnaryOperator<String> twice = text -> text + text + size;
          call.info(item, twice.apply(word));
          return item.edit(e -> e.set("metadata.labels.word", word));
        }
      }
      """;
  private static final String MADE =
      """
      public final class Made implements KrmFunction {
        private final String word;
        private Made(String word) { this.word = word; }
        public static Made of(FunctionConfig config) {
          return new Made(config.resource().map(Resource::name).orElse("none"));
        }
        @Override public ResourceList apply(ResourceList in, Call call) {
          call.info(word);
          if (word.equals("exit")) System.exit(1);
          if (word.equals("throw")) throw new Failure();
          return in.mapItems(item -> item.withName(word));
        }
        static class Failure extends RuntimeException {}
      }
      """;
  private static final String KEPT =
      """
      public final class Kept implements KrmFunction {
        private Kept self;
        @Override public void start() { self = this; }
        @Override public ResourceList apply(ResourceList in, Call call) {
          ServiceLoader.load(Runnable.class).forEach(Runnable::run);
          call.info(ResourceBundle.getBundle("com.example.words").getString("word"));
          return in;
        }
        public static final class Quiet implements Runnable { @Override public void run() {} }
      }
      """;

  @TempDir Path folder;

  private static JarBuilder jar() {
    return new JarBuilder()
        .function("bound", BOUND)
        .function("made", MADE)
        .function("kept", KEPT)
        .file("com/example/words.properties", "word=clay")
        .file("META-INF/services/java.lang.Runnable", "com.example.Kept$Quiet");
  }

  private static FunctionRun run(FunctionClass function, String word) {
    String kind = function.type().getSimpleName();
    return JarRuns.run(
        function,
        """
        apiVersion: config.kubernetes.io/v1
        kind: ResourceList
        functionConfig: {apiVersion: example.com/v1, kind: %s, metadata: {name: %s}, word: %s}
        items:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
        """
            .formatted(kind, word, word));
  }

  /** In a method of its own, whose variables hold nothing when it is done. */
  private static WeakReference<ClassLoader> used(JarFolder jars) {
    JarFolder.Reading reading = jars.read();
    assertThat(reading.problems()).isEmpty();
    List<FunctionClass> functions = reading.jars().getFirst().functions();
    functions.forEach(FunctionClass::start);
    for (FunctionClass function : functions) {
      for (int i = 0; i < OFTEN; i++) {
        FunctionRun run = run(function, "clay");
        assertThat(run.exitCode()).as("%s", run.added()).isZero();
        assertThat(run.added().getFirst().message()).startsWith("clay");
      }
      assertThat(run(function, "toolong").exitCode()).isEqualTo(3);
    }
    assertThat(run(functions.get(0), "bad").exitCode()).isEqualTo(3);
    assertThat(run(functions.get(1), "exit").exitCode()).isEqualTo(2);
    assertThat(run(functions.get(1), "throw").exitCode()).isEqualTo(2);
    functions.forEach(FunctionClass::close);
    return new WeakReference<>(functions.getFirst().type().getClassLoader());
  }

  private static void awaitCollected(WeakReference<ClassLoader> loader) {
    Instant end = Instant.now().plus(PATIENCE);
    while (loader.get() != null && Instant.now().isBefore(end)) {
      System.gc();
    }
    assertThat(loader.get()).isNull();
  }

  @Test
  void theClassesOfAJarThatWasRemovedGo() throws IOException {
    Path file = jar().in(folder, "a.jar");
    JarFolder jars = JarRuns.folder(folder);
    WeakReference<ClassLoader> loader = used(jars);
    System.gc();
    assertThat(loader.get()).isNotNull();
    Files.delete(file);
    assertThat(jars.read().jars()).isEmpty();
    awaitCollected(loader);
  }

  @Test
  void theClassesOfAJarThatWasReplacedGo() throws IOException {
    jar().in(folder, "a.jar");
    JarFolder jars = JarRuns.folder(folder);
    WeakReference<ClassLoader> loader = used(jars);
    jar().file("more.txt", "more").in(folder, "a.jar");
    WeakReference<ClassLoader> next = used(jars);
    awaitCollected(loader);
    assertThat(next.get()).isNotNull();
  }
}
