package dev.kiln.conformance.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A list to send to a function.
 *
 * @param format how the list is written
 * @param accept how the answer is to be written, where a door can be told
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record FunctionRequest(byte[] list, ListFormat format, ListFormat accept) {
  /** The list as a person reads it. */
  public String text() {
    return new String(list, UTF_8);
  }

  /** A list in YAML, for an answer in YAML. */
  public static FunctionRequest yaml(String list) {
    return new FunctionRequest(list.getBytes(UTF_8), ListFormat.YAML, ListFormat.YAML);
  }
}
