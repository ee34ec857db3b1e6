package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.cases.ConformanceCase;
import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.DocumentValue;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.ConformanceTarget;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.InvalidTargetException;
import dev.kiln.conformance.targets.StdinFunctionClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All scenarios, by the names that case files use. */
public final class Scenarios {
  private static final Map<String, Scenario> BY_NAME =
      Map.ofEntries(
          Map.entry("call", Scenarios::call),
          Map.entry("http", HttpScenarios::requests),
          Map.entry("continue", HttpScenarios::awaitsContinue),
          Map.entry("continue-refused", HttpScenarios::refusesBeforeBody),
          Map.entry("slow-body", HttpScenarios::slowBody),
          Map.entry("as-json", ListScenarios::asJson),
          Map.entry("as-flow", ListScenarios::asFlow),
          Map.entry("behind-a-mark", ListScenarios::afterByteOrderMark),
          Map.entry("again", ListScenarios::sameListAgain),
          Map.entry("idempotent", ListScenarios::idempotent),
          Map.entry("nobody", ListScenarios::runsAsNobody),
          Map.entry("definition", ListScenarios::definition),
          Map.entry("digest", ListScenarios::digest),
          Map.entry("same-doors", DoorScenarios::sameThroughAllDoors),
          Map.entry("placeholder", DoorScenarios::placeholder),
          Map.entry("after-bad-input", DoorScenarios::afterBadInput),
          Map.entry("start-by-flag", AddressScenarios::byFlag),
          Map.entry("start-by-variable", AddressScenarios::byVariable),
          Map.entry("start-flag-wins", AddressScenarios::flagWins),
          Map.entry("start-both", AddressScenarios::both),
          Map.entry("start-empty-address", AddressScenarios::emptyAddress),
          Map.entry("start-address-forms", AddressScenarios::addressForms),
          Map.entry("start-says-where", AddressScenarios::printsAddress),
          Map.entry("start-says-where-of-each", AddressScenarios::printsEachAddress),
          Map.entry("start-bad-address", AddressScenarios::badAddress),
          Map.entry("start-admin", AdminScenarios::byVariable),
          Map.entry("start-admin-flag", AdminScenarios::byFlag),
          Map.entry("start-with-variables", FlagScenarios::withVariables),
          Map.entry("start-bad-flag", FlagScenarios::unknown),
          Map.entry("concurrent", LongCallScenarios::concurrent),
          Map.entry("deadline", LongCallScenarios::deadline),
          Map.entry("cancel", LongCallScenarios::cancel),
          Map.entry("overloaded", LongCallScenarios::overloaded),
          Map.entry("drain", LongCallScenarios::drain),
          Map.entry("drain-timeout", LongCallScenarios::drainTimeout),
          Map.entry("drain-health", LongCallScenarios::drainHealth),
          Map.entry("grpc", GrpcScenarios::request),
          Map.entry("grpc-evaluate", GrpcScenarios::evaluate),
          Map.entry("grpc-failure", GrpcScenarios::failure),
          Map.entry("grpc-porch", GrpcScenarios::porch),
          Map.entry("grpc-describe", DescribeScenario::run),
          Map.entry("grpc-health", GrpcScenarios::health),
          Map.entry("grpc-gzip", GrpcScenarios::gzip),
          Map.entry("grpc-reflection", ReflectionScenario::run),
          Map.entry("grpc-pipeline", PipelineScenario::run));

  private Scenarios() {}

  /** Finds the scenario of a case. */
  public static Scenario of(ConformanceCase conformanceCase) {
    Scenario scenario = named(conformanceCase, nameOf(conformanceCase));
    return conformanceCase.body().find("start").isPresent()
        ? context -> runOnOwnServer(scenario, context)
        : scenario;
  }

  private static Scenario named(ConformanceCase conformanceCase, String name) {
    return Optional.ofNullable(BY_NAME.get(name))
        .orElseThrow(
            () ->
                new IllegalStateException(conformanceCase.id() + ": no scenario \"" + name + "\""));
  }

  private static String nameOf(ConformanceCase conformanceCase) {
    String name = conformanceCase.body().text("scenario");
    if (!name.isEmpty()) {
      return name;
    }
    return Stream.of("http", "grpc")
        .filter(door -> conformanceCase.body().find(door).isPresent())
        .findFirst()
        .orElse("call");
  }

  /** Starts a server for this case alone, with the arguments that the case names. */
  private static void runOnOwnServer(Scenario scenario, CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException, InterruptedException {
    List<String> arguments =
        context.request().list("start").stream().map(DocumentValue::text).toList();
    try (ConformanceTarget own =
        context.requireLauncher().open(context.target().text(), arguments)) {
      scenario.run(context.withTarget(own));
    } catch (InvalidTargetException e) {
      throw new CaseFailedException("started with %s: %s".formatted(arguments, e.getMessage()));
    }
  }

  /** Sends one list and checks the answer. */
  private static void call(CaseContext context) throws CaseFailedException, CaseSkippedException {
    List<String> arguments =
        context.request().list("arguments").stream().map(DocumentValue::text).toList();
    if (arguments.isEmpty()) {
      Expectation.judge(context.call(context.listRequest()), expect(context));
    } else {
      FunctionRequest ask = context.listRequest();
      StdinFunctionClient door = context.target().stdin().orElseThrow();
      FunctionResponse answer = door.call(ask.list(), arguments, Map.of());
      Expectation.judge(
          context.recordResponse(ask, String.join(" ", arguments), answer), expect(context));
    }
  }

  static DocumentValue expect(CaseContext context) {
    return context.request().find("expect").orElseThrow();
  }
}
