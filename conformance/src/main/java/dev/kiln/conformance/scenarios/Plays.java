package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.cases.Case;
import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.document.Value;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.BadTarget;
import dev.kiln.conformance.targets.StdinDoor;
import dev.kiln.conformance.targets.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The plays by the names that cases call them by. */
public final class Plays {
  private static final Map<String, Play> BY_NAME =
      Map.ofEntries(
          Map.entry("call", Plays::call),
          Map.entry("http", HttpPlays::requests),
          Map.entry("continue", HttpPlays::continues),
          Map.entry("continue-refused", HttpPlays::continuesNot),
          Map.entry("slow-body", HttpPlays::slowBody),
          Map.entry("as-json", ListPlays::asJson),
          Map.entry("as-flow", ListPlays::asFlow),
          Map.entry("behind-a-mark", ListPlays::behindAMark),
          Map.entry("again", ListPlays::again),
          Map.entry("idempotent", ListPlays::idempotent),
          Map.entry("nobody", ListPlays::nobody),
          Map.entry("definition", ListPlays::definition),
          Map.entry("digest", ListPlays::digest),
          Map.entry("same-doors", DoorPlays::same),
          Map.entry("placeholder", DoorPlays::placeholder),
          Map.entry("after-bad-input", DoorPlays::afterBadInput),
          Map.entry("start-by-flag", StartPlays::byFlag),
          Map.entry("start-by-variable", StartPlays::byVariable),
          Map.entry("start-flag-wins", StartPlays::flagWins),
          Map.entry("start-both", StartPlays::both),
          Map.entry("start-empty-address", StartPlays::emptyAddress),
          Map.entry("start-address-forms", StartPlays::addressForms),
          Map.entry("start-says-where", StartPlays::saysWhere),
          Map.entry("start-says-where-of-each", StartPlays::saysWhereOfEach),
          Map.entry("start-bad-address", StartPlays::badAddress),
          Map.entry("start-admin", AdminPlays::byVariable),
          Map.entry("start-admin-flag", AdminPlays::byFlag),
          Map.entry("start-with-variables", FlagPlays::withVariables),
          Map.entry("start-bad-flag", FlagPlays::unknown),
          Map.entry("concurrent", HoldPlays::concurrent),
          Map.entry("deadline", HoldPlays::deadline),
          Map.entry("cancel", HoldPlays::cancel),
          Map.entry("overloaded", HoldPlays::overloaded),
          Map.entry("drain", HoldPlays::drain),
          Map.entry("drain-timeout", HoldPlays::drainTimeout),
          Map.entry("drain-health", HoldPlays::drainHealth),
          Map.entry("grpc", GrpcPlays::request),
          Map.entry("grpc-evaluate", GrpcPlays::evaluate),
          Map.entry("grpc-failure", GrpcPlays::failure),
          Map.entry("grpc-porch", GrpcPlays::porch),
          Map.entry("grpc-describe", DescribePlay::play),
          Map.entry("grpc-health", GrpcPlays::health),
          Map.entry("grpc-gzip", GrpcPlays::gzip),
          Map.entry("grpc-reflection", ReflectionPlay::play),
          Map.entry("grpc-pipeline", PipelinePlays::play));

  private Plays() {}

  /** How a case is asked. */
  public static Play of(Case asked) {
    Play play = named(asked, nameOf(asked));
    return asked.body().find("start").isPresent() ? stage -> onItsOwn(play, stage) : play;
  }

  private static Play named(Case asked, String name) {
    return Optional.ofNullable(BY_NAME.get(name))
        .orElseThrow(() -> new IllegalStateException(asked.id() + ": no play \"" + name + "\""));
  }

  private static String nameOf(Case asked) {
    String name = asked.body().text("play");
    if (!name.isEmpty()) {
      return name;
    }
    return Stream.of("http", "grpc")
        .filter(door -> asked.body().find(door).isPresent())
        .findFirst()
        .orElse("call");
  }

  /** With a server that is started for it alone, with what the case says. */
  private static void onItsOwn(Play play, Stage stage)
      throws Failed, NotAsked, IOException, InterruptedException {
    List<String> arguments = stage.request().list("start").stream().map(Value::text).toList();
    try (Target own = stage.launch().open(stage.target().text(), arguments)) {
      play.play(stage.on(own));
    } catch (BadTarget e) {
      throw new Failed("started with %s: %s".formatted(arguments, e.getMessage()));
    }
  }

  /** One list, one answer. */
  private static void call(Stage stage) throws Failed, NotAsked {
    List<String> arguments = stage.request().list("arguments").stream().map(Value::text).toList();
    if (arguments.isEmpty()) {
      Expectation.judge(stage.call(stage.ask()), expect(stage));
    } else {
      Ask ask = stage.ask();
      StdinDoor door = stage.target().stdin().orElseThrow();
      Answer answer = door.call(ask.list(), arguments, Map.of());
      Expectation.judge(stage.took(ask, String.join(" ", arguments), answer), expect(stage));
    }
  }

  static Value expect(Stage stage) {
    return stage.request().find("expect").orElseThrow();
  }
}
