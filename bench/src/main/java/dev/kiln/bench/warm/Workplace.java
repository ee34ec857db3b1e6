package dev.kiln.bench.warm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.bench.load.servers.LabelEverything;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with everything that the measured programs need: an image, an engine, shims for it, and
 * packages.
 */
public final class Workplace implements AutoCloseable {
  public static final String IMAGE = "localhost/kiln-bench/set-labels:v1";

  /** Modest limits and runc: both work where an engine runs in a container. */
  private static final String LIMITS =
      """
      [containers]
      default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
      """;

  private final Path folder;
  private final Path peers;
  private final String kiln;
  private final Map<String, String> variables = new HashMap<>();

  /**
   * @param peers the folder with kustomize and set-labels
   * @param kiln the command
   */
  public Workplace(Path peers, String kiln) throws IOException {
    this.folder = WorkFolder.make().path();
    this.peers = peers;
    this.kiln = kiln;
    boolean runc = find("runc").isPresent();
    Path conf = write("containers.conf", LIMITS + (runc ? "[engine]\nruntime = \"runc\"\n" : ""));
    variables.put("CONTAINERS_CONF", conf.toString());
    // kustomize and kpt run docker, and kpt asks for its version
    Path docker =
        write(
            "bin/docker",
            "#!/bin/sh\n[ \"$1\" = version ] && echo 28.0.0 && exit\nexec podman \"$@\"\n");
    if (!docker.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + docker);
    }
  }

  /** A program on the PATH. */
  public static Optional<Path> find(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(each -> Path.of(each, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Another one for the same programs, with another socket. */
  Workplace another() throws IOException {
    return new Workplace(peers, kiln);
  }

  /** A folder with a jar of one function: that of this benchmark. */
  Path functions() throws IOException {
    try {
      URI jar = LabelEverything.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path functions = Files.createDirectories(folder.resolve("functions"));
      Files.copy(Path.of(jar), functions.resolve("bench.jar"));
      return functions;
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** A program of another project. */
  public Path peer(String name) {
    return peers.resolve(name);
  }

  /** The socket of the host. */
  public Path socket() {
    return folder.resolve("s");
  }

  /** The command. */
  public String kiln() {
    return kiln;
  }

  Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** The path of a folder with that name, which need not exist yet. */
  public Path folder(String name) {
    return folder.resolve(name);
  }

  /** Builds the image; false if there is no engine that can run it. */
  public boolean hasContainers() throws IOException, InterruptedException {
    if (find("podman").isEmpty() || find("buildah").isEmpty()) {
      return false;
    }
    write("image/passwd", "nobody:x:65534:65534:nobody:/:/none\n");
    Files.copy(peer("set-labels"), folder.resolve("image/set-labels"));
    write(
        "image/Dockerfile",
        """
        FROM scratch
        COPY passwd /etc/passwd
        COPY set-labels /set-labels
        ENTRYPOINT ["/set-labels"]
        """);
    String context = folder.resolve("image").toString();
    return run(List.of("buildah", "bud", "--isolation=chroot", "-t", IMAGE, context)).exit() == 0
        && run(List.of("podman", "run", "--rm", "--network=none", IMAGE, "--help")).exit() == 0;
  }

  /** Installs the shims that {@link #runWithShims} puts on the PATH. */
  void installShims() throws IOException, InterruptedException {
    String shims = folder.resolve("shims").toString();
    var ended = run(List.of(kiln, "shim", "install", shims, "--host", "unix://" + socket()));
    if (ended.exit() != 0) {
      throw new IOException("kiln shim install: " + ended.err());
    }
  }

  /** The exit code and the output of a program. */
  public record Ended(int exit, String out, String err) {}

  /** Runs a program to its end. */
  public Ended run(List<String> command) throws IOException, InterruptedException {
    return run(command, "", "");
  }

  /** Runs a program to its end, with the shims before the engine on the PATH. */
  Ended runWithShims(List<String> command) throws IOException, InterruptedException {
    return run(command, "", folder.resolve("shims") + ":");
  }

  Ended run(List<String> command, String input) throws IOException, InterruptedException {
    return run(command, input, "");
  }

  private Ended run(List<String> command, String input, String pathPrefix)
      throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    Process process = builder(command, pathPrefix).redirectError(err.toFile()).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), out, Files.readString(err));
  }

  ProcessBuilder builder(List<String> command, String pathPrefix) {
    var builder = new ProcessBuilder(new ArrayList<>(command));
    builder.environment().putAll(variables);
    String path = pathPrefix + folder.resolve("bin") + ":" + System.getenv("PATH");
    builder.environment().put("PATH", path);
    return builder;
  }

  /** Writes a kustomization with this many functions of a kind, and returns its folder. */
  String kustomization(String name, int functions, String runtime) throws IOException {
    var config = new StringBuilder();
    for (int i = 0; i < functions; i++) {
      config.append(
          """
          ---
          apiVersion: example.com/v1
          kind: SetLabels
          metadata:
            name: labels-%d
            annotations:
              config.kubernetes.io/function: |
                %s
          labels: {team%d: platform}
          """
              .formatted(i, runtime, i));
    }
    write(name + "/labels.yaml", config.toString());
    write(
        name + "/kustomization.yaml",
        "resources: [web.yaml]\n" + (functions > 0 ? "transformers: [labels.yaml]\n" : ""));
    return resource(name);
  }

  /** Writes a package for kpt, and returns its folder. */
  String kptPackage(String name) throws IOException {
    write(name + "/Kptfile", "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: web}\n");
    return resource(name);
  }

  private String resource(String name) throws IOException {
    String web = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata: {port: \"080\"}\n";
    write(name + "/web.yaml", web);
    return folder.resolve(name).toString();
  }

  /** Deletes the folder. The image stays, and the next run builds it again. */
  @Override
  public void close() throws IOException {
    new WorkFolder(folder).close();
  }
}
