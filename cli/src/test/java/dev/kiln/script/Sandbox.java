package dev.kiln.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.interop.Peers;
import dev.kiln.testkit.Program;
import dev.kiln.testkit.Script;
import dev.kiln.testkit.TempFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A folder with just a few programs on PATH, and just the environment given. */
final class Sandbox implements AutoCloseable {
  private static final List<String> TOOLS =
      List.of("sh", "base64", "cat", "chmod", "mkdir", "mv", "rm");

  final Path folder;
  final Path bin;
  private final TempFolder temporary = TempFolder.create();
  private final Map<String, String> environment = new LinkedHashMap<>();

  /** With the tools of a system, and these; without one of them the test is skipped. */
  Sandbox(String... more) throws IOException {
    folder = temporary.path();
    bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : Stream.concat(TOOLS.stream(), Stream.of(more)).toList()) {
      Files.createSymbolicLink(bin.resolve(tool), Path.of(Peers.program(tool)));
    }
    with("PATH", bin.toString()).with("HOME", folder.toString()).with("TMPDIR", tmp());
  }

  private String tmp() throws IOException {
    return Files.createDirectory(folder.resolve("tmp")).toString();
  }

  /** What runs have left where temporary files go. */
  List<Path> leftovers() throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("tmp"))) {
      return all.toList();
    }
  }

  Sandbox with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Another folder on PATH, in front of those that are there. */
  Path before(String name) throws IOException {
    Path added = Files.createDirectories(folder.resolve(name));
    with("PATH", added + ":" + environment.get("PATH"));
    return added;
  }

  /** A script in a folder. */
  static Path script(Path file, String text) {
    return Script.write(
        Objects.requireNonNull(file.getParent()), file.getFileName().toString(), text);
  }

  Program.Ended run(String stdin, String... command) throws IOException, InterruptedException {
    return run(stdin, List.of(command));
  }

  Program.Ended run(String stdin, List<String> command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return Program.run(stdin.getBytes(UTF_8), builder);
  }

  @Override
  public void close() {
    temporary.close();
  }

  /** The launcher of this checkout. */
  Program.Ended kiln(String stdin, String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(System.getProperty("kiln.top") + "/kiln"));
    command.addAll(List.of(args));
    return run(stdin, command);
  }
}
