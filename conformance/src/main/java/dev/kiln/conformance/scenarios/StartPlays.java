package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.Exchange;
import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.NotAsked;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.Answer;
import dev.kiln.conformance.targets.Ask;
import dev.kiln.conformance.targets.Caller;
import dev.kiln.conformance.targets.Door;
import dev.kiln.conformance.targets.Launch;
import dev.kiln.conformance.targets.Ports;
import dev.kiln.conformance.targets.Server;
import dev.kiln.conformance.targets.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Servers that are started in the ways in which a function can be told where to listen. */
final class StartPlays {
  private static final String ANY = "127.0.0.1:0";
  private static final Pattern BOUND = Pattern.compile("127\\.0\\.0\\.1:([1-9][0-9]*)");

  private StartPlays() {}

  /** Where the door's flag says. */
  static void byFlag(Stage stage) throws Failed, NotAsked, IOException {
    String address = Ports.text(Ports.free());
    answersAt(stage, address, List.of(Ports.flag(stage.door()), address), Map.of());
  }

  /** Where the door's variable says. */
  static void byVariable(Stage stage) throws Failed, NotAsked, IOException {
    String address = Ports.text(Ports.free());
    answersAt(stage, address, List.of(), Map.of(Ports.variable(stage.door()), address));
  }

  /** Where the flag says, and not where the variable does. */
  static void flagWins(Stage stage) throws Failed, NotAsked, IOException {
    String flag = Ports.text(Ports.free());
    String variable = Ports.text(Ports.free());
    var variables = Map.of(Ports.variable(stage.door()), variable);
    try (Server server =
        stage.program().serve(List.of(Ports.flag(stage.door()), flag), variables)) {
      awaitListening(flag, server);
      answers(stage, Ports.address(flag));
      Failed.unless(
          !Ports.isListening(variable),
          "it listens where the variable says as well: %s=%s"
              .formatted(Ports.variable(stage.door()), variable));
    }
  }

  /** With both addresses both doors are open. */
  static void both(Stage stage) throws Failed, NotAsked, IOException {
    String http = Ports.text(Ports.free());
    String grpc = Ports.text(Ports.free());
    var variables = Map.of(Ports.variable(Door.HTTP), http, Ports.variable(Door.GRPC), grpc);
    try (Server server = stage.program().serve(List.of(), variables)) {
      awaitListening(http, server);
      awaitListening(grpc, server);
      answers(stage, Ports.address(stage.door() == Door.HTTP ? http : grpc));
    }
  }

  /** Empty addresses are none. */
  static void emptyAddress(Stage stage) throws Failed, NotAsked {
    var variables = Map.of(Ports.variable(Door.HTTP), "", Ports.variable(Door.GRPC), "");
    Ask ask = stage.ask();
    Answer answer = stage.target().stdin().orElseThrow().call(ask.list(), List.of(), variables);
    Expectation.judge(stage.took(ask, ask.text(), answer), Plays.expect(stage));
  }

  /** Every form of an address but the one that the specification has. */
  static void addressForms(Stage stage) throws Failed, NotAsked, IOException {
    int port = Ports.free().getPort();
    for (String form : List.of("localhost:" + port, ":" + port)) {
      answersAt(stage, "127.0.0.1:" + port, List.of(Ports.flag(stage.door()), form), Map.of());
    }
    if (hasIpv6()) {
      String form = "[::1]:" + port;
      answersAt(stage, form, List.of(Ports.flag(stage.door()), form), Map.of());
    }
    unixSocket(stage);
  }

  private static boolean hasIpv6() {
    var loopback = new byte[16];
    loopback[loopback.length - 1] = 1;
    try (var socket = new ServerSocket(0, 1, InetAddress.getByAddress(loopback))) {
      return socket.isBound();
    } catch (IOException _) {
      return false;
    }
  }

  private static void unixSocket(Stage stage) throws Failed, NotAsked, IOException {
    Path folder = Files.createTempDirectory("kiln");
    Path socket = folder.resolve("door.sock");
    String form = "unix://" + socket;
    try (Server server = stage.program().serve(List.of(Ports.flag(stage.door()), form), Map.of())) {
      Failed.unless(
          Until.holds(Launch.START, () -> !server.isAlive() || Files.exists(socket))
              && server.isAlive(),
          "it does not listen at %s; it said: %s".formatted(form, server.said()));
      answers(stage, UnixDomainSocketAddress.of(socket));
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(folder);
    }
  }

  /** It says on stderr what it bound, if it is to take any port. */
  static void saysWhere(Stage stage) throws Failed, NotAsked, IOException {
    var arguments = List.of(Ports.flag(stage.door()), ANY);
    try (Server server = stage.program().serve(arguments, Map.of())) {
      answers(stage, Ports.address(awaitSaid(server, 1).getFirst()));
    }
  }

  /** It says so of each door. */
  static void saysWhereOfEach(Stage stage) throws Failed, NotAsked, IOException {
    var arguments = List.of(Ports.flag(Door.HTTP), ANY, Ports.flag(Door.GRPC), ANY);
    try (Server server = stage.program().serve(arguments, Map.of())) {
      List<String> said = awaitSaid(server, 2);
      try {
        answers(stage, Ports.address(said.getFirst()));
      } catch (Failed _) { // it is the other door's
        answers(stage, Ports.address(said.getLast()));
      }
    }
  }

  /** Addresses, each in a line of its own. */
  private static List<String> awaitSaid(Server server, int number) throws Failed {
    Failed.unless(
        Until.holds(Launch.START, () -> !server.isAlive() || said(server).size() >= number)
            && said(server).size() == number,
        "expected a line on stderr for each address that was bound (%d); it said: %s"
            .formatted(number, server.said()));
    return said(server);
  }

  private static List<String> said(Server server) {
    return server
        .complained()
        .lines()
        .flatMap(line -> BOUND.matcher(line).results().limit(1))
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  /** An address that is none, or taken, ends it, and another that is good is not kept. */
  static void badAddress(Stage stage) throws Failed, IOException, InterruptedException {
    String flag = Ports.flag(stage.door());
    ends(stage, List.of(flag, "nowhere"), Map.of(), "nowhere");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String busy = "127.0.0.1:" + taken.getLocalPort();
      ends(stage, List.of(flag, busy), Map.of(), busy);
      String good = Ports.text(Ports.free());
      Door other = stage.door() == Door.HTTP ? Door.GRPC : Door.HTTP;
      var variables = Map.of(Ports.variable(other), good, Ports.variable(stage.door()), busy);
      ends(stage, List.of(), variables, busy);
      Failed.unless(
          !Ports.isListening(good),
          "%s: it has ended, and somebody listens at %s".formatted(variables, good));
    }
  }

  /** Started so, it ends with 1 and names what is bad. */
  static void ends(Stage stage, List<String> arguments, Map<String, String> variables, String bad)
      throws Failed, IOException, InterruptedException {
    String shown = String.join(" ", arguments) + " " + variables;
    try (Server server = stage.program().serve(arguments, variables)) {
      OptionalInt code = server.awaitEnd(Launch.START);
      stage.notes().add(shown, server.said());
      Failed.unless(
          code.isPresent() && code.getAsInt() == 1,
          "%s: expected exit code 1, found %s"
              .formatted(shown, code.isPresent() ? code.getAsInt() : "that it goes on"));
      Failed.unless(
          server.complained().lines().filter(line -> line.contains(bad)).count() == 1,
          "%s: expected one line on stderr that names %s, it said: %s"
              .formatted(shown, bad, server.said()));
    }
  }

  /** What it answers there is what the case expects. */
  static void answersAt(
      Stage stage, String address, List<String> arguments, Map<String, String> variables)
      throws Failed, NotAsked, IOException {
    try (Server server = stage.program().serve(arguments, variables)) {
      stage.notes().add(String.join(" ", arguments) + " " + variables, "");
      awaitListening(address, server);
      answers(stage, Ports.address(address));
    }
  }

  static void awaitListening(String address, Server server) throws Failed {
    Failed.unless(
        Ports.awaitListening(address, server, Launch.START),
        "it does not listen at %s; it said: %s".formatted(address, server.said()));
  }

  private static void answers(Stage stage, SocketAddress address) throws Failed, NotAsked {
    try (Caller caller = stage.launch().caller(stage.door(), address)) {
      Ask ask = stage.ask();
      Exchange exchange = stage.took(ask, ask.text(), caller.call(ask));
      Expectation.judge(exchange, Plays.expect(stage));
    }
  }
}
