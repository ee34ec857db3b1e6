package dev.kiln.server.admin;

import static io.netty.handler.codec.http.HttpResponseStatus.FORBIDDEN;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;
import static io.netty.handler.codec.http.HttpResponseStatus.UNAUTHORIZED;

import dev.kiln.runtime.Evaluator;
import dev.kiln.runtime.PermittedCaller;
import dev.kiln.runtime.RegisteredFunction;
import dev.kiln.sdk.Json;
import dev.kiln.server.callers.Callers;
import dev.kiln.server.callers.Credentials;
import dev.kiln.server.callers.KnownCaller;
import dev.kiln.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The pages of the admin address. */
public final class Pages {
  private static final String FUNCTIONS = "/functions/";

  private static final String INDEX =
      """
      The admin address of a Kiln host.

      /healthz, /livez  whether the process lives
      /readyz           whether it takes calls
      /metrics          what it counts and measures, for Prometheus
      /functions        the definitions of its functions; YAML with Accept: application/yaml
      /functions/NAME   one of them
      /stuck            functions that went on though their calls were over
      """;

  private final Supplier<Optional<String>> notReady;
  private final Metrics metrics;
  private final Evaluator evaluator;
  private final Callers callers;

  /**
   * The pages of one host.
   *
   * @param notReady in words why it takes no calls, empty if it does; called on event loops
   * @param callers tells who reads a page
   */
  public Pages(
      Supplier<Optional<String>> notReady, Metrics metrics, Evaluator evaluator, Callers callers) {
    this.notReady = notReady;
    this.metrics = metrics;
    this.evaluator = evaluator;
    this.callers = callers;
  }

  /** What is known at once; empty for what must be put together, away from event loops. */
  Optional<Page> findImmediate(String path) {
    return switch (path) {
      case "/" -> Optional.of(Page.of(Page.TEXT, INDEX));
      case "/healthz", "/livez" -> Optional.of(Page.text(OK, "ok"));
      case "/readyz" -> Optional.of(ready());
      default -> Optional.empty();
    };
  }

  private Page ready() {
    return notReady
        .get()
        .map(why -> Page.text(SERVICE_UNAVAILABLE, why))
        .orElseGet(() -> Page.text(OK, "ok"));
  }

  /** The refusal of a caller who may not read the page; empty for a caller who may. */
  Optional<Page> findRefusal(String path, Credentials credentials) {
    Optional<KnownCaller> known = callers.identify(credentials);
    if (known.isEmpty()) {
      return Optional.of(Page.text(UNAUTHORIZED, Callers.refusal(credentials)));
    }
    boolean aboutAll = path.equals("/metrics") || path.equals("/stuck");
    return aboutAll && !known.get().readsMetrics()
        ? Optional.of(
            Page.text(
                FORBIDDEN,
                path
                    + " is not for this caller (expected: metrics: true in the file of --token-file)"))
        : Optional.empty();
  }

  /** Puts together any other. */
  Page of(String path, String accept, Credentials credentials) {
    return switch (path) {
      case "/metrics" -> metrics.page(accept);
      case "/functions" ->
          DefinitionsPage.all(evaluator.registry().all(caller(credentials)), accept);
      case "/stuck" -> stuck();
      default ->
          path.startsWith(FUNCTIONS) ? function(path, accept, caller(credentials)) : unknown(path);
    };
  }

  private PermittedCaller caller(Credentials credentials) {
    return callers.identify(credentials).map(KnownCaller::caller).orElse(PermittedCaller.UNKNOWN);
  }

  private Page function(String path, String accept, PermittedCaller caller) {
    String name = path.substring(FUNCTIONS.length());
    Optional<RegisteredFunction> found = evaluator.registry().find(name, caller);
    return found
        .map(function -> DefinitionsPage.one(function, accept))
        .orElseGet(
            () ->
                Page.text(
                    NOT_FOUND,
                    "no function \""
                        + name
                        + "\" ("
                        + evaluator.registry().describe(caller)
                        + ")"));
  }

  private Page stuck() {
    var page = new LinkedHashMap<String, Object>();
    page.put("now", evaluator.load().abandoned());
    page.put("limit", evaluator.limits().maxAbandoned());
    page.put(
        "functions", metrics.stuck().functions().entrySet().stream().map(Pages::toRow).toList());
    return Page.of("application/json", Json.indented(Json.toJson(Yaml.of(page))) + "\n");
  }

  private static Map<String, Object> toRow(Map.Entry<String, StuckCalls.StuckCount> seen) {
    var row = new LinkedHashMap<String, Object>();
    row.put("function", seen.getKey());
    row.put("calls", seen.getValue().calls());
    row.put("last", seen.getValue().last().toString());
    return row;
  }

  private static Page unknown(String path) {
    return Page.text(NOT_FOUND, "nothing at " + path + "\n\n" + INDEX.stripTrailing());
  }
}
