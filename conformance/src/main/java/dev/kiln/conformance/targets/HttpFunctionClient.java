package dev.kiln.conformance.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.document.OutputList;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalInt;

/** Spec v2 over HTTP. */
public final class HttpFunctionClient implements FunctionClient {
  private final SocketAddress address;
  private final String host;
  private final String path;
  private final String function;
  private final Duration timeout;

  /**
   * @param host what requests say they are for
   * @param path where lists are posted
   * @param function which function to ask for; empty if there is no choice
   */
  public HttpFunctionClient(
      SocketAddress address, String host, String path, String function, Duration timeout) {
    this.address = address;
    this.host = host;
    this.path = path;
    this.function = function;
    this.timeout = timeout;
  }

  public String path() {
    return path;
  }

  public String host() {
    return host;
  }

  @Override
  public FunctionResponse call(FunctionRequest ask) {
    return answer(request(ask));
  }

  /** What a call sends. */
  public HttpRequest request(FunctionRequest ask) {
    HttpRequest request = HttpRequest.post(path, ask);
    return function.isEmpty() ? request : request.with("KRM-Function", function);
  }

  /** Sends a request, and takes the response for what an orchestrator would. */
  public FunctionResponse answer(HttpRequest request) {
    try {
      return answer(send(request));
    } catch (IOException e) {
      return FunctionResponse.noAnswer(String.valueOf(e.getMessage()), "");
    }
  }

  /** Asks for what may not be there: any response will do. */
  @Override
  public void checkProtocol() throws IOException {
    send(HttpRequest.get(path));
  }

  /** Sends a request and waits for the response. */
  public HttpReply send(HttpRequest request) throws IOException {
    try (var connection = openAndSend(request)) {
      HttpReply reply = connection.next(timeout);
      while (reply.status() < 200) {
        reply = connection.next(timeout);
      }
      return reply;
    }
  }

  /** Sends a request; what is returned hangs up. */
  public Runnable begin(HttpRequest request) throws IOException {
    return openAndSend(request)::close;
  }

  private RawHttpConnection openAndSend(HttpRequest request) throws IOException {
    RawHttpConnection connection = connect(request.method().equals("HEAD"));
    connection.send(request.head(host).getBytes(ISO_8859_1));
    connection.send(request.framed());
    return connection;
  }

  /** A connection to say on what one likes. */
  public RawHttpConnection connect(boolean isHead) throws IOException {
    return RawHttpConnection.open(address, isHead);
  }

  @Override
  public Duration timeout() {
    return timeout;
  }

  /** What a response means. */
  public static FunctionResponse answer(HttpReply reply) {
    String log = reply.header("krm-function-log").map(HttpFunctionClient::decoded).orElse("");
    return new FunctionResponse(
        ending(reply),
        "HTTP " + reply.status(),
        exitCode(reply),
        reply.body(),
        log,
        reply.headers());
  }

  /** What is not encoded as it should be is shown as it is. */
  private static String decoded(String log) {
    try {
      return new String(Base64.getDecoder().decode(log), UTF_8);
    } catch (IllegalArgumentException _) {
      return log;
    }
  }

  private static CallOutcome ending(HttpReply reply) {
    if (reply.status() / 100 == 2) {
      return CallOutcome.SUCCESS;
    }
    return OutputList.find(reply.text()).isPresent() ? CallOutcome.FAILURE : CallOutcome.REFUSED;
  }

  private static OptionalInt exitCode(HttpReply reply) {
    Optional<String> code = reply.header("krm-function-exit-code");
    return code.filter(text -> text.matches("[0-9]{1,3}")).isPresent()
        ? OptionalInt.of(Integer.parseInt(code.get()))
        : OptionalInt.empty();
  }
}
