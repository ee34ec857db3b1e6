package dev.kiln.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What tests need and others wrote. A test is skipped where it is not there, and fails where {@code
 * KILN_REQUIRE_PEERS} names it.
 */
public final class ExternalTools {
  private static final Path REFERENCE = Path.of("reference");

  private ExternalTools() {}

  /** The reference function in Go, as a program that needs nothing else. */
  static Path goFunction(Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve("kit");
    List<String> build =
        List.of("go", "build", "-C", REFERENCE + "/go", "-trimpath", "-o", program.toString(), ".");
    run("go", build, Map.of("CGO_ENABLED", "0"));
    return program;
  }

  /** A Python that starts at once: what is found on PATH may only look for it. */
  public static String python() throws IOException, InterruptedException {
    return run("python3", List.of("python3", "-c", "import sys; print(sys.executable)"), Map.of());
  }

  /** What a program says, if it is there and ends well. */
  static String run(String peer, List<String> command, Map<String, String> variables)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return missing(peer, "there is no " + peer + " on PATH: " + e.getMessage());
    }
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    return process.waitFor() == 0 ? said : missing(peer, command + ": " + said);
  }

  private static String missing(String peer, String why) {
    String required = Optional.ofNullable(System.getenv("KILN_REQUIRE_PEERS")).orElse("");
    if (List.of(required.split(",", -1)).contains(peer)) {
      return Assertions.fail(why);
    }
    return Assumptions.abort(why);
  }
}
