package dev.kiln.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiln.process.Lists;
import dev.kiln.process.SharedHost;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlowBodyIT {
  private static final int LARGE = 3 << 20;

  /** Evaluate, of which a client sends the headers at once. */
  private static final MethodDescriptor<EvaluateRequest, EvaluateResponse> STREAMED =
      FunctionServiceGrpc.getEvaluateMethod().toBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .build();

  @RegisterExtension static final SharedHost host = FaultHosts.shared("--body-timeout", "3s");

  @Test
  void aHeadThatStopsIsAnswered() throws Exception {
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      assertThat(caller.send("POST / HTTP/1.1\r\nHost: ki").rest()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aBodyThatStopsIsAnswered() throws Exception {
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      assertThat(caller.send(RawConnection.head(LARGE, "")).send("kind: Res").rest())
          .startsWith("HTTP/1.1 408 ")
          .contains("--body-timeout");
    }
  }

  @Test
  void aBodyInChunksThatNeverEndsIsAnswered() throws Exception {
    String head =
        RawConnection.head(0, "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      assertThat(caller.send(head + "5\r\nkind:\r\n").rest()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aCallerThatGoesHalfWayLeavesNothing() throws Exception {
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      caller.send(RawConnection.head(LARGE, "")).send(new byte[1 << 20]);
    }
    try (RawConnection caller = RawConnection.to(host.get().port("http"))) {
      caller.send(RawConnection.head(LARGE, "")).send(new byte[1 << 20]).reset();
    }
  }

  @Test
  void thoseWhoOnlyAnnounceMuchDoNotKeepOthersOut() throws Exception {
    var callers = new ArrayList<RawConnection>();
    try {
      for (int i = 0; i < 100; i++) {
        callers.add(
            RawConnection.to(host.get().port("http"))
                .send(RawConnection.head(LARGE, ""))
                .send("#"));
      }

      assertThat(Http.post(host.get(), Lists.LABEL).body()).isEqualTo(Lists.LABELLED);
    } finally {
      for (RawConnection caller : callers) {
        caller.close();
      }
    }
  }

  @Test
  void aGrpcMessageThatDoesNotComeIsAnswered() throws Exception {
    try (var channel = GrpcChannel.to(host.get())) {
      assertThatThrownBy(() -> silent(channel).get(60, TimeUnit.SECONDS))
          .hasMessageContaining("DEADLINE_EXCEEDED");
    }
  }

  @Test
  void grpcCallsWithoutTheirMessageDoNotKeepOthersOut() throws Exception {
    var silent = new ArrayList<CompletableFuture<Void>>();
    try (var channel = GrpcChannel.to(host.get())) {
      for (int i = 0; i < 100; i++) {
        silent.add(silent(channel));
      }

      assertThat(channel.evaluate(Lists.LABEL)).isEqualTo(Lists.LABELLED);
    }
    for (CompletableFuture<Void> call : List.copyOf(silent)) {
      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).hasMessageContaining(": ");
    }
  }

  /** A call that sends its headers and nothing else. */
  private static CompletableFuture<Void> silent(GrpcChannel channel) {
    var end = new CompletableFuture<Void>();
    ClientCall<EvaluateRequest, EvaluateResponse> call =
        channel.channel().newCall(STREAMED, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.completeExceptionally(status.asRuntimeException(trailers));
          }
        },
        new Metadata());
    call.request(1);
    return end;
  }
}
