package dev.kiln.bench.load.soak;

import dev.kiln.bench.lists.GeneratedList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes calls over HTTP: some succeed, some must fail, and some are cancelled. */
final class HttpVisits implements AutoCloseable {
  private final HttpClient client = client();

  /** For cancelled calls. A cancellation may close a connection that another call already uses. */
  private final HttpClient canceller = client();

  private final URI uri;

  HttpVisits(InetSocketAddress server) {
    uri = URI.create("http://%s:%d/".formatted(server.getHostString(), server.getPort()));
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  /** A call whose list comes back with its labels. */
  Visit labelled(GeneratedList list) {
    HttpRequest request = post(list.bytes()).build();
    byte[] expected = list.labelled(_ -> true);
    return new Visit(
        "HTTP, %d items".formatted(list.items()),
        () -> {
          HttpResponse<byte[]> answer = Visit.await(send(client, request));
          return Unexpected.unless(
              answer.statusCode() == 200 && Arrays.equals(answer.body(), expected),
              answer.statusCode() + ", or other bytes than expected");
        });
  }

  /** A call that is answered with another status. */
  Visit refused(byte[] list, int status) {
    HttpRequest request = post(list).expectContinue(list.length > Lists.MOST_BYTES).build();
    return new Visit(
        "HTTP, to be answered with " + status,
        () -> {
          int answered = Visit.await(send(client, request)).statusCode();
          return Unexpected.unless(answered == status, answered);
        });
  }

  /** A call whose connection is closed after this many microseconds. */
  Visit cancelled(GeneratedList list, long micros) {
    HttpRequest request = post(list.bytes()).build();
    return new Visit(
        "HTTP, cancelled after %d us".formatted(micros),
        () -> {
          CompletableFuture<HttpResponse<byte[]>> answer = send(canceller, request);
          try {
            int answered = answer.get(micros, TimeUnit.MICROSECONDS).statusCode();
            return Unexpected.unless(answered == 200, answered);
          } catch (TimeoutException e) {
            return answer.cancel(true);
          } catch (ExecutionException e) { // the previous cancellation closed this connection
            return Unexpected.unless(e.getCause() instanceof IOException, e);
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
