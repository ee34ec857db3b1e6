package dev.kiln.conformance.targets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program on this machine that can be started.
 *
 * @param command the words before any argument
 */
public record TargetProgram(List<String> command) {
  /** A command as it would be typed. */
  public static TargetProgram shell(String command) {
    return new TargetProgram(List.of("/bin/sh", "-c", "exec " + command + " \"$@\"", "sh"));
  }

  /** Starts it with more arguments and variables; none of the spec's variables are inherited. */
  Process start(List<String> arguments, Map<String, String> variables) throws IOException {
    var words = new ArrayList<>(command);
    words.addAll(arguments);
    var builder = new ProcessBuilder(words);
    builder.environment().keySet().removeIf(name -> name.startsWith("KRM_FUNCTION_"));
    builder.environment().putAll(variables);
    return builder.start();
  }

  /** Starts it as a server. */
  public TargetServer serve(List<String> arguments, Map<String, String> variables)
      throws IOException {
    return new TargetServer(start(arguments, variables));
  }

  /** What a process wrote to one of its ends. */
  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
