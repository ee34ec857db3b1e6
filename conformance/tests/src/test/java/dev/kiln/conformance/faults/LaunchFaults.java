package dev.kiln.conformance.faults;

import static dev.kiln.conformance.faults.LaunchFault.breaks;

import com.google.protobuf.ByteString;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.TargetDoor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Ways to break what is said of starting and ending. */
final class LaunchFaults {
  private static final Set<TargetDoor> STDIN = Set.of(TargetDoor.STDIN);
  private static final Set<TargetDoor> HTTP = Set.of(TargetDoor.HTTP);
  private static final Set<TargetDoor> GRPC = Set.of(TargetDoor.GRPC);
  private static final String BYTES = "KRM_FUNCTION_MAX_MESSAGE_BYTES";
  private static final String ADMIN = "KRM_FUNCTION_ADMIN_ADDRESS";
  private static final String DRAIN = "--drain-timeout";
  private static final String QUEUED = "--max-queued";
  private static final String SIZE = "--max-message-bytes";
  private static final String SHORTER = "KRM-Timeout";
  private static final String TIMEOUT = "--timeout";
  private static final String OVERLOADED =
      "{apiVersion: v1, kind: Status, status: Failure, reason: ServiceUnavailable, code: 503,"
          + " message: no room (--max-queued)}\n";
  private static final String UNREADABLE = "items: [";

  private static final List<ServerSocket> STAYING = new CopyOnWriteArrayList<>();

  private LaunchFaults() {}

  static Stream<LaunchFault> all() {
    return Stream.of(addresses(), limits(), ends(), programs()).flatMap(some -> some);
  }

  // --- Addresses --------------------------------------------------------------------------------

  static Stream<LaunchFault> addresses() {
    String http = ServerAddresses.variable(TargetDoor.HTTP);
    String grpc = ServerAddresses.variable(TargetDoor.GRPC);
    return Stream.concat(
        Stream.of(TargetDoor.HTTP, TargetDoor.GRPC).flatMap(LaunchFaults::addresses),
        Stream.of(
            breaks(HTTP, "contract/both-servers", "contract-both-servers")
                .when(start -> isForBoth(start) && !isTaken(start.variable(http)))
                .starts(start -> start.withArguments("--nonsense")),
            breaks(HTTP, "contract/address-forms", "contract-address-forms")
                .when(start -> start.flag(ServerAddresses.flag(TargetDoor.HTTP)).startsWith(":"))
                .starts(start -> start.withArguments("--nonsense")),
            breaks(HTTP, "contract/says-where", "contract-says-where")
                .when(
                    start ->
                        isOnAnyPort(start) && !start.has(ServerAddresses.flag(TargetDoor.GRPC)))
                .starts(start -> start.withPrintedLine("listens at 127.0.0.1:1")),
            breaks(HTTP, "contract/says-where", "contract-says-where")
                .when(
                    start ->
                        isOnAnyPort(start) && !start.has(ServerAddresses.flag(TargetDoor.GRPC)))
                .starts(ProgramLaunch::onStdout),
            breaks(HTTP, "contract/says-where", "contract-says-where-of-each")
                .when(
                    start -> isOnAnyPort(start) && start.has(ServerAddresses.flag(TargetDoor.GRPC)))
                .starts(start -> start.withPrintedLine("http: 127.0.0.1:1\ngrpc: 127.0.0.1:2")),
            breaks(HTTP, "contract/bad-address", "contract-bad-address")
                .when(start -> !start.has("--no-such-flag"))
                .starts(start -> start.withExitCode(1, 2)),
            breaks(HTTP, "contract/variables", "contract-variables")
                .when(start -> !start.variable(BYTES).isEmpty())
                .starts(start -> start.withVariable(BYTES, "")),
            breaks(HTTP, "contract/bad-flag", "contract-bad-flag")
                .when(start -> start.has("--no-such-flag"))
                .starts(start -> start.withExitCode(1, 2)),
            breaks(HTTP, "contract/bad-address", "contract-bad-address")
                .when(start -> start.has("nowhere"))
                .starts(start -> start.withPrintedLine("nowhere is no address\nat nowhere")),
            breaks(HTTP, "contract/bad-address", "contract-bad-address")
                .when(start -> start.has("nowhere"))
                .starts(start -> start.withPrintedLine("it cannot be")),
            breaks(HTTP, "contract/bad-address", "contract-bad-address")
                .when(start -> isForBoth(start) && isTaken(start.variable(http)))
                .beside(grpc, (address, _) -> keepListening(address)),
            breaks(HTTP, "contract/admin", "contract-admin")
                .when(start -> !start.variable(ADMIN).isEmpty())
                .behind(ADMIN, proxyAt("/metrics", reply -> reply.status(404))),
            breaks(HTTP, "contract/admin", "contract-admin")
                .when(start -> !start.variable(ADMIN).isEmpty())
                .behind(ADMIN, proxyAt("/metrics", reply -> reply.body("many calls\n"))),
            breaks(HTTP, "contract/admin", "contract-admin")
                .when(start -> !start.variable(ADMIN).isEmpty())
                .behind(ADMIN, proxyAt("/functions", reply -> reply.body("[]\n"))),
            breaks(HTTP, "contract/admin", "contract-admin")
                .when(start -> !start.variable(ADMIN).isEmpty())
                .behind(http, proxyAt("/functions", reply -> reply.status(200))),
            breaks(HTTP, "contract/admin", "contract-admin-flag")
                .when(start -> start.has("--admin-addr"))
                .starts(start -> start.withArguments("--nonsense"))));
  }

  private static boolean isOnAnyPort(ProgramLaunch start) {
    return start.flag(ServerAddresses.flag(TargetDoor.HTTP)).endsWith(":0");
  }

  private static boolean isForBoth(ProgramLaunch start) {
    return Stream.of(TargetDoor.HTTP, TargetDoor.GRPC)
        .noneMatch(door -> start.variable(ServerAddresses.variable(door)).isEmpty());
  }

  /** Somebody else is there, which is another question. */
  private static boolean isTaken(String address) {
    return ServerAddresses.isListening(address);
  }

  /** What listens there goes on though the program has ended. */
  private static AutoCloseable keepListening(InetSocketAddress address) {
    STAYING.add(listening(address));
    return () -> {};
  }

  private static LaunchFault.Proxy proxyAt(String path, UnaryOperator<HttpMessage> answers) {
    return http(fault().when(request -> request.path().equals(path)).answers(answers));
  }

  private static Stream<LaunchFault> addresses(TargetDoor door) {
    String flag = ServerAddresses.flag(door);
    String variable = ServerAddresses.variable(door);
    String clause = "v2/" + door.word() + "-";
    String asked = "v2-" + door.word() + "-";
    Predicate<ProgramLaunch> hasFlag = start -> start.has(flag);
    Predicate<ProgramLaunch> hasVariable = start -> start.variables().containsKey(variable);
    return Stream.of(
        breaks(Set.of(door), clause + "flag", asked + "flag")
            .when(
                start ->
                    start.arguments().size() == 2
                        && start.variables().isEmpty()
                        && start.flag(flag).matches("127.*:[1-9][0-9]*")
                        && !isTaken(start.flag(flag)))
            .starts(start -> start.without(flag)),
        breaks(Set.of(TargetDoor.HTTP, TargetDoor.GRPC), clause + "variable", asked + "variable")
            .when(hasVariable.and(start -> start.variables().size() == 1).and(hasFlag.negate()))
            .starts(start -> start.withVariable(variable, "")),
        breaks(Set.of(door), clause + "flag-wins", asked + "flag-wins")
            .when(hasFlag.and(hasVariable))
            .beside(variable, (address, _) -> listening(address)));
  }

  private static ServerSocket listening(InetSocketAddress address) {
    try {
      return new ServerSocket(address.getPort(), 1, address.getAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // --- Limits -----------------------------------------------------------------------------------

  static Stream<LaunchFault> limits() {
    return Stream.of(
        breaks(HTTP, "contract/http-slow-body", "contract-http-slow-body")
            .when(start -> start.has("--body-timeout"))
            .starts(start -> start.without("--body-timeout")),
        breaks(HTTP, "contract/http-slow-body", "contract-http-slow-body")
            .when(start -> start.has("--body-timeout"))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(withoutFlagHint("--body-timeout").answeringEarly())),
        breaks(
                HTTP,
                "contract/http-too-large",
                "contract-http-too-large",
                "contract-http-too-large-inflated")
            .when(start -> start.has(SIZE))
            .starts(start -> start.without(SIZE)),
        breaks(HTTP, "contract/http-overloaded", "contract-http-overloaded")
            .when(start -> start.has(QUEUED))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(fault().answers(r -> r.without("Retry-After")))),
        breaks(HTTP, "contract/http-overloaded", "contract-http-overloaded")
            .when(start -> start.has(QUEUED))
            .behind(ServerAddresses.variable(TargetDoor.HTTP), http(withoutFlagHint(QUEUED))),
        breaks(HTTP, "contract/http-overloaded", "contract-http-overloaded")
            .when(start -> start.has(QUEUED))
            .starts(start -> start.without("--max-concurrent").without(QUEUED))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(
                    fault()
                        .whenAsked("\"seconds\":0,")
                        .answers(
                            reply -> reply.status(503).with("Retry-After", "1").body(OVERLOADED)))),
        breaks(HTTP, "contract/http-deadline", "contract-http-deadline-own")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(withoutFlagHint(TIMEOUT).when(request -> request.header(SHORTER).isEmpty()))),
        breaks(HTTP, "contract/http-timeout", "contract-http-timeout")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(withoutFlagHint(TIMEOUT).when(request -> !request.header(SHORTER).isEmpty()))),
        breaks(HTTP, "contract/http-deadline", "contract-http-deadline-own")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(
                    fault()
                        .when(request -> request.header(SHORTER).isEmpty())
                        .answers(reply -> reply.status(500)))),
        breaks(HTTP, "contract/http-timeout", "contract-http-timeout")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(
                    fault()
                        .when(request -> !request.header(SHORTER).isEmpty())
                        .answers(reply -> reply.status(200)))),
        breaks(HTTP, "contract/concurrent", "contract-concurrent")
            .when(start -> start.has("--max-concurrent") && !start.has(QUEUED))
            .starts(start -> start.withArguments(QUEUED, "1")),
        breaks(GRPC, "contract/grpc-too-large", "contract-grpc-too-large")
            .when(start -> start.has(SIZE))
            .starts(start -> start.without(SIZE)),
        breaks(GRPC, "contract/grpc-overloaded", "contract-grpc-overloaded")
            .when(start -> start.has(QUEUED))
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(GrpcFault.breaks("").withoutDetails())),
        breaks(GRPC, "contract/grpc-deadline", "contract-grpc-deadline-own")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(
                    GrpcFault.breaks("")
                        .ends(
                            status ->
                                status.isOk()
                                    ? status
                                    : Status.ABORTED.withDescription(status.getDescription())))),
        breaks(GRPC, "contract/grpc-deadline", "contract-grpc-deadline-own")
            .when(start -> start.has(TIMEOUT))
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(GrpcFault.breaks("").ends(LaunchFaults::withoutReason))),
        breaks(GRPC, "contract/grpc-overloaded", "contract-grpc-overloaded")
            .when(start -> start.has(QUEUED))
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(GrpcFault.breaks("").ends(LaunchFaults::withoutReason))));
  }

  private static Status withoutReason(Status status) {
    return status.isOk() ? status : status.withDescription("no");
  }

  /** It does not tell which flag would help. */
  private static HttpFault withoutFlagHint(String flag) {
    return fault().answers(reply -> reply.replace(flag, "a flag"));
  }

  private static HttpFault fault() {
    return HttpFault.breaks("");
  }

  private static LaunchFault.Proxy http(HttpFault fault) {
    return (address, host) -> HttpProxy.open(address, host, fault);
  }

  private static LaunchFault.Proxy grpc(GrpcFault fault) {
    return (address, host) -> GrpcProxy.open(address, host, fault);
  }

  // --- The end ----------------------------------------------------------------------------------

  static Stream<LaunchFault> ends() {
    return Stream.of(
        breaks(HTTP, "contract/drain", "contract-drain")
            .starts(start -> start.withExitCode(0, 143)),
        breaks(HTTP, "contract/drain", "contract-drain")
            .when(start -> start.arguments().isEmpty())
            .behind(
                ServerAddresses.variable(TargetDoor.HTTP),
                http(fault().answers(LaunchFaults::asClosedConnection))),
        breaks(GRPC, "contract/drain", "contract-drain-grpc")
            .when(start -> start.arguments().isEmpty())
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(GrpcFault.breaks("").withoutDetails())),
        breaks(HTTP, "contract/drain", "contract-drain-timeout")
            .when(start -> start.has(DRAIN))
            .starts(start -> start.without(DRAIN)),
        breaks(HTTP, "contract/drain", "contract-drain-timeout")
            .when(start -> start.has(DRAIN))
            .starts(start -> start.withPrintedLine("it ends")),
        breaks(GRPC, "contract/drain-health", "contract-drain-health")
            .behind(
                ServerAddresses.variable(TargetDoor.GRPC),
                grpc(
                    GrpcFault.breaks("")
                        .when(call -> call.is("Watch"))
                        .answers(LaunchFaults::serving))));
  }

  /** As if nobody listened any more. */
  private static HttpMessage asClosedConnection(HttpMessage reply) {
    return reply.is(503) ? new HttpMessage("", "") : reply;
  }

  private static List<ByteString> serving(ByteString status) {
    return List.of(
        HealthCheckResponse.newBuilder()
            .setStatus(HealthCheckResponse.ServingStatus.SERVING)
            .build()
            .toByteString());
  }

  // --- Version 1 --------------------------------------------------------------------------------

  static Stream<LaunchFault> programs() {
    return Stream.of(
        breaks(STDIN, "contract/empty-address", "contract-empty-address")
            .when(start -> !start.variables().isEmpty())
            .ends((_, end) -> end.out("").code(1)),
        breaks(STDIN, "contract/exit-timeout", "contract-exit-timeout")
            .ends((_, end) -> end.code(end.code() == 124 ? 1 : end.code())),
        breaks(STDIN, "contract/exit-codes", "contract-exit-unreadable")
            .ends((list, end) -> list.equals(UNREADABLE) ? end.code(2) : end),
        breaks(STDIN, "contract/stdin-failed-list", "contract-stdin-failed-list")
            .ends((list, end) -> list.contains("found and written") ? end.out("") : end),
        breaks(STDIN, "contract/stdin-unreadable", "contract-stdin-unreadable")
            .ends((list, end) -> list.equals(UNREADABLE) ? end.out("no list\n") : end),
        breaks(
                Set.of(TargetDoor.STDIN, TargetDoor.HTTP),
                "contract/same-everywhere",
                "contract-same-everywhere")
            .ends((list, end) -> list.contains("\"log\":\"said\"") ? end.err("said it\n") : end));
  }
}
