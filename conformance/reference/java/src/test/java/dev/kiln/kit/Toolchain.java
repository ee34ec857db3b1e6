package dev.kiln.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Makes the programs in Go: the kit, and the yq that the kit in shell needs. Without Go the tests
 * are skipped, and fail where {@code KILN_REQUIRE_PEERS} names it.
 */
final class Toolchain {
  private Toolchain() {}

  /** The folder of the programs. */
  static Path build(Path folder) throws IOException, InterruptedException {
    Path built = Files.createDirectory(folder.resolve("built"));
    go(built, "../go", ".");
    go(built, "../shell", "tool");
    return built;
  }

  private static void go(Path built, String module, String what)
      throws IOException, InterruptedException {
    Path said = built.resolveSibling("said");
    var builder =
        new ProcessBuilder(
                List.of("go", "build", "-C", module, "-trimpath", "-o", built + "/", what))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().put("CGO_ENABLED", "0");
    int exit;
    try {
      exit = builder.start().waitFor();
    } catch (IOException e) {
      missing("there is no go on PATH: " + e.getMessage());
      return;
    }
    if (exit != 0) {
      missing(module + " cannot be built: " + Files.readString(said));
    }
  }

  private static void missing(String why) {
    String required = Optional.ofNullable(System.getenv("KILN_REQUIRE_PEERS")).orElse("");
    if (List.of(required.split(",", -1)).contains("go")) {
      Assertions.fail(why);
    }
    Assumptions.abort(why);
  }
}
