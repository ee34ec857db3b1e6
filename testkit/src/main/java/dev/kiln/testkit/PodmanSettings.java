package dev.kiln.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The settings with which podman and buildah work where an engine runs in a container itself. */
public final class PodmanSettings {
  private static final String LIMITS =
      """
      [containers]
      default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
      """;

  private PodmanSettings() {}

  /** Writes the settings into the folder, and returns the environment variables for them. */
  public static Map<String, String> write(Path folder) throws IOException {
    String runtime = Podman.find("runc").isPresent() ? "[engine]\nruntime = \"runc\"\n" : "";
    Path file = Files.writeString(folder.resolve("containers.conf"), LIMITS + runtime);
    return Map.of("CONTAINERS_CONF", file.toString());
  }
}
