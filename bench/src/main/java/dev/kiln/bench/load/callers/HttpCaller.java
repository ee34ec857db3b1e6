package dev.kiln.bench.load.callers;

import com.google.protobuf.ByteString;
import dev.kiln.bench.lists.GeneratedList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes calls over HTTP: some succeed, some must fail, and some are cancelled. */
public final class HttpCaller implements Caller {
  /** A server refuses a list of this many bytes or more before it is sent. */
  private static final int EXPECT_CONTINUE = 1 << 20;

  private final HttpClient client = client();

  /** For cancelled calls. A cancellation may close a connection that another call already uses. */
  private final HttpClient canceller = client();

  private final URI uri;

  public HttpCaller(InetSocketAddress server) {
    uri = URI.create("http://%s:%d/".formatted(server.getHostString(), server.getPort()));
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @Override
  public CheckedCall answered(ByteString list, ByteString expected) {
    HttpRequest request = post(list.toByteArray()).build();
    return new CheckedCall(
        "HTTP, %d bytes".formatted(list.size()),
        () -> {
          HttpResponse<byte[]> answer = CheckedCall.await(send(client, request));
          return UnexpectedOutcome.unless(
              answer.statusCode() == 200 && expected.equals(ByteString.copyFrom(answer.body())),
              answer.statusCode() + ", or other bytes than expected");
        });
  }

  /** A call that is answered with another status. */
  public CheckedCall refused(byte[] list, int status) {
    HttpRequest request = post(list).expectContinue(list.length > EXPECT_CONTINUE).build();
    return new CheckedCall(
        "HTTP, to be answered with " + status,
        () -> {
          int answered = CheckedCall.await(send(client, request)).statusCode();
          return UnexpectedOutcome.unless(answered == status, answered);
        });
  }

  /** A call whose connection is closed after this many microseconds. */
  public CheckedCall cancelled(GeneratedList list, long micros) {
    HttpRequest request = post(list.bytes()).build();
    return new CheckedCall(
        "HTTP, cancelled after %d us".formatted(micros),
        () -> {
          CompletableFuture<HttpResponse<byte[]>> answer = send(canceller, request);
          try {
            int answered = answer.get(micros, TimeUnit.MICROSECONDS).statusCode();
            return UnexpectedOutcome.unless(answered == 200, answered);
          } catch (TimeoutException e) {
            return answer.cancel(true);
          } catch (ExecutionException e) { // the previous cancellation closed this connection
            return UnexpectedOutcome.unless(e.getCause() instanceof IOException, e);
          }
        });
  }

  private HttpRequest.Builder post(byte[] list) {
    return HttpRequest.newBuilder(uri)
        .header("Content-Type", "text/yaml")
        .POST(HttpRequest.BodyPublishers.ofByteArray(list));
  }

  private static CompletableFuture<HttpResponse<byte[]>> send(
      HttpClient client, HttpRequest request) {
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    client.shutdownNow();
    canceller.shutdownNow();
  }
}
