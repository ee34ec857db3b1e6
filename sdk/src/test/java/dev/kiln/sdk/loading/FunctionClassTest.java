package dev.kiln.sdk.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.Call;
import dev.kiln.sdk.Caller;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.FunctionRun;
import dev.kiln.sdk.ItemFunction;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import dev.kiln.sdk.ResourceRef;
import dev.kiln.sdk.Result;
import dev.kiln.sdk.SetLabels;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FunctionClassTest {
  private static final ResourceList LIST =
      ResourceList.parse(
          """
          apiVersion: config.kubernetes.io/v1
          kind: ResourceList
          items:
          - apiVersion: v1
            kind: ConfigMap
            metadata:
              name: one
          results:
          - message: from before
            severity: error
          """);
  private static final Caller CALLER =
      Caller.withoutDeadline(
          new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));

  private static FunctionRun run(KrmFunction function) {
    return FunctionClass.of(FunctionDefinition.of(SetLabels.class), function).run(LIST, CALLER);
  }

  private static FunctionRun setLabels(String config) {
    return FunctionClass.of(SetLabels.class).run(LIST, FunctionConfig.parse(config), CALLER);
  }

  private static Result.Field field(Result result) {
    return Objects.requireNonNull(result.field());
  }

  private static ResourceRef item(Result result) {
    return Objects.requireNonNull(result.resourceRef());
  }

  @Test
  void bindsARecordForEachCall() {
    FunctionRun run =
        setLabels("{apiVersion: example.com/v1, kind: SetLabels, labels: {color: red}}");
    assertThat(run.exitCode()).isZero();
    assertThat(run.list().toString())
        .isEqualTo(
            LIST.toString()
                .replace("    name: one\n", "    name: one\n    labels:\n      color: red\n"));
  }

  @Test
  void takesTheConfigurationOfTheList() {
    var list =
        LIST.withFunctionConfig(
            Resource.parse("{apiVersion: v1, kind: ConfigMap, data: {color: red}}"));
    FunctionRun run =
        FunctionClass.of(SetLabels.class).run(ResourceList.parse(list.bytes()), CALLER);
    assertThat(run.list().items().getFirst().label("color")).hasValue("red");
  }

  @Test
  void refusesAConfigurationThatTheSchemaRefuses() {
    FunctionRun run =
        setLabels(
            "{apiVersion: example.com/v1, kind: SetLabels, metadata: {name: c}, labels: {a: 1}, x: 2}");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.added())
        .extracting(result -> field(result).path())
        .containsExactly("labels.a", "x");
    assertThat(run.added().getFirst().message())
        .startsWith("functionConfig labels.a: 1 (expected: a text) at line 1");
    assertThat(run.added().getFirst().resourceRef())
        .isEqualTo(new ResourceRef("example.com/v1", "SetLabels", null, "c"));
    assertThat(run.listWithoutResults().toString()).isEqualTo(LIST.toString());
  }

  @Test
  void checksAConfigMapByTheFunctionAlone() {
    FunctionRun run = setLabels("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.added())
        .extracting(Result::message)
        .containsExactly(
            "functionConfig data: an empty map (expected: at least one label) at line 1, column 1");
  }

  @Test
  void refusesATypeThatTheDefinitionDoesNotName() {
    FunctionRun run = setLabels("{apiVersion: example.com/v9, kind: SetLabels, labels: {a: b}}");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.added().getFirst().message())
        .startsWith(
            "functionConfig apiVersion: example.com/v9/SetLabels (expected: one of"
                + " example.com/v1/SetLabels,");
  }

  @Test
  void leavesATypeThatTheDefinitionOnlyNamesToTheFunction() {
    assertThat(setLabels("{apiVersion: example.com/v9, kind: Labels, labels: {a: b}}").exitCode())
        .isZero();
  }

  @Test
  void fillsInTheSchemasDefaults() {
    FunctionRun run = setLabels("{apiVersion: example.com/v1beta1, kind: SetLabels}");
    assertThat(run.list().items().getFirst().label("color")).hasValue("blue");
  }

  @Test
  void refusesAnAbsentConfiguration() {
    FunctionRun run = FunctionClass.of(SetLabels.class).run(LIST, CALLER);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.added().getFirst().resourceRef()).isNull();
  }

  @Test
  void gathersResultsOfBothKindsInOrder() {
    FunctionRun run =
        run(
            (in, call) -> {
              call.warn("told");
              return in.addResults(List.of(Result.info("added")));
            });
    assertThat(run.exitCode()).isZero();
    assertThat(run.added()).extracting(Result::message).containsExactly("added", "told");
    assertThat(run.list().results())
        .extracting(Result::message)
        .containsExactly("from before", "added", "told");
    assertThat(run.listWithoutResults().toString()).isEqualTo(LIST.toString());
    assertThat(run.results())
        .hasToString("- message: added\n  severity: info\n- message: told\n  severity: warning\n");
  }

  @Test
  void failsForAResultOfSeverityError() {
    FunctionRun run =
        run(
            (in, call) -> {
              call.error(in.items().getFirst(), "metadata.name", "ugly");
              return in;
            });
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.thrown()).isNull();
    assertThat(field(run.added().getFirst()).currentValue()).hasToString("one");
  }

  @Test
  void doesNotFailForErrorsFromBefore() {
    assertThat(run((in, _) -> in).exitCode()).isZero();
  }

  @Test
  void keepsTheListIfTheFunctionThrows() {
    FunctionRun run =
        run(
            (in, call) -> {
              call.info("so far");
              throw new IllegalStateException("secret");
            });
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.thrown()).hasMessage("secret");
    assertThat(run.added())
        .extracting(Result::message)
        .containsExactly("so far", "set-labels failed: java.lang.IllegalStateException: secret");
    assertThat(run.listWithoutResults().toString()).isEqualTo(LIST.toString());
  }

  @Test
  void namesTheItemThatAFunctionFailedOn() {
    ItemFunction failing =
        (item, _) -> {
          throw new IllegalStateException("secret");
        };
    FunctionRun run = run(failing);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(item(run.added().getFirst()).name()).isEqualTo("one");
    assertThat(run.thrown()).hasRootCauseMessage("secret");
  }

  @Test
  void reportsAnItemThatCannotBeEdited() {
    ItemFunction deeper = (item, _) -> item.edit(e -> e.set("kind.deeper", "x"));
    FunctionRun run = run(deeper);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(item(run.added().getFirst()).name()).isEqualTo("one");
    assertThat(run.thrown()).isNull();
  }

  @Test
  void survivesAStackThatIsTooSmall() {
    assertThat(run(FunctionClassTest::forever).exitCode()).isEqualTo(2);
  }

  private static ResourceList forever(ResourceList in, Call call) {
    return in.items().isEmpty()
        ? in
        : forever(in.addResults(List.of()), call).addResults(List.of());
  }

  @Test
  void keepsTheFieldsOfTheInputList() {
    FunctionRun run =
        run((in, _) -> ResourceList.of(Resource.parse("{kind: A, metadata: {name: new}}")));
    assertThat(run.list().toString()).contains("message: from before").doesNotContain("name: one");
    assertThat(run.list().items()).extracting(Resource::name).containsExactly("new");
  }

  @Test
  void passesLogAndDeadlineOfTheCaller() {
    var deadline = Instant.parse("2030-01-01T00:00:00Z");
    var seen = new ArrayList<Object>();
    KrmFunction function =
        (in, call) -> {
          seen.addAll(List.of(call.deadline(), call.cancelled(), call.log()));
          return in;
        };
    FunctionClass.of(FunctionDefinition.of(SetLabels.class), function)
        .run(LIST, new Caller(CALLER.log(), deadline, () -> true));
    assertThat(seen).containsExactly(Optional.of(deadline), true, CALLER.log().get());
  }

  /** Keeps state between calls. */
  static final class Kept implements KrmFunction {
    static final List<String> EVENTS = new ArrayList<>();

    @Override
    public void start() {
      EVENTS.add("start");
    }

    @Override
    public ResourceList apply(ResourceList in, Call call) {
      EVENTS.add("apply " + call.config().isAbsent());
      return in;
    }

    @Override
    public void close() {
      EVENTS.add("close");
    }
  }

  /** Is made by its own factory method. */
  static final class Made implements KrmFunction {
    private final String name;

    private Made(String name) {
      this.name = name;
    }

    public static Made of(FunctionConfig config) {
      BadInput.unless(config.data().containsKey("name"), "data.name", null, "a name");
      return new Made(config.data().getOrDefault("name", ""));
    }

    @Override
    public ResourceList apply(ResourceList in, Call call) {
      return in.mapItems(item -> item.withName(name));
    }
  }

  /** Offers none of the ways to make objects. */
  static final class Unmade implements KrmFunction {
    Unmade(String name) {
      assertThat(name).isNotNull();
    }

    @Override
    public ResourceList apply(ResourceList in, Call call) {
      return in;
    }
  }

  @Test
  void startsAndClosesAnObjectThatServesTheProcess() {
    var function = FunctionClass.of(Kept.class);
    function.start();
    function.run(LIST, CALLER);
    function.run(LIST, CALLER);
    function.close();
    assertThat(Kept.EVENTS).containsExactly("start", "apply true", "apply true", "close");
  }

  @Test
  void callsTheFactoryMethod() {
    var function = FunctionClass.of(Made.class);
    FunctionRun run =
        function.run(
            LIST,
            FunctionConfig.parse("{apiVersion: v1, kind: ConfigMap, data: {name: x}}"),
            CALLER);
    assertThat(run.list().items().getFirst().name()).isEqualTo("x");
    FunctionRun refused =
        function.run(
            LIST, FunctionConfig.parse("{apiVersion: v1, kind: ConfigMap, data: {}}"), CALLER);
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(field(refused.added().getFirst()).path()).isEqualTo("data.name");
  }

  @Test
  void refusesAClassThatCannotBeMade() {
    assertThatThrownBy(() -> FunctionClass.of(Unmade.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be made");
  }

  @Test
  void checksWithoutStarting() {
    int before = Kept.EVENTS.size();
    FunctionClass.of(Kept.class.getName(), Kept.class.getClassLoader()).check();
    assertThat(Kept.EVENTS).hasSize(before);
    var unmade = FunctionClass.of(Unmade.class.getName(), Unmade.class.getClassLoader());
    assertThatThrownBy(unmade::check)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be made");
  }

  @Test
  void runsWithItsOwnLoaderAsTheThreads() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    var other = new URLClassLoader(new URL[0]);
    thread.setContextClassLoader(other);
    try {
      FunctionRun run =
          run(
              (in, call) -> {
                call.info(String.valueOf(Thread.currentThread().getContextClassLoader()));
                throw new IllegalStateException();
              });
      assertThat(run.added().getFirst().message())
          .isEqualTo(FunctionClassTest.class.getClassLoader().toString());
      assertThat(thread.getContextClassLoader()).isSameAs(other);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
