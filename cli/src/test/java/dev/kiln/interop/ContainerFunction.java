package dev.kiln.interop;

import dev.kiln.testkit.Await;
import dev.kiln.testkit.PodmanSettings;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The function set-labels, as a container image from scratch, and podman to run it. */
final class ContainerFunction {
  /** What kustomize and kpt run: podman, which has another version than kpt wants of a docker. */
  private static final String DOCKER =
      """
      #!/bin/sh
      if [ "$1" = version ]; then
        echo 28.0.0
        exit
      fi
      exec podman "$@"
      """;

  private static final String DOCKERFILE =
      """
      FROM scratch
      COPY passwd /etc/passwd
      COPY set-labels /set-labels
      ENTRYPOINT ["/set-labels"]
      """;

  private final String image = "example.com/kiln/set-labels:" + UUID.randomUUID();
  private final Path program;
  private final Path bin;
  private final Map<String, String> variables;

  private ContainerFunction(Path program, Path folder) throws IOException {
    this.program = program;
    bin = Files.createDirectory(folder.resolve("bin"));
    variables = PodmanSettings.write(folder);
    Path docker = Files.writeString(bin.resolve("docker"), DOCKER);
    if (!docker.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + docker);
    }
  }

  /** Builds the image; the test is skipped where that cannot be done. */
  static ContainerFunction build(Path folder) throws IOException, InterruptedException {
    Peers.program("podman");
    Path program = Peers.kustomize().resolve("set-labels");
    var function = new ContainerFunction(program, folder);
    Path context = Files.createDirectory(folder.resolve("context"));
    Files.copy(program, context.resolve("set-labels"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(context.resolve("passwd"), "nobody:x:65534:65534:nobody:/:/none\n");
    Files.writeString(context.resolve("Dockerfile"), DOCKERFILE);
    function.must(
        Peers.program("buildah"), "bud", "--isolation=chroot", "-t", function.image, context);
    function.must("podman", "run", "--rm", "--network=none", function.image, "--help");
    return function;
  }

  private void must(Object... command) throws IOException, InterruptedException {
    Program.Ended ended = run(command);
    if (ended.exit() != 0) {
      Peers.missing("podman", "no containers here: " + ended.err() + ended.out());
    }
  }

  private Program.Ended run(Object... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(Stream.of(command).map(Object::toString).toList());
    builder.environment().putAll(variables());
    return Program.run(new byte[0], builder);
  }

  String image() {
    return image;
  }

  /** The same function as a program. */
  Path program() {
    return program;
  }

  /** A folder with a {@code docker}. */
  Path bin() {
    return bin;
  }

  /** What podman needs to know here. */
  Map<String, String> variables() {
    return variables;
  }

  /** Removes the image, once no container of it is left. */
  void remove() throws Exception {
    Await.until(() -> image + " is still in use", () -> run("podman", "rmi", image).exit() == 0);
  }
}
