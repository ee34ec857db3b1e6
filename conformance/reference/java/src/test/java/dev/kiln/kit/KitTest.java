package dev.kiln.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionLoader;
import dev.kiln.sdk.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KitTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  @Test
  void passesItsCases() {
    Cases.in("src/test/cases").run(Kit.class);
  }

  @Test
  void isFoundOnTheClassPath() {
    assertThat(FunctionLoader.findAll(Kit.class.getClassLoader()))
        .extracting(FunctionClass::className)
        .containsExactly(Kit.class.getName());
  }

  @Test
  void logsALineBeforeItRefuses() {
    run("{action: edit, log: edits now}");

    assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo("edits now\n");
  }

  @Test
  void failsIfWhoItSleepsForCannotBeReached() {
    FunctionRun run = run("{action: sleep, seconds: 1, until: 'nowhere.invalid:80'}");

    assertThat(run.added())
        .singleElement()
        .extracting(Result::message)
        .asString()
        .startsWith("spec.until: nowhere.invalid:80 cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(strings = {"here", "here:", ":80", "here:http", "here:65536", "he re:80"})
  void refusesWhatIsNoAddress(String until) {
    FunctionRun run = run("{action: sleep, seconds: 1, until: '" + until + "'}");

    assertThat(run.exitCode()).isEqualTo(3);
  }

  private FunctionRun run(String spec) {
    ResourceList list =
        ResourceList.parse(
            """
            kind: ResourceList
            functionConfig:
              apiVersion: conformance.kiln.dev/v1alpha1
              kind: Kit
              spec: %s
            items: []
            """
                .formatted(spec));
    var stream = new PrintStream(log, true, StandardCharsets.UTF_8);
    return FunctionClass.of(Kit.class).run(list, Caller.withoutDeadline(stream));
  }
}
