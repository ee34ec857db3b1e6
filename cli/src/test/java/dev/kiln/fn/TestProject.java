package dev.kiln.fn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.process.Distribution;
import dev.kiln.sdk.ResourceList;
import dev.kiln.testkit.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder with a package {@code pkg}, and beside it programs that are functions. */
final class TestProject {
  private static final String PACKAGE = "pkg";

  final Path folder;
  final Path pkg;
  private final Map<String, String> environment = new HashMap<>();

  TestProject(Path temporary) throws IOException {
    folder = temporary.toRealPath();
    pkg = Files.createDirectory(folder.resolve(PACKAGE));
    for (ShellFunctions program : ShellFunctions.values()) {
      program.install(Files.createDirectories(folder.resolve("bin")));
    }
  }

  /** A variable of whoever runs the command. */
  TestProject env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  // --- Files ------------------------------------------------------------------------------------

  /** A file of the package. */
  TestProject with(String path, String text) throws IOException {
    write(PACKAGE + "/" + path, text);
    return this;
  }

  /** Files of the package with an item each, which is named after its file. */
  TestProject withItems(String... paths) throws IOException {
    for (String path : paths) {
      with(path, TestItems.config(name(path)));
    }
    return this;
  }

  /**
   * Files of the package that declare a function each, which leaves all as it is; they are named
   * after their files, and {@link #seen} knows what they got.
   */
  TestProject declaring(String... paths) throws IOException {
    for (String path : paths) {
      with(path, TestItems.function(name(path), see(name(path))));
    }
    return this;
  }

  private static String name(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    return file.substring(0, file.lastIndexOf('.'));
  }

  /** A file beside the package. */
  Path write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  String read(String path) throws IOException {
    return Files.readString(pkg.resolve(path));
  }

  /** All files of the package, by their paths. */
  Map<String, String> files() throws IOException {
    return files(pkg);
  }

  static Map<String, String> files(Path top) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(top)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(top.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  // --- Functions --------------------------------------------------------------------------------

  /** The declaration of one that leaves all as it is, and remembers what it got. */
  String see(String name) {
    return exec(ShellFunctions.SEE, folder.resolve("seen-" + name).toString());
  }

  /** The declaration of a program with arguments. */
  String exec(ShellFunctions program, String... args) {
    return "exec: {path: %s, args: [%s]}".formatted(path(program), quoted(args));
  }

  private static String quoted(String... args) {
    return String.join(", ", Stream.of(args).map(arg -> "'" + arg + "'").toList());
  }

  /** The same for the command line. */
  String command(ShellFunctions program, String... args) {
    return path(program) + Stream.of(args).map(arg -> " '" + arg + "'").reduce("", String::concat);
  }

  /** The path of a program. */
  String path(ShellFunctions program) {
    return folder.resolve("bin").resolve(program.file()).toString();
  }

  /** What a function got. */
  ResourceList seen(String name) throws IOException {
    return ResourceList.parse(Files.readString(folder.resolve("seen-" + name)));
  }

  /** The names of the items that a function got. */
  List<String> names(String function) throws IOException {
    return seen(function).items().stream().map(item -> item.name()).toList();
  }

  // --- Runs -------------------------------------------------------------------------------------

  /** {@code kiln fn run pkg} with more. */
  Program.Ended run(String... args) throws IOException, InterruptedException {
    return fn("", Stream.concat(Stream.of("run", PACKAGE), Stream.of(args)).toArray(String[]::new));
  }

  /** The same of what resources declare, with leave to run programs. */
  Program.Ended runDeclared(String... args) throws IOException, InterruptedException {
    return run(Stream.concat(Stream.of("--enable-exec"), Stream.of(args)).toArray(String[]::new));
  }

  /**
   * The same of a function that leaves all as it is; {@link #seen} of {@code it} is what it got.
   */
  Program.Ended runSeeing(String... args) throws IOException, InterruptedException {
    String see = command(ShellFunctions.SEE, folder.resolve("seen-it").toString());
    return run(Stream.concat(Stream.of("--exec", see), Stream.of(args)).toArray(String[]::new));
  }

  /** {@code kiln fn} with these arguments, in the folder of the project. */
  Program.Ended fn(String stdin, String... args) throws IOException, InterruptedException {
    return fnIn(folder, stdin, args);
  }

  /** {@code kiln fn} with these arguments, in another folder. */
  Program.Ended fnIn(Path directory, String stdin, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(Distribution.folder() + "/bin/kiln", "fn"));
    command.addAll(List.of(args));
    return program(stdin, directory, command.toArray(String[]::new));
  }

  /** Another program, with the variables of the project. */
  Program.Ended program(String stdin, Path directory, String... command)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("K")); // KILN_HOST, KRM_…
    builder.environment().putAll(environment);
    return Program.run(stdin.getBytes(UTF_8), builder);
  }
}
