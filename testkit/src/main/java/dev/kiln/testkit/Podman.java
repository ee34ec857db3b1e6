package dev.kiln.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The podman of this machine, and images made from nothing but a static program. A test that uses
 * it is skipped where podman, buildah or Go is missing, or containers do not work.
 */
public final class Podman implements AutoCloseable {

  private final TempFolder folder = TempFolder.create();
  private final Map<String, String> environment = new HashMap<>(System.getenv());
  private final List<String> images = new ArrayList<>();
  private final String unique = "localhost/kiln-test-" + ProcessHandle.current().pid();

  private Podman() {}

  /** Builds the program from Go source. */
  public static Podman with(String source) throws IOException {
    var podman = new Podman();
    try {
      podman.make(source);
      return podman;
    } catch (IllegalStateException e) {
      podman.close();
      Assumptions.abort("no containers here: " + e.getMessage());
      throw e;
    }
  }

  private void make(String source) throws IOException {
    environment.putAll(PodmanSettings.write(folder.path()));
    environment.put("CGO_ENABLED", "0");
    environment.put("GOFLAGS", "-mod=mod");
    Files.writeString(folder.resolve("main.go"), source);
    Files.writeString(folder.resolve("go.mod"), "module fn\ngo 1.21\n");
    run(
        require("go", "/usr/local/go/bin"),
        "build",
        "-C",
        folder.path().toString(),
        "-trimpath",
        "-o",
        "fn",
        ".");
    Files.writeString(
        folder.resolve("Dockerfile"), "FROM scratch\nCOPY fn /fn\nENTRYPOINT [\"/fn\"]\n");
    String image = image("plain");
    run(
        require("buildah"),
        "bud",
        "--isolation",
        "chroot",
        "-q",
        "-t",
        image,
        folder.path().toString());
    run(require("podman"), "run", "--rm", "--network", "none", image, "true");
  }

  /** The environment variables with which the command {@code podman} works here. */
  public Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  /** The image that tells nothing. */
  public String plain() {
    return unique + ":plain";
  }

  /**
   * One like it, with some settings of buildah's.
   *
   * @param settings such as {@code --label a=b}
   */
  public String variant(String tag, String... settings) {
    String container = run(require("buildah"), "from", plain());
    String image = image(tag);
    run(
        Stream.of(Stream.of("buildah", "config"), Stream.of(settings), Stream.of(container))
            .flatMap(words -> words)
            .toArray(String[]::new));
    run("buildah", "commit", "-q", "--rm", container, image);
    return image;
  }

  /** One in the format that Docker defined, with a health check, which OCI's does not know. */
  public String inDockersFormat(String tag) throws IOException {
    String image = image(tag);
    Path file = folder.resolve("Dockerfile." + tag);
    Files.writeString(file, "FROM " + plain() + "\nHEALTHCHECK CMD [\"/nothing-to-check\"]\n");
    run(
        List.of(
            "buildah",
            "bud",
            "--isolation",
            "chroot",
            "--format",
            "docker",
            "--pull-never",
            "-q",
            "-t",
            image,
            "-f",
            file.toString(),
            folder.path().toString()));
    return image;
  }

  /** A list of manifests, of one image. */
  public String list(String tag) {
    String name = image(tag);
    say("manifest", "create", name, "containers-storage:" + plain());
    return name;
  }

  private String image(String tag) {
    images.add(unique + ":" + tag);
    return unique + ":" + tag;
  }

  /** Runs podman and returns what it printed. */
  public String say(String... arguments) {
    return run(Stream.concat(Stream.of("podman"), Stream.of(arguments)).toArray(String[]::new));
  }

  private String run(String... command) {
    return run(List.of(command));
  }

  /**
   * Runs a command with the same environment.
   *
   * @return what it printed on stdout
   */
  public String run(List<String> command) {
    try {
      var builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      Program.Ended ended = Program.run(new byte[0], builder);
      if (ended.exit() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + ended.err());
      }
      return ended.out().strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String require(String program, String... folders) {
    return find(program, folders)
        .map(Path::toString)
        .orElseThrow(() -> new IllegalStateException("there is no " + program + " on PATH"));
  }

  static Optional<Path> find(String program, String... folders) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(":")), Stream.of(folders))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void close() throws IOException {
    for (String image : images.reversed()) {
      removeImage(image);
    }
    folder.close();
  }

  private void removeImage(String image) {
    try {
      say("rmi", "--force", image);
    } catch (IllegalStateException _) {
      // a test has removed it already, or an engine that makes no containers keeps it
    }
  }
}
