package dev.kiln.faults;

import dev.kiln.process.HostProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls a host as usual clients do. */
final class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Http() {}

  static HttpResponse<String> post(HostProcess host, String list)
      throws IOException, InterruptedException {
    return post(host, BodyPublishers.ofString(list));
  }

  static HttpResponse<String> post(
      HostProcess host, HttpRequest.BodyPublisher body, String... headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + host.address("http") + "/"))
            .header("Content-Type", "text/yaml")
            .timeout(PATIENCE)
            .POST(body);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** The text of a page of the admin address. */
  static String admin(HostProcess host, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + host.address("admin") + path);
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }
}
