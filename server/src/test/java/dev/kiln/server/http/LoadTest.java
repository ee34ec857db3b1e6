package dev.kiln.server.http;

import static dev.kiln.server.http.HttpTestHost.LIST;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.runtime.Ending;
import dev.kiln.runtime.LoadSnapshot;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.server.calls.CompletedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many connections, and much on one of them. */
@Timeout(180)
class LoadTest {
  private static final int MUCH = 20 << 20;

  @RegisterExtension final HttpTestHost host = new HttpTestHost();

  private static String numbered(int i) {
    return "kind: ResourceList\nitems: []\nnumber: " + i + "\n";
  }

  @Test
  void servesAThousandConnectionsAtOnce() throws Exception {
    List<RawConnection> wires = new ArrayList<>();
    try {
      for (int i = 0; i < 1000; i++) {
        wires.add(host.connect());
      }
      HttpTestHost.await(() -> host.connections() == 1000);
      for (int i = 0; i < 1000; i++) {
        wires.get(i).send(RawConnection.request(numbered(i), "KRM-Function: nothing"));
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(wires.get(i).read().text()).isEqualTo(numbered(i));
      }
    } finally {
      for (RawConnection wire : wires) {
        wire.close();
      }
    }
    HttpTestHost.await(() -> host.connections() == 0);
    assertThat(host.door().calls())
        .extracting(CompletedCall::status)
        .hasSize(1000)
        .containsOnly("200");
  }

  @Test
  void neverMixesUpWhatCameAtOnce() throws Exception {
    List<CompletableFuture<ReceivedResponse>> answers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String function = i % 3 == 0 ? "report" : i % 3 == 1 ? "nothing" : "lable";
      answers.add(host.postLater(function, numbered(i), "x-request-id", "r" + i));
    }
    for (int i = 0; i < 300; i++) {
      ReceivedResponse response = answers.get(i).get();
      assertThat(response.header("x-request-id")).isEqualTo("r" + i);
      assertThat(response.code()).isEqualTo(i % 3 == 2 ? 404 : 200);
      if (i % 3 == 1) {
        assertThat(response.text()).isEqualTo(numbered(i));
      }
    }
  }

  private byte[] muchOf(String name) {
    var much = new byte[MUCH];
    Arrays.fill(much, (byte) 'x');
    much[MUCH - 1] = '!';
    host.with(
        RegisteredFunction.of(
            name, List.of(), (_, _) -> false, _ -> Outcome.of(new Ending.Done(), much)));
    return much;
  }

  @Test
  void keepsNoPlaceForWhoReadsSlowly() throws Exception {
    byte[] much = muchOf("much");
    try (var slow = host.connect()) {
      slow.send(RawConnection.request(LIST, "KRM-Function: much"));
      HttpTestHost.await(() -> host.evaluator().load().equals(new LoadSnapshot(0, 0, 0, 0, MUCH)));
      assertThat(host.post("nothing", LIST).text()).isEqualTo(LIST);
      ReceivedResponse response = slow.read();
      assertThat(Arrays.equals(response.body(), much)).isTrue();
      slow.send(RawConnection.request(LIST, "KRM-Function: nothing"));
      assertThat(slow.read().text()).isEqualTo(LIST);
    }
  }

  @Test
  void givesBackTheBytesOfAnAnswerThatNobodyReads() throws Exception {
    muchOf("much");
    try (var gone = host.connect()) {
      gone.send(RawConnection.request(LIST, "KRM-Function: much"));
      HttpTestHost.await(() -> host.evaluator().load().equals(new LoadSnapshot(0, 0, 0, 0, MUCH)));
    }
    HttpTestHost.await(() -> host.evaluator().load().bytesInFlight() == 0);
    assertThat(host.post("nothing", LIST).text()).isEqualTo(LIST);
  }

  @Test
  void takesAndGivesALargeListInChunks() throws Exception {
    String list = LIST + "much: |\n" + "  clay clay clay clay clay clay clay\n".repeat(60_000);
    try (var wire = host.connect()) {
      wire.send(RawConnection.chunked("KRM-Function: nothing"));
      byte[] bytes = list.getBytes(UTF_8);
      for (int i = 0; i < bytes.length; i += 100_000) {
        byte[] part = Arrays.copyOfRange(bytes, i, Math.min(i + 100_000, bytes.length));
        wire.send(Integer.toHexString(part.length) + "\r\n").send(part).send("\r\n");
      }
      ReceivedResponse response = wire.send("0\r\n\r\n").read();
      assertThat(response.text().equals(list)).isTrue();
    }
  }
}
