package dev.kiln.bench.load;

import dev.kiln.bench.lists.GeneratedList;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.ResourceList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/**
 * The expected answer of the Go server. It cannot be computed here, because kyaml rewrites the
 * whole list. The first answer is read once, and all others must have the same bytes.
 */
final class GoAnswer {
  private static final String PATH = "metadata.labels." + GeneratedList.KEY;

  private GoAnswer() {}

  static byte[] of(InetSocketAddress server, GeneratedList list) {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://%s:%d/".formatted(server.getHostString(), server.getPort())))
            .header("Content-Type", "text/yaml")
            .POST(HttpRequest.BodyPublishers.ofByteArray(list.bytes()))
            .build();
    try (var client = HttpClient.newHttpClient()) {
      var answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("the Go server answered " + answer.statusCode());
      }
      requireLabelled(list, answer.body());
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Requires that the answer has the list's items, in their order, each with the label. */
  static void requireLabelled(GeneratedList list, byte[] answer) {
    List<Resource> sent = ResourceList.parse(list.bytes()).items();
    List<Resource> got = ResourceList.parse(answer).items();
    if (got.size() != sent.size()) {
      throw new IllegalStateException("%d items (expected: %d)".formatted(got.size(), sent.size()));
    }
    for (int i = 0; i < sent.size(); i++) {
      String label = got.get(i).text(PATH).orElse("missing");
      if (!label.equals(GeneratedList.VALUE) || !got.get(i).id().equals(sent.get(i).id())) {
        throw new IllegalStateException(
            "items[%d]: %s with the label %s (expected: %s with %s)"
                .formatted(i, got.get(i).id(), label, sent.get(i).id(), GeneratedList.VALUE));
      }
    }
  }
}
