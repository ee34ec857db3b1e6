package dev.kiln.interop;

import dev.kiln.process.HostProcess;
import dev.kiln.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A host that keeps the container function warm, and stand-ins that know where it is. */
final class WarmContainers {
  private static final Pattern TOOK = Pattern.compile(" in [0-9.]+m?s");
  private static final String KILN = System.getProperty("kiln.top") + "/kiln";

  private final Path folder = Files.createTempDirectory("kiln");
  final ContainerFunction function;
  final Path log = folder.resolve("log");
  private final HostProcess host;

  WarmContainers() throws Exception {
    function = ContainerFunction.build(folder);
    host =
        HostProcess.run(
            function.variables(),
            "--http-addr",
            address(),
            "--engine",
            "podman",
            "--image",
            function.image());
    try {
      host.awaitErr("http: listening");
      Program.run(List.of(KILN, "shim", "install", shims().toString(), "--host", address())).well();
    } catch (Exception | AssertionError e) {
      host.close();
      function.remove();
      throw e;
    }
  }

  String address() {
    return "unix://" + folder.resolve("s");
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
    environment.putAll(function.variables());
    environment.put("PATH", front + function.bin() + ":" + System.getenv("PATH"));
    environment.put("KILN_SHIM_LOG", log.toString());
    Program.Ended ended = Program.run(new byte[0], builder);
    return new Ran(ended.exit(), ended.out(), TOOK.matcher(ended.err()).replaceAll(" in no time"));
  }

  /** How often the host answered for a function since it was asked last. */
  long answers() throws IOException {
    var lines = new ArrayList<String>();
    if (Files.exists(log)) {
      lines.addAll(Files.readAllLines(log));
      Files.delete(log);
    }
    return lines.stream().filter(line -> line.contains(": answered by ")).count();
  }

  /** Ends the host and removes the image. */
  void end() throws Exception {
    host.signal("TERM");
    host.exit();
    function.remove();
  }

  /** A folder of files, names and texts in turn. */
  static Path files(Path folder, String... files) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < files.length; i += 2) {
      Files.writeString(folder.resolve(files[i]), files[i + 1]);
    }
    return folder;
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
