package dev.kiln.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Images that hold a program and nothing else, built without a network and removed again. */
final class TestImages implements AutoCloseable {
  private static final String TAG = ":p" + ProcessHandle.current().pid();

  /** Modest limits and runc: both work where an engine runs in a container. */
  private static final String SETTINGS =
      """
      [containers]
      default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
      [engine]
      runtime = "runc"
      """;

  private final List<String> built = new ArrayList<>();
  private final Path folder;
  private final Path settings;

  /** The test is skipped where there is no engine that works. */
  TestImages(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    settings = folder.resolve("containers.conf");
    Files.writeString(settings, SETTINGS);
    ExternalTools.run("podman", List.of("podman", "info"), variables());
  }

  /** What starts the engine with these settings. */
  String engine() {
    return "env CONTAINERS_CONF=" + settings + " podman";
  }

  /** Builds an image of a program. */
  String build(String name, Path program, String dockerfile)
      throws IOException, InterruptedException {
    Path context = Files.createDirectory(folder.resolve(name));
    Files.copy(program, context.resolve("kit"));
    Files.writeString(context.resolve("Dockerfile"), dockerfile);
    String image = "localhost/kiln-conformance-test/" + name + TAG;
    List<String> build =
        List.of("buildah", "bud", "--isolation=chroot", "--pull-never", "--tag", image);
    var command = new ArrayList<>(build);
    command.add(context.toString());
    ExternalTools.run("buildah", command, variables());
    built.add(image);
    return image;
  }

  private Map<String, String> variables() {
    return Map.of("CONTAINERS_CONF", settings.toString());
  }

  @Override
  public void close() throws IOException {
    try {
      for (String image : built) {
        ExternalTools.run("podman", List.of("podman", "rmi", "--force", image), variables());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
