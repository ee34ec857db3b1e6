package dev.kiln.runtime.remote;

import static dev.kiln.runtime.remote.RemoteCalls.FAILED;
import static dev.kiln.runtime.remote.RemoteCalls.LIST;
import static dev.kiln.runtime.remote.RemoteCalls.MOST;
import static dev.kiln.runtime.remote.RemoteCalls.call;
import static dev.kiln.runtime.remote.RemoteCalls.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.rpc.RetryInfo;
import dev.kiln.proto.porch.EvaluateFunctionResponse;
import dev.kiln.proto.v2alpha1.Encoding;
import dev.kiln.proto.v2alpha1.EvaluateRequest;
import dev.kiln.proto.v2alpha1.EvaluateResponse;
import dev.kiln.proto.v2alpha1.Failure;
import dev.kiln.runtime.Ending;
import dev.kiln.runtime.Invocation;
import dev.kiln.runtime.Outcome;
import dev.kiln.runtime.Reason;
import dev.kiln.runtime.remote.GrpcPeer.Ours;
import dev.kiln.runtime.remote.GrpcPeer.Porch;
import dev.kiln.testkit.Await;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcRemoteClientTest {
  @TempDir private Path folder;

  private Path socket() {
    return folder.resolve("s");
  }

  private static RemoteRunner runner(RemoteSettings settings, GrpcPeer... peers) {
    return new RemoteRunner("fn", Stream.of(peers).map(GrpcPeer::remote).toList(), settings);
  }

  private static RemoteRunner runner(GrpcPeer... peers) {
    return runner(RemoteSettings.of(MOST), peers);
  }

  private static EvaluateResponse echoed(EvaluateRequest request) {
    return EvaluateResponse.newBuilder().setResourceList(request.getResourceList()).build();
  }

  private static Ours echo() {
    return new Ours(GrpcRemoteClientTest::echoed);
  }

  private static Ours throwing(StatusRuntimeException e) {
    return new Ours(
        _ -> {
          throw e;
        });
  }

  private static StatusRuntimeException detailed(Status.Code code, String text, Message detail) {
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(code.value())
            .setMessage(text)
            .addDetails(Any.pack(detail))
            .build());
  }

  private static Outcome thrown(StatusRuntimeException e) throws Exception {
    try (var peer = GrpcPeer.of(throwing(e));
        var runner = runner(peer)) {
      return runner.run(call());
    }
  }

  @Test
  void sendsTheListAndWhatIsAskedFor() throws Exception {
    Ours ours = echo();
    RemoteSettings settings =
        RemoteSettings.of(MOST).withFunction("set-labels").withImage("example.com/fn/labels:v1");
    try (var peer = GrpcPeer.of(ours);
        var runner = runner(settings, peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
      EvaluateRequest request = ours.requests.getFirst();
      assertThat(request.getFunction()).isEqualTo("set-labels");
      assertThat(request.getImage()).isEqualTo("example.com/fn/labels:v1");
      assertThat(request.getContentType()).isEqualTo(Encoding.YAML);
      assertThat(request.getAccept()).isEqualTo(Encoding.YAML);
    }
  }

  @Test
  void largeListsGoBothWays() throws Exception {
    try (var peer = GrpcPeer.of(echo());
        var runner = runner(peer)) {
      assertThat(text(runner.run(call(RemoteCalls.large())))).isEqualTo(RemoteCalls.large());
    }
  }

  @Test
  void aSocketInTheFileSystemWillDo() throws Exception {
    try (var peer = GrpcPeer.on(socket(), echo());
        var runner = runner(peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
    }
  }

  @Test
  void theLogAndTheFailureComeBack() throws Exception {
    var failure =
        Failure.newBuilder()
            .setExitCode(1)
            .setReason(dev.kiln.proto.v2alpha1.Reason.RESULTS)
            .setMessage("a bad name")
            .setResourceList(ByteString.copyFromUtf8(FAILED));
    var response =
        EvaluateResponse.newBuilder().setLog(ByteString.copyFromUtf8("said\n")).setFailure(failure);
    try (var peer = GrpcPeer.of(new Ours(_ -> response.build()));
        var runner = runner(peer)) {
      Invocation in = call();
      Outcome outcome = runner.run(in);
      assertThat(outcome.ending()).isEqualTo(new Ending.Failed(Reason.RESULTS, 1, "a bad name"));
      assertThat(text(outcome)).isEqualTo(FAILED);
      assertThat(RemoteCalls.log(in)).isEqualTo("said\n");
    }
  }

  @Test
  void aSuccessWithoutAListIsAFailure() throws Exception {
    try (var peer = GrpcPeer.of(new Ours(_ -> EvaluateResponse.getDefaultInstance()));
        var runner = runner(peer)) {
      assertThat(runner.run(call()).ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class, f -> assertThat(f.reason()).isEqualTo(Reason.INVALID_OUTPUT));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_ARGUMENT,Refused",
    "NOT_FOUND,NotFound",
    "RESOURCE_EXHAUSTED,TooLarge",
    "DEADLINE_EXCEEDED,TimedOut",
    "INTERNAL,Failed",
    "UNKNOWN,Failed",
    "PERMISSION_DENIED,Failed"
  })
  void aStatusIsPassedOnWithItsWords(Status.Code code, String ending) throws Exception {
    Ending found = thrown(code.toStatus().withDescription("because").asRuntimeException()).ending();
    assertThat(found.getClass().getSimpleName()).isEqualTo(ending);
    assertThat(found.message()).startsWith("grpc://127.0.0.1:").endsWith(": because");
  }

  @Test
  void aServerWithoutRoomHasTheCallGoToAnother() throws Exception {
    Ours full = throwing(detailed(Status.Code.UNAVAILABLE, "full", RetryInfo.getDefaultInstance()));
    try (var one = GrpcPeer.of(full);
        var other = GrpcPeer.of(echo())) {
      int asked =
          RemoteCalls.within(
              Backend.FULL_PAUSE, // for so long others are asked first
              () -> {
                full.requests.clear();
                try (var runner = runner(one, other)) {
                  for (int i = 0; i < 3; i++) {
                    assertThat(text(runner.run(call()))).isEqualTo(LIST);
                  }
                  return full.requests.size();
                }
              });
      assertThat(asked).isEqualTo(1);
    }
  }

  @Test
  void aProxyThatIsNotAvailableSaysNothingOfWhatRan() throws Exception {
    Ours proxy = throwing(Status.UNAVAILABLE.withDescription("reset").asRuntimeException());
    try (var peer = GrpcPeer.of(proxy);
        var runner = runner(peer)) {
      assertThat(runner.run(call()).ending())
          .isInstanceOfSatisfying(
              Ending.Failed.class,
              failed -> assertThat(failed.message()).contains("idempotent: true"));
      assertThat(proxy.requests).hasSize(1);
    }
  }

  @Test
  void aCallThatMayRunAgainIsSentAgain() throws Exception {
    var count = new AtomicInteger();
    Ours ours =
        new Ours(
            request -> {
              if (count.incrementAndGet() == 1) {
                throw Status.UNAVAILABLE.asRuntimeException();
              }
              return echoed(request);
            });
    try (var peer = GrpcPeer.of(ours);
        var runner = runner(RemoteSettings.of(MOST).withIdempotent(true), peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
      assertThat(runner.counts().retries()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatEndsInACallLeavesAFailure() throws Exception {
    var held = new CountDownLatch(1);
    Ours ours =
        new Ours(
            request -> {
              held.await();
              return echoed(request);
            });
    try (var peer = GrpcPeer.of(ours);
        var runner = runner(peer)) {
      var running = new FutureTask<>(() -> runner.run(call()));
      Thread.ofVirtual().start(running);
      Await.until(() -> !ours.requests.isEmpty());
      peer.stop();
      held.countDown();
      assertThat(running.get().ending()).isInstanceOf(Ending.Failed.class);
    }
  }

  @Test
  void aServerThatIsAwayIsNamedAndCalledOnceItIsBack() throws Exception {
    GrpcPeer peer = GrpcPeer.on(socket(), echo());
    try (var runner = runner(peer)) {
      assertThat(text(runner.run(call()))).isEqualTo(LIST);
      peer.stop();
      Await.until(() -> runner.run(call()).ending() instanceof Ending.Busy);
      assertThat(runner.run(call()).ending().message())
          .startsWith("fn cannot be called now: grpc+unix://" + socket() + ": ");
      Await.until(() -> !Files.exists(socket()));
      try (var _ = GrpcPeer.on(socket(), echo())) {
        Await.until(() -> runner.run(call()).ending() instanceof Ending.Done);
      }
    }
  }

  @Test
  void anAnswerOverTheLimitIsNotRead() throws Exception {
    ByteString large = ByteString.copyFromUtf8(RemoteCalls.large());
    try (var peer =
            GrpcPeer.of(
                new Ours(_ -> EvaluateResponse.newBuilder().setResourceList(large).build()));
        var runner = runner(RemoteSettings.of(1024), peer)) {
      assertThat(runner.run(call()).ending().message())
          .contains("larger than the limit of 1024 bytes")
          .contains("--max-message-bytes");
    }
  }

  @Test
  void theDeadlineGoesAlong() throws Exception {
    var deadline = new CompletableFuture<Boolean>();
    var held = new CountDownLatch(1);
    Ours ours =
        new Ours(
            request -> {
              deadline.complete(Context.current().getDeadline() != null);
              held.await();
              return echoed(request);
            });
    try (var peer = GrpcPeer.of(ours);
        var runner = runner(peer)) {
      long patience = 150;
      do { // until it came there before its deadline, however busy the machine is
        patience *= 2;
        assertThat(runner.run(call().withDeadline(Instant.now().plusMillis(patience))).ending())
            .isInstanceOf(Ending.TimedOut.class);
      } while (!deadline.isDone() && patience < RemoteCalls.SOON.toMillis());
      assertThat(deadline).isCompletedWithValue(true);
      held.countDown();
    }
  }

  @Test
  void aCancelledCallIsCancelledThere() throws Exception {
    var cancelled = new CountDownLatch(1);
    Ours ours =
        new Ours(
            request -> {
              Context.current().addListener(_ -> cancelled.countDown(), Runnable::run);
              cancelled.await();
              return echoed(request);
            });
    try (var peer = GrpcPeer.of(ours);
        var runner = runner(peer)) {
      Invocation in = call();
      var running = new FutureTask<>(() -> runner.run(in));
      Thread.ofVirtual().start(running);
      Await.until(() -> !ours.requests.isEmpty());
      in.cancellation().cancel();
      assertThat(running.get().ending()).isInstanceOf(Ending.Cancelled.class);
      cancelled.await();
    }
  }

  @Test
  void porchsServiceWillDo() throws Exception {
    var porch =
        new Porch(
            request ->
                EvaluateFunctionResponse.newBuilder()
                    .setResourceList(request.getResourceList())
                    .setLog(ByteString.copyFromUtf8("said\n"))
                    .build());
    try (var peer = GrpcPeer.of(porch);
        var runner = runner(RemoteSettings.of(MOST).withImage("example.com/fn/a:v1"), peer)) {
      for (int i = 0; i < 2; i++) {
        Invocation in = call();
        assertThat(text(runner.run(in))).isEqualTo(LIST);
        assertThat(RemoteCalls.log(in)).isEqualTo("said\n");
      }
      assertThat(porch.requests.getFirst().getImage()).isEqualTo("example.com/fn/a:v1");
    }
  }

  @Test
  void aServerOfPorchsServiceMayComeToServeOurs() throws Exception {
    var porch = new Porch(_ -> EvaluateFunctionResponse.getDefaultInstance());
    GrpcPeer peer = GrpcPeer.on(socket(), porch);
    try (var runner = runner(RemoteSettings.of(MOST), peer)) {
      runner.run(call());
      assertThat(porch.requests).hasSize(1);
      peer.stop();
      Await.until(() -> !Files.exists(socket()));
      try (var _ = GrpcPeer.on(socket(), echo())) {
        Await.until(() -> runner.run(call()).ending() instanceof Ending.Done);
      }
    }
  }

  @Test
  void aFailureAsOursSaysItToPorchIsRead() throws Exception {
    var failure = Failure.newBuilder().setExitCode(3).setMessage("refused").build();
    var e = detailed(Status.Code.INTERNAL, "refused\nerror: x\nstderr:\nsaid", failure);
    var porch =
        new Porch(
            _ -> {
              throw e;
            });
    try (var peer = GrpcPeer.of(porch);
        var runner = runner(peer)) {
      Invocation in = call();
      assertThat(runner.run(in).ending())
          .isEqualTo(new Ending.Failed(Reason.FUNCTION_CONFIG, 3, "refused"));
      assertThat(RemoteCalls.log(in)).isEqualTo("said\n");
    }
  }

  @Test
  void aFailureAsPorchSaysItHasItsTextInTheLog() throws Exception {
    String text = "failed to evaluate\nerror: a bad name\n";
    var porch =
        new Porch(
            _ -> {
              throw Status.INTERNAL.withDescription(text).asRuntimeException();
            });
    try (var peer = GrpcPeer.of(porch);
        var runner = runner(peer)) {
      Invocation in = call();
      Ending ending = runner.run(in).ending();
      assertThat(ending.exitCode()).isEqualTo(1);
      assertThat(ending.message()).endsWith(": failed to evaluate");
      assertThat(RemoteCalls.log(in)).isEqualTo(text);
    }
  }

  @Test
  void aServerOfNeitherServiceIsNamed() throws Exception {
    try (var peer = GrpcPeer.of();
        var runner = runner(peer)) {
      assertThat(runner.run(call()).ending().message())
          .contains("serves neither krm.function.v2alpha1.FunctionService nor evaluator.");
    }
  }

  @Test
  void aNameThatNobodyKnowsIsTold() {
    var nowhere = RemoteAddress.parse("grpc://nowhere.invalid:1");
    try (var runner = new RemoteRunner("fn", List.of(nowhere), RemoteSettings.of(MOST))) {
      Ending ending = runner.run(call()).ending();
      assertThat(ending).isInstanceOf(Ending.Busy.class);
      assertThat(ending.message()).contains(nowhere + ": unknown host");
    }
  }
}
