package dev.kiln.interop;

import dev.kiln.process.HostProcess;
import dev.kiln.testkit.Program;
import dev.kiln.testkit.TempFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A host that keeps the container function warm for all tests of a class, and stand-ins that know
 * where it is.
 */
final class WarmContainers implements BeforeAllCallback, AfterAllCallback {
  private static final Pattern TOOK = Pattern.compile(" in [0-9.]+m?s");
  private static final String KILN = System.getProperty("kiln.top") + "/kiln";

  private final Caller caller;
  private final TempFolder folder = TempFolder.create();
  private String program = "";
  private @Nullable ContainerFunction function;
  private @Nullable HostProcess host;

  /** Who calls the function; the tests are skipped without it. */
  @FunctionalInterface
  interface Caller {
    String program() throws Exception;
  }

  WarmContainers(Caller caller) {
    this.caller = caller;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    program = caller.program();
    function = ContainerFunction.build(folder.path());
    String[] args = {"--http-addr", address(), "--engine", "podman", "--image", function.image()};
    host = HostProcess.run(function.variables(), args);
    host.awaitErr("http: listening");
    Program.run(List.of(KILN, "shim", "install", shims().toString(), "--host", address())).well();
  }

  /** The program that calls the function. */
  String program() {
    return program;
  }

  ContainerFunction function() {
    return Objects.requireNonNull(function);
  }

  String address() {
    return "unix://" + folder.resolve("s");
  }

  private Path log() {
    return folder.resolve("log");
  }

  private Path shims() {
    return folder.resolve("shims");
  }

  /** How a run ended, without what differs between two runs in any case. */
  record Ran(int exit, String out, String err) {}

  /** With the engine alone. */
  Ran bare(Path directory, String... command) throws IOException, InterruptedException {
    return run("", directory, command);
  }

  /** With the stand-ins in front of it. */
  Ran warm(Path directory, String... command) throws IOException, InterruptedException {
    return run(shims() + ":", directory, command);
  }

  private Ran run(String front, Path directory, String... command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    var environment = builder.environment();
    environment.putAll(function().variables());
    environment.put("PATH", front + function().bin() + ":" + System.getenv("PATH"));
    environment.put("KILN_SHIM_LOG", log().toString());
    Program.Ended ended = Program.run(new byte[0], builder);
    return new Ran(ended.exit(), ended.out(), TOOK.matcher(ended.err()).replaceAll(" in no time"));
  }

  /** How often the host answered for a function since it was asked last. */
  long answers() throws IOException {
    var lines = new ArrayList<String>();
    if (Files.exists(log())) {
      lines.addAll(Files.readAllLines(log()));
      Files.delete(log());
    }
    return lines.stream().filter(line -> line.contains(": answered by ")).count();
  }

  /** Ends the host and removes the image and the folder, as far as there are any. */
  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (host != null) {
      host.signal("TERM");
      host.exit();
    }
    if (function != null) {
      function.remove();
    }
    folder.close();
  }

  /** A folder of files, names and texts in turn. */
  static Path files(Path folder, String... files) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < files.length; i += 2) {
      Files.writeString(folder.resolve(files[i]), files[i + 1]);
    }
    return folder;
  }

  /** A kustomization of one item, which those functions transform. */
  static Path kustomization(Path folder, String functions) throws IOException {
    return files(
        folder,
        "kustomization.yaml",
        "resources: [web.yaml]\ntransformers: [labels.yaml]\n",
        "labels.yaml",
        functions,
        "web.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web
        data:
          port: "080"
        """);
  }

  /** What lies in a folder, names and texts in turn. */
  static List<String> texts(Path folder) throws IOException {
    var texts = new ArrayList<String>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.sorted().toList()) {
        texts.add(file.getFileName().toString());
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }
}
