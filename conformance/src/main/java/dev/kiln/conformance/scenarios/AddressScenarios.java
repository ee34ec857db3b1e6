package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.checks.Expectation;
import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseExchange;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.execution.CaseSkippedException;
import dev.kiln.conformance.targets.FunctionClient;
import dev.kiln.conformance.targets.FunctionRequest;
import dev.kiln.conformance.targets.FunctionResponse;
import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.ServerLauncher;
import dev.kiln.conformance.targets.TargetDoor;
import dev.kiln.conformance.targets.TargetServer;
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

/** Starts servers in each way that the specification has to say where to listen. */
final class AddressScenarios {
  private static final String ANY = "127.0.0.1:0";
  private static final Pattern BOUND = Pattern.compile("127\\.0\\.0\\.1:([1-9][0-9]*)");

  private AddressScenarios() {}

  /** The server listens at the address of the flag. */
  static void byFlag(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    String address = ServerAddresses.text(ServerAddresses.free());
    requireAnswerAt(
        context, address, List.of(ServerAddresses.flag(context.door()), address), Map.of());
  }

  /** The server listens at the address of the variable. */
  static void byVariable(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    String address = ServerAddresses.text(ServerAddresses.free());
    requireAnswerAt(
        context, address, List.of(), Map.of(ServerAddresses.variable(context.door()), address));
  }

  /** The flag wins over the variable. */
  static void flagWins(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    String flag = ServerAddresses.text(ServerAddresses.free());
    String variable = ServerAddresses.text(ServerAddresses.free());
    var variables = Map.of(ServerAddresses.variable(context.door()), variable);
    try (TargetServer server =
        context.program().serve(List.of(ServerAddresses.flag(context.door()), flag), variables)) {
      awaitListening(flag, server);
      isAnswered(context, ServerAddresses.address(flag));
      CaseFailedException.unless(
          !ServerAddresses.isListening(variable),
          "it listens where the variable says as well: %s=%s"
              .formatted(ServerAddresses.variable(context.door()), variable));
    }
  }

  /** With both addresses both doors are open. */
  static void both(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    String http = ServerAddresses.text(ServerAddresses.free());
    String grpc = ServerAddresses.text(ServerAddresses.free());
    var variables = ServerAddresses.variables(http, grpc);
    try (TargetServer server = context.program().serve(List.of(), variables)) {
      awaitListening(http, server);
      awaitListening(grpc, server);
      isAnswered(context, ServerAddresses.address(context.door() == TargetDoor.HTTP ? http : grpc));
    }
  }

  /** An empty address counts as not set. */
  static void emptyAddress(CaseContext context) throws CaseFailedException, CaseSkippedException {
    var variables = ServerAddresses.variables("", "");
    FunctionRequest ask = context.listRequest();
    FunctionResponse answer =
        context.target().stdin().orElseThrow().call(ask.list(), List.of(), variables);
    Expectation.judge(context.recordResponse(ask, ask.text(), answer), Scenarios.expect(context));
  }

  /** Listens at each form of address that Kiln adds to the specification. */
  static void addressForms(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    int port = ServerAddresses.free().getPort();
    for (String form : List.of("localhost:" + port, ":" + port)) {
      requireAnswerAt(
          context,
          "127.0.0.1:" + port,
          List.of(ServerAddresses.flag(context.door()), form),
          Map.of());
    }
    if (hasIpv6()) {
      String form = "[::1]:" + port;
      requireAnswerAt(context, form, List.of(ServerAddresses.flag(context.door()), form), Map.of());
    }
    unixSocket(context);
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

  private static void unixSocket(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    Path folder = Files.createTempDirectory("kiln");
    Path socket = folder.resolve("door.sock");
    String form = "unix://" + socket;
    try (TargetServer server =
        context.program().serve(List.of(ServerAddresses.flag(context.door()), form), Map.of())) {
      CaseFailedException.unless(
          Polling.until(
                  ServerLauncher.START_TIMEOUT, () -> !server.isAlive() || Files.exists(socket))
              && server.isAlive(),
          "it does not listen at %s; it said: %s".formatted(form, server.stdout()));
      isAnswered(context, UnixDomainSocketAddress.of(socket));
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(folder);
    }
  }

  /** With port 0 the server prints the address that it bound to stderr. */
  static void printsAddress(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    var arguments = List.of(ServerAddresses.flag(context.door()), ANY);
    try (TargetServer server = context.program().serve(arguments, Map.of())) {
      isAnswered(context, ServerAddresses.address(awaitPrintedAddresses(server, 1).getFirst()));
    }
  }

  /** The server prints the address of each door. */
  static void printsEachAddress(CaseContext context)
      throws CaseFailedException, CaseSkippedException, IOException {
    var arguments =
        List.of(
            ServerAddresses.flag(TargetDoor.HTTP), ANY, ServerAddresses.flag(TargetDoor.GRPC), ANY);
    try (TargetServer server = context.program().serve(arguments, Map.of())) {
      List<String> said = awaitPrintedAddresses(server, 2);
      try {
        isAnswered(context, ServerAddresses.address(said.getFirst()));
      } catch (CaseFailedException _) { // it is the other door's
        isAnswered(context, ServerAddresses.address(said.getLast()));
      }
    }
  }

  /** Waits until the server has printed that many addresses, one on each line. */
  private static List<String> awaitPrintedAddresses(TargetServer server, int number)
      throws CaseFailedException {
    CaseFailedException.unless(
        Polling.until(
                ServerLauncher.START_TIMEOUT,
                () -> !server.isAlive() || printedAddresses(server).size() >= number)
            && printedAddresses(server).size() == number,
        "expected a line on stderr for each address that was bound (%d); it said: %s"
            .formatted(number, server.stdout()));
    return printedAddresses(server);
  }

  private static List<String> printedAddresses(TargetServer server) {
    return server
        .stderr()
        .lines()
        .flatMap(line -> BOUND.matcher(line).results().limit(1))
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  /** An invalid or occupied address ends the server, and it does not listen at the other one. */
  static void badAddress(CaseContext context)
      throws CaseFailedException, IOException, InterruptedException {
    String flag = ServerAddresses.flag(context.door());
    requireFailedStart(context, List.of(flag, "nowhere"), Map.of(), "nowhere");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String busy = "127.0.0.1:" + taken.getLocalPort();
      requireFailedStart(context, List.of(flag, busy), Map.of(), busy);
      String good = ServerAddresses.text(ServerAddresses.free());
      TargetDoor other = context.door() == TargetDoor.HTTP ? TargetDoor.GRPC : TargetDoor.HTTP;
      var variables =
          Map.of(
              ServerAddresses.variable(other),
              good,
              ServerAddresses.variable(context.door()),
              busy);
      requireFailedStart(context, List.of(), variables, busy);
      CaseFailedException.unless(
          !ServerAddresses.isListening(good),
          "%s: it has ended, and somebody listens at %s".formatted(variables, good));
    }
  }

  /** Requires that the server ends with 1 and names the bad address. */
  static void requireFailedStart(
      CaseContext context, List<String> arguments, Map<String, String> variables, String bad)
      throws CaseFailedException, IOException, InterruptedException {
    String shown = String.join(" ", arguments) + " " + variables;
    try (TargetServer server = context.program().serve(arguments, variables)) {
      OptionalInt code = server.awaitEnd(ServerLauncher.START_TIMEOUT);
      context.lastExchange().set(shown, server.stdout());
      CaseFailedException.unless(
          code.isPresent() && code.getAsInt() == 1,
          "%s: expected exit code 1, found %s"
              .formatted(shown, code.isPresent() ? code.getAsInt() : "that it goes on"));
      CaseFailedException.unless(
          server.stderr().lines().filter(line -> line.contains(bad)).count() == 1,
          "%s: expected one line on stderr that names %s, it said: %s"
              .formatted(shown, bad, server.stdout()));
    }
  }

  /** Requires that the server answers at the address as the case expects. */
  static void requireAnswerAt(
      CaseContext context, String address, List<String> arguments, Map<String, String> variables)
      throws CaseFailedException, CaseSkippedException, IOException {
    try (TargetServer server = context.program().serve(arguments, variables)) {
      context.lastExchange().set(String.join(" ", arguments) + " " + variables, "");
      awaitListening(address, server);
      isAnswered(context, ServerAddresses.address(address));
    }
  }

  static void awaitListening(String address, TargetServer server) throws CaseFailedException {
    CaseFailedException.unless(
        ServerAddresses.awaitListening(address, server, ServerLauncher.START_TIMEOUT),
        "it does not listen at %s; it said: %s".formatted(address, server.stdout()));
  }

  private static void isAnswered(CaseContext context, SocketAddress address)
      throws CaseFailedException, CaseSkippedException {
    try (FunctionClient caller = context.requireLauncher().client(context.door(), address)) {
      FunctionRequest ask = context.listRequest();
      CaseExchange exchange = context.recordResponse(ask, ask.text(), caller.call(ask));
      Expectation.judge(exchange, Scenarios.expect(context));
    }
  }
}
