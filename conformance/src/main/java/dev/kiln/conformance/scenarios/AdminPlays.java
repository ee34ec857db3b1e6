package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.Failed;
import dev.kiln.conformance.execution.Stage;
import dev.kiln.conformance.targets.HttpReply;
import dev.kiln.conformance.targets.Ports;
import dev.kiln.conformance.targets.Server;
import dev.kiln.conformance.targets.Until;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Servers with an address for those who look after them. */
final class AdminPlays {
  private static final String METRICS = "/metrics";
  private static final String FUNCTIONS = "/functions";
  private static final List<String> PAGES = List.of("/healthz", "/readyz", METRICS, FUNCTIONS);

  /** A line of Prometheus's text: a name, labels, a value, a time. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*})?"
              + " ([-+]?[0-9.]+([eE][-+]?[0-9]+)?|[-+]?Inf|NaN)( [0-9]+)?");

  private AdminPlays() {}

  /** Where the variable says, and not where the function is. */
  static void byVariable(Stage stage) throws Failed, IOException {
    String address = Ports.text(Ports.free());
    String admin = Ports.text(Ports.free());
    var variables =
        Map.of(Ports.variable(stage.door()), address, "KRM_FUNCTION_ADMIN_ADDRESS", admin);
    try (Server server = stage.program().serve(List.of(), variables)) {
      StartPlays.awaitListening(address, server);
      StartPlays.awaitListening(admin, server);
      for (String path : PAGES) {
        isFound(stage, admin, path);
      }
      showsMetrics(page(stage, admin, METRICS));
      showsFunctions(stage, page(stage, admin, FUNCTIONS));
      for (String path : PAGES) {
        int status = page(stage, address, path).status();
        Failed.unless(
            status / 100 == 4,
            "GET %s where the function is: expected 405, found %d".formatted(path, status));
      }
    }
  }

  /** Where the flag says. */
  static void byFlag(Stage stage) throws Failed, IOException {
    String address = Ports.text(Ports.free());
    String admin = Ports.text(Ports.free());
    var arguments = List.of(Ports.flag(stage.door()), address, "--admin-addr", admin);
    try (Server server = stage.program().serve(arguments, Map.of())) {
      StartPlays.awaitListening(admin, server);
      isFound(stage, admin, PAGES.getFirst());
    }
  }

  private static void isFound(Stage stage, String admin, String path) throws Failed {
    Failed.unless(
        Until.holds(Waits.soon(stage), () -> isOk(stage, admin, path)),
        "GET %s at the admin address: expected 200".formatted(path));
  }

  /** One that has just begun to listen may not be ready yet. */
  private static boolean isOk(Stage stage, String address, String path) {
    try {
      return page(stage, address, path).status() == 200;
    } catch (IOException _) {
      return false;
    }
  }

  private static HttpReply page(Stage stage, String address, String path) throws IOException {
    SocketAddress at = Ports.address(address);
    HttpReply reply = HttpPlays.get(at, path, Waits.soon(stage));
    stage.notes().add("GET http://" + address + path, reply.status() + "\n" + reply.text());
    return reply;
  }

  private static void showsMetrics(HttpReply page) throws Failed {
    List<String> samples =
        page.text().lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    Failed.unless(!samples.isEmpty(), METRICS + ": expected a sample, found none");
    for (String line : samples) {
      Failed.unless(
          SAMPLE.matcher(line).matches(),
          METRICS + ": expected what Prometheus reads, found \"" + line + "\"");
    }
  }

  /** By its name, as far as the kit knows it. */
  private static void showsFunctions(Stage stage, HttpReply page) throws Failed {
    Failed.unless(
        !stage.sample().isKit() || page.text().contains("kit"),
        FUNCTIONS + ": expected the name of the function, found " + page.text().strip());
  }
}
