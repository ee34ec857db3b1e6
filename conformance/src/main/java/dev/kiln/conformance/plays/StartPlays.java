package dev.kiln.conformance.plays;

import dev.kiln.conformance.asking.Exchange;
import dev.kiln.conformance.asking.Failed;
import dev.kiln.conformance.asking.NotAsked;
import dev.kiln.conformance.asking.Stage;
import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.doors.Answer;
import dev.kiln.conformance.doors.Ask;
import dev.kiln.conformance.doors.Caller;
import dev.kiln.conformance.doors.Door;
import dev.kiln.conformance.doors.GrpcDoor;
import dev.kiln.conformance.doors.Launch;
import dev.kiln.conformance.doors.Ports;
import dev.kiln.conformance.doors.Server;
import dev.kiln.conformance.doors.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers that are started in the ways in which a function can be told where to listen. */
final class StartPlays {
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
      answers(stage, tcp(flag));
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
      answers(stage, tcp(stage.door() == Door.HTTP ? http : grpc));
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

  /** Port 0 is any, and a line says which. */
  static void saysWhere(Stage stage) throws Failed, NotAsked, IOException {
    Pattern bound = Pattern.compile("127\\.0\\.0\\.1:([1-9][0-9]*)");
    var arguments = List.of(Ports.flag(stage.door()), "127.0.0.1:0");
    try (Server server = stage.program().serve(arguments, Map.of())) {
      Failed.unless(
          Until.holds(Launch.START, () -> !server.isAlive() || bound.matcher(server.said()).find()),
          "no line with the address came; it said: " + server.said());
      Matcher said = bound.matcher(server.said());
      Failed.unless(said.find(), "it ended; it said: " + server.said());
      answers(stage, tcp(said.group()));
    }
  }

  /** An address that is none, or taken, ends it. */
  static void badAddress(Stage stage) throws Failed, IOException, InterruptedException {
    ends(stage, List.of(Ports.flag(stage.door()), "nowhere"));
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ends(stage, List.of(Ports.flag(stage.door()), "127.0.0.1:" + taken.getLocalPort()));
      String other = Ports.text(Ports.free());
      Door otherDoor = stage.door() == Door.HTTP ? Door.GRPC : Door.HTTP;
      String busy = "127.0.0.1:" + taken.getLocalPort();
      ends(stage, List.of(Ports.flag(otherDoor), other, Ports.flag(stage.door()), busy));
    }
  }

  private static void ends(Stage stage, List<String> arguments)
      throws Failed, IOException, InterruptedException {
    String shown = String.join(" ", arguments);
    try (Server server = stage.program().serve(arguments, Map.of())) {
      OptionalInt code = server.awaitEnd(Launch.START);
      stage.notes().add(shown, server.said());
      Failed.unless(
          code.isPresent() && code.getAsInt() == 1,
          "%s: expected exit code 1, found %s"
              .formatted(shown, code.isPresent() ? code.getAsInt() : "that it goes on"));
      Failed.unless(
          Until.holds(Launch.START, () -> !server.said().isEmpty()),
          shown + ": expected a line that says why, found none");
    }
  }

  private static void answersAt(
      Stage stage, String address, List<String> arguments, Map<String, String> variables)
      throws Failed, NotAsked, IOException {
    try (Server server = stage.program().serve(arguments, variables)) {
      stage.notes().add(String.join(" ", arguments) + " " + variables, "");
      awaitListening(address, server);
      answers(stage, tcp(address));
    }
  }

  static void awaitListening(String address, Server server) throws Failed {
    Failed.unless(
        Ports.awaitListening(address, server, Launch.START),
        "it does not listen at %s; it said: %s".formatted(address, server.said()));
  }

  private static void answers(Stage stage, SocketAddress address) throws Failed, NotAsked {
    Caller caller = stage.launch().caller(stage.door(), address);
    try {
      Ask ask = stage.ask();
      Exchange exchange = stage.took(ask, ask.text(), caller.call(ask));
      Expectation.judge(exchange, Plays.expect(stage));
    } finally {
      if (caller instanceof GrpcDoor grpc) {
        grpc.close();
      }
    }
  }

  static SocketAddress tcp(String address) {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon);
    return new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1)));
  }
}
