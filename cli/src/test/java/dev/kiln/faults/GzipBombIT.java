package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GzipBombIT {
  private static final int MEGABYTES = 300;

  @RegisterExtension static final SharedHost host = FaultHosts.shared("--max-message-bytes", "4Mi");

  @Test
  void aBodyIsHeldToTheLimitWhileItIsUnpacked() throws Exception {
    var answer =
        Http.post(host.get(), BodyPublishers.ofByteArray(bomb()), "Content-Encoding", "gzip");

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("--max-message-bytes");
  }

  @Test
  void halfABombIsNoBody() throws Exception {
    byte[] half = Arrays.copyOf(bomb(), 2000);
    var answer =
        Http.post(host.get(), BodyPublishers.ofByteArray(half), "Content-Encoding", "gzip");

    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void aMessageIsHeldToTheLimitWhileItIsUnpacked() throws Exception {
    try (var channel = GrpcChannel.to(host.get())) {
      var options = CallOptions.DEFAULT.withCompression("gzip");

      assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(channel.channel(), BOMB, options, ""))
          .hasMessageContaining("RESOURCE_EXHAUSTED")
          .hasMessageContaining("--max-message-bytes");
      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
  }

  private static byte[] bomb() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      zeros().transferTo(out);
    }
    return packed.toByteArray();
  }

  /** Evaluate, with an endless list for whatever it is asked. */
  private static final MethodDescriptor<String, EvaluateResponse> BOMB =
      FunctionServiceGrpc.getEvaluateMethod().toBuilder(
              new MethodDescriptor.Marshaller<String>() {
                @Override
                public InputStream stream(String value) {
                  // field 1, and a length of more than there will ever be room for
                  byte[] head = {0x0a, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x96, 1};
                  return new SequenceInputStream(new ByteArrayInputStream(head), zeros());
                }

                @Override
                public String parse(InputStream stream) {
                  throw new UnsupportedOperationException("only sent");
                }
              },
              ProtoUtils.marshaller(EvaluateResponse.getDefaultInstance()))
          .build();

  private static InputStream zeros() {
    return new InputStream() {
      private long left = (long) MEGABYTES << 20;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }

      @Override
      public int read(byte[] bytes, int from, int length) {
        int size = (int) Math.min(length, left);
        Arrays.fill(bytes, from, from + size, (byte) 0);
        left -= size;
        return size == 0 ? -1 : size;
      }
    };
  }
}
