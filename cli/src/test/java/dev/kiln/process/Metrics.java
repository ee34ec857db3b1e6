package dev.kiln.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/** Reads the text that a host has for Prometheus. */
final class Metrics {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Metrics() {}

  static Map<String, Double> at(String admin) throws IOException, InterruptedException {
    var metrics = new HashMap<String, Double>();
    text(admin)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              metrics.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
            });
    return metrics;
  }

  static String text(String admin) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://" + admin + "/metrics"));
    return CLIENT.send(request.build(), BodyHandlers.ofString()).body();
  }
}
