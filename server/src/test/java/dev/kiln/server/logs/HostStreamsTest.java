package dev.kiln.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Log;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostStreamsTest {
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final HostLog log = new HostLog(stderr, LogFormat.TEXT, LogCalls.ALL);
  private final PrintStream stream = HostStreams.to(log);

  @Test
  void givesACallWhatItsFunctionPrints() {
    String told =
        call(
            (in, _) -> {
              stream.println("für den Aufruf");
              return in;
            });
    assertThat(told).isEqualTo("für den Aufruf\n");
    assertThat(written()).isEmpty();
  }

  @Test
  void givesTheHostWhatAThreadOfAFunctionPrints() {
    String told =
        call(
            (in, _) -> {
              var thread = Thread.ofPlatform().start(() -> stream.println("on my own"));
              try {
                thread.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return in;
            });
    assertThat(told).isEmpty();
    assertThat(written()).isEqualTo("on my own\n");
  }

  @Test
  void writesWholeLines() {
    stream.print("one, ");
    stream.print("two\nthree\r\nfo");
    stream.print("ur");
    assertThat(written()).isEqualTo("one, two\nthree\n");
  }

  @Test
  void endsALineThatIsFlushed() {
    stream.print("Passwort?");
    stream.flush();
    stream.flush();
    assertThat(written()).isEqualTo("Passwort?\n");
  }

  @Test
  void dividesALineWithoutEndBetweenCharacters() {
    stream.print("ü".repeat(10_000));
    stream.println();
    assertThat(written().replace("\n", "")).isEqualTo("ü".repeat(10_000));
    assertThat(written()).hasLineCount(3);
  }

  private String written() {
    log.close();
    return stderr.toString(UTF_8);
  }

  private static String call(KrmFunction function) {
    String definition =
        """
        apiVersion: config.kubernetes.io/v1alpha1
        kind: KRMFunctionDefinition
        metadata: {name: prints}
        spec: {group: example.com, names: {kind: Prints}}
        """;
    var only = FunctionClass.of(FunctionDefinition.parse(definition.getBytes(UTF_8)), function);
    var told = Log.keeping(1_000);
    try (var evaluator =
        new Evaluator(
            new FunctionRegistry(List.of(JavaRunner.register(only))), Limits.defaults())) {
      evaluator.evaluate(
          Invocation.of("{kind: ResourceList, items: []}".getBytes(UTF_8)).log(told));
    }
    return new String(told.tail(), UTF_8);
  }
}
