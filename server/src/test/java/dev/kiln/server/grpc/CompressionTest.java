package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc.FunctionServiceBlockingStub;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Messages that are compressed, both ways. */
class CompressionTest {
  private static final Metadata.Key<String> ENCODING =
      Metadata.Key.of("grpc-encoding", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> ACCEPTED =
      Metadata.Key.of("grpc-accept-encoding", Metadata.ASCII_STRING_MARSHALLER);
  private static final String LONG = GrpcTestHost.LIST + "# many words\n".repeat(1000);

  @AutoClose private final GrpcTestHost host = GrpcTestHost.of(GrpcTestHost.nothing());

  private final AtomicReference<Metadata> headers = new AtomicReference<>();
  private final AtomicReference<Metadata> trailers = new AtomicReference<>();

  @Test
  void answersLikeForLike() {
    assertThat(encoding(host.functions().withCompression("gzip"), LONG)).isEqualTo("gzip");
    assertThat(encoding(host.functions(), LONG)).isEqualTo("identity");
  }

  @Test
  void compressesNothingThatIsShort() {
    assertThat(encoding(host.functions().withCompression("gzip"), GrpcTestHost.LIST))
        .isEqualTo("identity");
  }

  @Test
  void saysWhatItUnderstands() {
    assertThat(encoding(host.functions(), GrpcTestHost.LIST)).isEqualTo("identity");
    assertThat(headers.get().get(ACCEPTED)).isEqualTo("gzip");
  }

  private String encoding(FunctionServiceBlockingStub functions, String list) {
    EvaluateResponse answer =
        functions
            .withInterceptors(MetadataUtils.newCaptureMetadataInterceptor(headers, trailers))
            .evaluate(GrpcTestHost.request("nothing", list));
    assertThat(answer.getResourceList().toStringUtf8()).isEqualTo(list);
    return String.valueOf(headers.get().get(ENCODING));
  }
}
