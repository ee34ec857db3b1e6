package dev.kiln.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.kiln.proto.v2alpha1.FunctionServiceGrpc;
import dev.kiln.runtime.Limits;
import dev.kiln.server.calls.ConnectionLimits;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Messages over the limit, and messages that are none. */
class MessageLimitTest {
  private static final int LIMIT = 1 << 20;
  private static final String METHOD = FunctionServiceGrpc.getEvaluateMethod().getFullMethodName();
  private static final String TEXT =
      "the message is larger than the limit of 1048576 bytes (--max-message-bytes or"
          + " KRM_FUNCTION_MAX_MESSAGE_BYTES raises it)";

  @AutoClose
  private final GrpcTestHost host =
      GrpcTestHost.of(
          new Limits(LIMIT, 16 << 20, 4, 4, 64, 4, Duration.ofMinutes(1)),
          ConnectionLimits.defaults(),
          GrpcTestHost.nothing());

  @Test
  void aListAsLargeAsTheLimitIsTaken() {
    String list = listOf(LIMIT);
    assertThat(host.evaluate("nothing", list).getResourceList())
        .isEqualTo(ByteString.copyFromUtf8(list));
  }

  @Test
  void oneByteMoreIsResourceExhausted() {
    assertTooLarge(ReceivedStatus.by(() -> host.evaluate("nothing", listOf(LIMIT + 1))));
  }

  @Test
  void aMessageFarOverTheLimitIsResourceExhausted() {
    assertTooLarge(ReceivedStatus.by(() -> host.evaluate("nothing", listOf(20 * LIMIT))));
  }

  @Test
  void otherFieldsDoNotMakeAMessageTooLarge() {
    var request =
        GrpcTestHost.request("nothing", listOf(LIMIT)).toBuilder()
            .setImage("x".repeat(50_000))
            .build();
    assertThat(host.functions().evaluate(request).getFunction()).isEqualTo("nothing");
  }

  @Test
  void aCompressedMessageIsAsLargeAsWhatIsInIt() throws Exception {
    byte[] fits =
        CompressedMessage.zip(GrpcTestHost.request("nothing", listOf(LIMIT)).toByteArray());
    assertThat(CompressedMessage.evaluate(host, fits).getResourceList().size()).isEqualTo(LIMIT);
    byte[] over =
        CompressedMessage.zip(GrpcTestHost.request("nothing", listOf(LIMIT + 1)).toByteArray());
    assertTooLarge(ReceivedStatus.by(() -> CompressedMessage.evaluate(host, over)));
  }

  @Test
  void aBombOfAGibibyteIsResourceExhausted() throws Exception {
    byte[] bomb = CompressedMessage.zeros(1 << 10); // as much as the heap of the tests has
    assertThat(bomb.length).as("small enough to be let in").isBetween(LIMIT / 2, 2 * LIMIT);
    assertTooLarge(ReceivedStatus.by(() -> CompressedMessage.evaluate(host, bomb)));
    GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
  }

  @Test
  void aCompressedMessageThatIsNoneIsAnInvalidArgument() {
    ReceivedStatus refused =
        ReceivedStatus.by(
            () -> CompressedMessage.evaluate(host, GrpcTestHost.bytes("no gzip at all")));
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text()).startsWith("the request cannot be read: ");
  }

  @Test
  void aMessageOfTenThousandMembersIsAnInvalidArgument() throws Exception {
    byte[] member = CompressedMessage.zip(new byte[0]);
    var members = new ByteArrayOutputStream();
    for (int i = 0; i < 10_000; i++) {
      members.writeBytes(member);
    }
    ReceivedStatus refused =
        ReceivedStatus.by(() -> CompressedMessage.evaluate(host, members.toByteArray()));
    assertThat(refused.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.text())
        .isEqualTo("the request cannot be read: it has more than 4096 members");
  }

  @Test
  void aSenderThatNeverStopsIsToldAndStopped() throws Exception {
    try (var client = RawClient.open(host)) {
      client.call(1, METHOD);
      client.data(1, RawClient.prefix(Integer.MAX_VALUE), false);
      assertThat(send(client, 64 * LIMIT)).as("bytes taken").isLessThan(4 * LIMIT);
      Http2Headers trailers = client.trailers(1);
      assertThat(trailers.get("grpc-status"))
          .asString()
          .isEqualTo("" + Status.Code.RESOURCE_EXHAUSTED.value());
      assertThat(trailers.get("grpc-message")).asString().isEqualTo(TEXT);
      client.until(frame -> frame.type() == RawClient.RESET && frame.stream() == 1);
      assertThat(host.next().status()).isEqualTo("RESOURCE_EXHAUSTED");
      GrpcTestHost.until(() -> host.evaluator.load().bytesInFlight() == 0);
    }
  }

  /** Sends as long as the windows allow it, and tells how much that was. */
  private static int send(RawClient client, int most) throws Exception {
    var chunk = new byte[16_000];
    int sent = 0;
    var window = client.new Window(1);
    while (sent < most && window.awaitRoom(chunk.length)) {
      client.data(1, chunk, false);
      window.took(chunk.length);
      sent += chunk.length;
    }
    return sent;
  }

  @Test
  void aMessageThatIsNoProtobufIsAnInvalidArgument() throws Exception {
    assertThat(status(GrpcTestHost.bytes("kind: ResourceList"), RawClient.prefix(18)))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void moreFieldsThanAnybodyNeedsAreAnInvalidArgument() throws Exception {
    byte[] half = new byte[10_002]; // each a number, and its value 0
    for (int i = 0; i < half.length; i += 2) {
      half[i] = 15 << 3;
    }
    byte[] first =
        ByteString.copyFrom(RawClient.prefix(2 * half.length))
            .concat(ByteString.copyFrom(half))
            .toByteArray();
    assertThat(status(half, first)).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void fieldsItDoesNotKnowAreSkipped() throws Exception {
    byte[] request = GrpcTestHost.request("nothing", GrpcTestHost.LIST).toByteArray();
    byte[] longer = Arrays.copyOf(request, request.length + 2);
    longer[request.length] = 15 << 3;
    assertThat(status(longer, RawClient.prefix(longer.length))).isEqualTo(Status.Code.OK);
  }

  @Test
  void twoMessagesAreAnInvalidArgument() throws Exception {
    assertThat(status(RawClient.prefix(0), RawClient.prefix(0)))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void noMessageIsAnInvalidArgument() throws Exception {
    assertThat(status(new byte[0], new byte[0])).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  private Status.Code status(byte[] body, byte[] before) throws Exception {
    try (var client = RawClient.open(host)) {
      client.call(1, METHOD);
      client.data(1, before, false);
      client.data(1, body, true);
      String status = client.trailers(1).get("grpc-status").toString();
      return Status.fromCodeValue(Integer.parseInt(status)).getCode();
    }
  }

  private static void assertTooLarge(ReceivedStatus refused) {
    assertThat(refused.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused.text()).isEqualTo(TEXT);
  }

  private static String listOf(int bytes) {
    String list = "kind: ResourceList\nitems: []\n";
    return list + "#".repeat(bytes - list.length());
  }
}
