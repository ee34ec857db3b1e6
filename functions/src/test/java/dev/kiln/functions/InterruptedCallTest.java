package dev.kiln.functions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import dev.kiln.functions.fields.InterruptibleText;
import dev.kiln.functions.setlabels.SetLabels;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.table.CallInterrupted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A host interrupts the thread of a call whose deadline is past. */
class InterruptedCallTest {
  private static final ResourceList LIST =
      ResourceList.parse(
          """
          kind: ResourceList
          items:
          - apiVersion: v1
            kind: ConfigMap
            metadata: {name: map}
          functionConfig:
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: config}
            data: {a: b}
          """);

  private static final FunctionConfig CONFIG = LIST.functionConfig();
  private static final FunctionClass SET_LABELS = FunctionClass.of(SetLabels.class);

  /** A class whose initializer edits. */
  private static final class Initialized {
    static final Resource ITEM = LIST.items().getFirst().withLabel("a", "b");
  }

  @AfterEach
  void clearInterrupt() {
    var _ = Thread.interrupted();
  }

  private static FunctionRun run(boolean cancelled) {
    var caller = new Caller(() -> System.err, null, () -> cancelled);
    return SET_LABELS.run(LIST, CONFIG, caller);
  }

  @Test
  void doesNotBreakAClassThatIsInitialized() {
    Thread.currentThread().interrupt();
    assertThat(Initialized.ITEM.node().toString()).contains("a: b");
  }

  @Test
  void endsAFunction() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(true)).isInstanceOf(CallInterrupted.class);
  }

  @Test
  void isNotTakenForAFailureOfAnItem() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> LIST.mapItems(item -> item.withLabel("a", "b")))
        .isInstanceOf(CallInterrupted.class);
  }

  @Test
  void endsReading() {
    byte[] text = "- a\n".repeat(10_000).getBytes(UTF_8);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Yaml.parse(text)).isInstanceOf(CallInterrupted.class);
  }

  @Test
  void endsTheSearchOfAnExpression() {
    CharSequence text = InterruptibleText.of("a".repeat(10_000));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Pattern.compile("(a*)*b").matcher(text).find())
        .isInstanceOf(CallInterrupted.class);
  }

  @Test
  void isAFailureIfTheCallGoesOn() {
    Thread.currentThread().interrupt();
    assertThat(run(false).exitCode()).isEqualTo(2);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
