package dev.kiln.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiln.server.http.OpenHttpDoor;
import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.node.Node;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** The HTTP door, each call a POST. */
@ExtendWith(PrintsToHostLog.class)
class HttpDoorTest extends DoorSuite {
  private static final int NOTHING_RAN = 1;
  private static final int TIMED_OUT = 124;
  private static final byte[] NONE = {};

  @Override
  CallerView call(List<String> args, byte[] input) throws IOException, InterruptedException {
    try (var box = ServedTestFunctions.of(args);
        var door = OpenHttpDoor.of(box.evaluator());
        var client = HttpClient.newHttpClient()) {
      String type = input.length > 0 && input[0] == '{' ? "application/json" : "text/yaml";
      HttpRequest.Builder request =
          HttpRequest.newBuilder(door.uri("/"))
              .header("Content-Type", type)
              .header("Accept", type)
              .header("KRM-Timeout", box.timeout().toMillis() + "ms")
              .header("KRM-Log-Limit", "48Ki")
              .POST(BodyPublishers.ofByteArray(input));
      box.function().ifPresent(name -> request.header("KRM-Function", name));
      return answer(client.send(request.build(), BodyHandlers.ofByteArray()));
    }
  }

  private static CallerView answer(HttpResponse<byte[]> response) {
    Node body = Yaml.parse(response.body());
    boolean isStatus = body.find("kind").orElseThrow().text().equals("Status");
    int exit = exit(response);
    assertThat(response.statusCode() == 200).isEqualTo(exit == 0);
    return isStatus
        ? new CallerView(NONE, log(response), body.find("message").orElseThrow().text(), exit)
        : new CallerView(response.body(), log(response), exit == 0 ? "" : null, exit);
  }

  private static int exit(HttpResponse<?> response) {
    return response.statusCode() == 504 ? TIMED_OUT : exitOfTheFunction(response);
  }

  private static int exitOfTheFunction(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("KRM-Function-Exit-Code")
        .map(Integer::parseInt)
        .orElse(NOTHING_RAN);
  }

  private static CallerView.Logged log(HttpResponse<?> response) {
    byte[] log =
        Base64.getDecoder().decode(response.headers().firstValue("KRM-Function-Log").orElse(""));
    boolean cut = response.headers().firstValue("KRM-Function-Log-Truncated").isPresent();
    return new CallerView.Logged(new String(log, StandardCharsets.UTF_8), cut);
  }
}
