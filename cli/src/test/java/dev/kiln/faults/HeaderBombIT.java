package dev.kiln.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.testkit.Await;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HeaderBombIT {
  private static final Metadata.Key<String> BOMB =
      Metadata.Key.of("bomb", Metadata.ASCII_STRING_MARSHALLER);

  /** Which also limits how long a connection that is refused may go on sending. */
  @RegisterExtension static final SharedHost host = FaultHosts.shared("--body-timeout", "3s");

  @Test
  void aHeaderThatIsTooLargeIsRefused() throws Exception {
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      caller.send(RawConnection.head(0, "Bomb: " + "x".repeat(40_000) + "\r\n"));

      assertThat(caller.rest()).startsWith("HTTP/1.1 431 ").contains("--max-header-bytes");
    }
  }

  @Test
  void headersThatAreTooManyAreRefused() throws Exception {
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      caller.send(RawConnection.head(0, "Bomb: x\r\n".repeat(5_000)));

      assertThat(caller.rest()).startsWith("HTTP/1.1 431 ");
    }
  }

  @Test
  void aHeadWithoutEndIsCutOff() throws Exception {
    byte[] more = "Bomb: xxxxxxxxxxxxxxxxxxxxxxxxx\r\n".repeat(1000).getBytes(US_ASCII);
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      caller.send("POST / HTTP/1.1\r\n");

      Await.until(() -> "the host takes headers for ever", () -> caller.refuses(more));
    }
  }

  @Test
  void metadataThatIsTooLargeIsRefused() throws Exception {
    var metadata = new Metadata();
    metadata.put(BOMB, "x".repeat(40_000));
    try (var channel = GrpcChannel.to(host.get())) {
      var stub =
          channel.stub().withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata));

      assertThatThrownBy(() -> stub.evaluate(GrpcChannel.request(Lists.LABEL)))
          .isInstanceOf(StatusRuntimeException.class);
      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
  }

  @Test
  void metadataWithoutEndIsCutOff() throws Exception {
    byte[] continuation = frame(9, 0, 1, new byte[16_000]);
    try (RawConnection caller = RawConnection.to(host.get().port("grpc"))) {
      caller.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      caller.send(frame(4, 0, 0, new byte[0])); // SETTINGS
      caller.send(frame(1, 0, 1, new byte[0])); // HEADERS, not the last of them

      Await.until(() -> "the host takes metadata for ever", () -> caller.refuses(continuation));
    }
  }

  /** One of HTTP/2. */
  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putShort((short) (payload.length >> 8))
        .put((byte) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }
}
