package dev.kiln.bench.load.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListeningTest {
  @Test
  void findsTheAddressesAmongOtherLogLines() {
    var said =
        """
        reading the definitions
        http: listening on 127.0.0.1:41234
        grpc: listening on 127.0.0.1:41235
        """;
    assertThat(Listening.in(said))
        .isEqualTo(
            Map.of(
                Door.HTTP, address(41234),
                Door.GRPC, address(41235)));
  }

  @Test
  void aLineThatIsStillBeingWrittenDoesNotCount() {
    assertThat(Listening.in("http: listening on 127.0.0.1:412")).isEmpty();
  }

  @Test
  void readsTheLogLinesOfTheEchoServers() {
    assertThat(Listening.in(Listening.line(Door.HTTP, address(80)) + "\n"))
        .containsEntry(Door.HTTP, address(80));
  }

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
