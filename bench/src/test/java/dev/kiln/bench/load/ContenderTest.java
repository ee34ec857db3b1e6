package dev.kiln.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.bench.load.servers.ServerProcess;
import dev.kiln.bench.load.servers.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls servers in processes of their own. */
class ContenderTest {
  private static final GeneratedList LIST = GeneratedList.ofSize(200_000);
  private static final ByteString BYTES = ByteString.copyFrom(LIST.bytes());

  @Test
  void anEchoOverHttpIsRightOnlyIfAnEchoIsExpected() {
    try (var echo = Servers.httpEcho()) {
      judge(Peer.ECHO_HTTP, echo);
    }
  }

  @Test
  void anEchoOverGrpcIsRightOnlyIfAnEchoIsExpected() {
    try (var echo = Servers.grpcEcho()) {
      judge(Peer.ECHO_GRPC, echo);
    }
  }

  private static void judge(Peer peer, ServerProcess echo) {
    var right = new Contender(peer, echo, BYTES, BYTES);
    assertThatCode(right::check).doesNotThrowAnyException();
    assertThatThrownBy(Contender.ofKiln(peer, echo, LIST)::check)
        .hasMessageContaining("other bytes than expected");
  }

  @Test
  void h2loadCallsBothDoorsOfTheHost() throws Exception {
    assumeTrue(isOnPath("h2load"), "h2load is not installed");
    try (var kiln = Servers.kiln(Servers.CLASS_PATH, List.of())) {
      for (Peer peer : Peer.KILN) {
        var door = Contender.ofKiln(peer, kiln, LIST);
        assertThat(door.call(3, 30).calls()).isEqualTo(30);
        door.check();
      }
    }
  }

  @Test
  void aCallThatTheHostRefusesOverGrpcFailsTheCheck() throws Exception {
    assumeTrue(isOnPath("h2load"), "h2load is not installed");
    try (var kiln = Servers.kiln(Servers.CLASS_PATH, List.of())) {
      var unreadable = ByteString.copyFromUtf8("items: [\n");
      var _ = new Contender(Peer.KILN_GRPC, kiln, unreadable, unreadable).call(1, 1);
      assertThatThrownBy(Contender.ofKiln(Peer.KILN_GRPC, kiln, LIST)::check)
          .hasMessageStartingWith("calls failed:\nkrm_calls_total{door=\"grpc\"");
    }
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
