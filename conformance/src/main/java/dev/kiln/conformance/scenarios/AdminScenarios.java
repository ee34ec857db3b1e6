package dev.kiln.conformance.scenarios;

import dev.kiln.conformance.execution.CaseContext;
import dev.kiln.conformance.execution.CaseFailedException;
import dev.kiln.conformance.targets.HttpReply;
import dev.kiln.conformance.targets.Polling;
import dev.kiln.conformance.targets.ServerAddresses;
import dev.kiln.conformance.targets.TargetServer;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Starts servers with an admin address and reads its pages. */
final class AdminScenarios {
  private static final String METRICS = "/metrics";
  private static final String FUNCTIONS = "/functions";
  private static final List<String> PAGES = List.of("/healthz", "/readyz", METRICS, FUNCTIONS);

  /** A line of Prometheus's text: a name, labels, a value, a time. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*})?"
              + " ([-+]?[0-9.]+([eE][-+]?[0-9]+)?|[-+]?Inf|NaN)( [0-9]+)?");

  private AdminScenarios() {}

  /** Where the variable says, and not where the function is. */
  static void byVariable(CaseContext context) throws CaseFailedException, IOException {
    String address = ServerAddresses.text(ServerAddresses.free());
    String admin = ServerAddresses.text(ServerAddresses.free());
    var variables =
        Map.of(
            ServerAddresses.variable(context.door()), address, "KRM_FUNCTION_ADMIN_ADDRESS", admin);
    try (TargetServer server = context.program().serve(List.of(), variables)) {
      AddressScenarios.awaitListening(address, server);
      AddressScenarios.awaitListening(admin, server);
      for (String path : PAGES) {
        isFound(context, admin, path);
      }
      showsMetrics(page(context, admin, METRICS));
      showsFunctions(context, page(context, admin, FUNCTIONS));
      for (String path : PAGES) {
        int status = page(context, address, path).status();
        CaseFailedException.unless(
            status / 100 == 4,
            "GET %s where the function is: expected 405, found %d".formatted(path, status));
      }
    }
  }

  /** Where the flag says. */
  static void byFlag(CaseContext context) throws CaseFailedException, IOException {
    String address = ServerAddresses.text(ServerAddresses.free());
    String admin = ServerAddresses.text(ServerAddresses.free());
    var arguments = List.of(ServerAddresses.flag(context.door()), address, "--admin-addr", admin);
    try (TargetServer server = context.program().serve(arguments, Map.of())) {
      AddressScenarios.awaitListening(admin, server);
      isFound(context, admin, PAGES.getFirst());
    }
  }

  private static void isFound(CaseContext context, String admin, String path)
      throws CaseFailedException {
    CaseFailedException.unless(
        Polling.until(EventTimeout.of(context), () -> isOk(context, admin, path)),
        "GET %s at the admin address: expected 200".formatted(path));
  }

  /** One that has just begun to listen may not be ready yet. */
  private static boolean isOk(CaseContext context, String address, String path) {
    try {
      return page(context, address, path).status() == 200;
    } catch (IOException _) {
      return false;
    }
  }

  private static HttpReply page(CaseContext context, String address, String path)
      throws IOException {
    SocketAddress at = ServerAddresses.address(address);
    HttpReply reply = HttpScenarios.get(at, path, EventTimeout.of(context));
    context
        .lastExchange()
        .set("GET http://" + address + path, reply.status() + "\n" + reply.text());
    return reply;
  }

  private static void showsMetrics(HttpReply page) throws CaseFailedException {
    List<String> samples =
        page.text().lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    CaseFailedException.unless(!samples.isEmpty(), METRICS + ": expected a sample, found none");
    for (String line : samples) {
      CaseFailedException.unless(
          SAMPLE.matcher(line).matches(),
          METRICS + ": expected what Prometheus reads, found \"" + line + "\"");
    }
  }

  /** By its name, as far as the kit knows it. */
  private static void showsFunctions(CaseContext context, HttpReply page)
      throws CaseFailedException {
    CaseFailedException.unless(
        !context.sample().isKit() || page.text().contains("kit"),
        FUNCTIONS + ": expected the name of the function, found " + page.text().strip());
  }
}
