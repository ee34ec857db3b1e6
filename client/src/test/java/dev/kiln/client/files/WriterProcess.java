package dev.kiln.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.sdk.Resource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another process that changes the package of {@link #before} to that of {@link #after}, and stops
 * at a step until it is told to go on, or killed.
 */
final class WriterProcess implements AutoCloseable {
  private static final String HERE = "here";

  private final Process process;

  private WriterProcess(Process process) {
    this.process = process;
  }

  /** The package that it finds. */
  static TestPackage before(Path root) {
    return new TestPackage(root)
        .withItem("a.yaml")
        .withItem("b/b.yaml")
        .withItem("gone/c.yaml")
        .with("README.md", "for people\n");
  }

  /** The package as it is to be. */
  static TestPackage after(Path root) {
    return new TestPackage(root)
        .with("a.yaml", TestPackage.configMap("changed"))
        .with("b/b.yaml", TestPackage.configMap("changed"))
        .withItem("new/deep/d.yaml")
        .with("README.md", "for people\n");
  }

  static WritePlan plan(PackageFolder read) {
    var placed = new ArrayList<PlacedItem>();
    for (var item : read.items()) {
      if (!item.path().startsWith("gone/")) {
        placed.add(
            new PlacedItem(item.path(), item.index(), item.resource().withName("changed"), item));
      }
    }
    placed.add(
        PlacedItem.created("new/deep/d.yaml", Resource.parse(TestPackage.configMap("d.yaml"))));
    return read.plan(placed);
  }

  /** Runs in the process. The third argument says of which file a name is taken by a folder. */
  public static void main(String[] args) {
    var root = Path.of(args[0]);
    plan(PackageFolder.read(root, ReadOptions.defaults()))
        .write(
            (stage, number) -> {
              String here = stage + " " + number;
              if (args.length > 2 && here.equals("placed 0")) {
                obstruct(root.resolve(args[2]));
              }
              if (here.equals(args[1])) {
                waitForWord();
              }
            });
  }

  static void obstruct(Path path) {
    try {
      Files.createDirectories(path.resolve("in the way"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitForWord() {
    System.out.println(HERE);
    try {
      int _ = System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts one; it is at that step when this returns. */
  static WriterProcess at(String stage, Path root, String... more) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WriterProcess.class.getName(),
                root.toString(),
                stage));
    command.addAll(List.of(more));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String said = out.readLine();
    if (!HERE.equals(said)) {
      throw new IllegalStateException("not " + stage + ": " + said);
    }
    return new WriterProcess(process);
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Lets it do the rest. */
  int finish() throws IOException, InterruptedException {
    process.getOutputStream().write('\n');
    process.getOutputStream().close();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
