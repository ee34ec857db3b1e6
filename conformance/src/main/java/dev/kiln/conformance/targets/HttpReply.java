package dev.kiln.conformance.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A response as it came.
 *
 * @param headers by lower-case names
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record HttpReply(int status, Map<String, List<String>> headers, byte[] body) {
  /** The first header of a name, which is in lower case. */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name, List.of()).stream().findFirst();
  }

  public String text() {
    return new String(body, UTF_8);
  }
}
