package dev.kiln.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.FunctionRegistry;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.JavaRunner;
import dev.kiln.runtime.Limits;
import dev.kiln.runtime.Outcome;
import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.KrmFunction;
import dev.kiln.sdk.loading.FunctionClass;
import dev.kiln.sdk.loading.FunctionDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a call, its list stays out of the log. */
class SecretsTest {
  private static final String SECRET = "hunter2";

  private static final String LIST =
      """
      apiVersion: config.kubernetes.io/v1
      kind: ResourceList
      items:
      - {apiVersion: v1, kind: Secret, metadata: {name: one}, stringData: {password: hunter2}}
      functionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: hunter2}}
      """;

  private static final KrmFunction QUOTES =
      (in, call) -> {
        call.error("the password is " + password(in.toString()));
        return in;
      };
  private static final KrmFunction REFUSES =
      (in, _) -> {
        throw new BadInput("data." + SECRET, password(in.toString()), "a better " + SECRET);
      };
  private static final KrmFunction THROWS =
      (in, _) -> {
        throw new IllegalStateException(password(in.toString()));
      };

  private static String password(String list) {
    return list.substring(list.indexOf(SECRET), list.indexOf(SECRET) + SECRET.length());
  }

  @Test
  void leavesOutWhatFunctionsSay() {
    for (String name : List.of("quotes", "refuses", "throws")) {
      Outcome outcome = run(Invocation.of(LIST.getBytes(UTF_8)).function(name));
      assertThat(outcome.ending().message()).as(name).contains(SECRET);
      assertSilent(outcome.ending());
    }
  }

  @Test
  void leavesOutWhatAnUnreadableListHolds() {
    String twice = LIST.replace("password: hunter2", "hunter2: 1, hunter2: 2");
    Outcome outcome = run(Invocation.of(twice.getBytes(UTF_8)).function("quotes"));
    assertThat(outcome.ending()).isInstanceOf(Ending.Unreadable.class);
    assertThat(outcome.ending().message()).contains(SECRET);
    assertSilent(outcome.ending());
  }

  @Test
  void leavesOutTheTypeOfAFunctionConfigThatNoFunctionTakes() {
    String odd = LIST.replace("kind: ConfigMap", "kind: hunter2");
    Outcome outcome = run(Invocation.of(odd.getBytes(UTF_8)));
    assertThat(outcome.ending().message()).contains(SECRET);
    assertSilent(outcome.ending());
  }

  @Test
  void leavesOutWhatOurOwnFaultsSay() {
    assertSilent(
        new Ending.Fault(new IllegalStateException(SECRET, new NumberFormatException(SECRET))));
  }

  @Test
  void saysWhichFunctionTheRequestAskedFor() {
    Outcome byName = run(Invocation.of(LIST.getBytes(UTF_8)).function("nosuch"));
    assertThat(line(LogFormat.TEXT, byName.ending()))
        .contains(", no function \"nosuch\" (there are quotes, refuses, throws)");
    Outcome byImage = run(Invocation.of(LIST.getBytes(UTF_8)).image("reg/nosuch:v1"));
    assertThat(line(LogFormat.TEXT, byImage.ending()))
        .contains(", no one function for image \"reg/nosuch:v1\" (there are quotes, ");
    Outcome byNothing = run(Invocation.of("{kind: ResourceList, items: []}".getBytes(UTF_8)));
    assertThat(line(LogFormat.TEXT, byNothing.ending()))
        .contains(", neither a name nor a functionConfig says which function is meant (there ");
  }

  private static void assertSilent(Ending ending) {
    for (LogFormat format : LogFormat.values()) {
      assertThat(line(format, ending)).doesNotContain(SECRET);
    }
  }

  private static String line(LogFormat format, Ending ending) {
    return SampleCalls.line(format, SampleCalls.call("", "status", ending));
  }

  private static Outcome run(Invocation in) {
    var functions = List.of(of("quotes", QUOTES), of("refuses", REFUSES), of("throws", THROWS));
    var runners = new FunctionRegistry(functions.stream().map(JavaRunner::register).toList());
    try (var evaluator = new Evaluator(runners, Limits.defaults())) {
      return evaluator.evaluate(in);
    }
  }

  private static FunctionClass of(String name, KrmFunction function) {
    String definition =
        """
        apiVersion: config.kubernetes.io/v1alpha1
        kind: KRMFunctionDefinition
        metadata: {name: %s}
        spec: {group: example.com, names: {kind: Any}}
        """
            .formatted(name);
    return FunctionClass.of(FunctionDefinition.parse(definition.getBytes(UTF_8)), function);
  }
}
