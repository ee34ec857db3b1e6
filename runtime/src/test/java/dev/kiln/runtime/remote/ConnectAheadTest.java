package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.kiln.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectAheadTest {
  @Test
  void connectsAndAsksForNothing() throws Exception {
    try (HttpPeer peer = HttpPeer.on(_ -> HttpPeer.SILENCE)) {
      RemoteRunner.connectAhead(peer.remote(), RemoteSettings.of(MOST));
      Await.until(() -> peer.connections.get() == 1);
      assertThat(peer.requests).isEmpty();
    }
  }

  @Test
  void leavesItToACallToSayThatNobodyIsThere(@TempDir Path folder) {
    for (Protocol protocol : Protocol.values()) {
      RemoteAddress nobody = RemoteAddress.unix(protocol, folder.resolve("s"));
      assertThatCode(() -> RemoteRunner.connectAhead(nobody, RemoteSettings.of(MOST)))
          .doesNotThrowAnyException();
    }
  }
}
