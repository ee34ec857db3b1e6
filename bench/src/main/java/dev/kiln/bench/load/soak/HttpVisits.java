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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls over HTTP: those that succeed, those that must fail, and those that nobody waits for. */
final class HttpVisits implements AutoCloseable {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI uri;

  HttpVisits(InetSocketAddress server) {
    uri = URI.create("http://%s:%d/".formatted(server.getHostString(), server.getPort()));
  }

  /** A list that comes back with its labels. */
  Visit labelled(GeneratedList list) {
    HttpRequest request = post(list.bytes()).build();
    byte[] expected = list.labelled(_ -> true);
    return () -> {
      HttpResponse<byte[]> answer = send(request);
      Unexpected.unless(answer.statusCode(), 200);
      Unexpected.unless(Arrays.mismatch(answer.body(), expected), -1);
    };
  }

  /** A list that is answered with another status. */
  Visit refused(byte[] list, int status) {
    HttpRequest request = post(list).expectContinue(list.length > Lists.MOST_BYTES).build();
    return () -> Unexpected.unless(send(request).statusCode(), status);
  }

  /** A call whose connection is closed so many microseconds after it was made. */
  Visit cancelled(GeneratedList list, long micros) {
    HttpRequest request = post(list.bytes()).build();
    return () -> {
      CompletableFuture<HttpResponse<byte[]>> answer =
          client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
      try {
        Unexpected.unless(answer.get(micros, TimeUnit.MICROSECONDS).statusCode(), 200);
      } catch (TimeoutException e) {
        answer.cancel(true);
      }
    };
  }

  private HttpRequest.Builder post(byte[] list) {
    return HttpRequest.newBuilder(uri)
        .header("Content-Type", "text/yaml")
        .POST(HttpRequest.BodyPublishers.ofByteArray(list));
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    client.close();
  }
}
