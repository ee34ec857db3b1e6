package dev.kiln.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.interop.Peers;
import dev.kiln.process.Distribution;
import dev.kiln.testkit.Program;
import dev.kiln.testkit.TempFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The image as the Dockerfile has it, of the distribution that was just built. In the place of the
 * public base, which cannot be pulled here, is this machine's C library.
 */
final class KilnImage implements BeforeAllCallback, AfterAllCallback {
  static final String NAME = "localhost/kiln-image-test:p" + ProcessHandle.current().pid();

  private static final String BASE = "localhost/kiln-base-test:p" + ProcessHandle.current().pid();
  private static final Path TOP = Path.of(System.getProperty("kiln.top"));

  /** What the programs of a Java are linked with, apart from each other. */
  private static final String COPY_LIBRARIES =
      """
      find "$1/runtime" \\( -name '*.so' -o -name java \\) -exec "$0" root "$1" {} +
      """;

  private final TempFolder folder = TempFolder.create();
  private @Nullable Containers containers;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    containers = new Containers(folder.path());
    Path base = Files.createDirectory(folder.resolve("base"));
    Files.createDirectory(base.resolve("root"));
    Files.writeString(base.resolve("Dockerfile"), "FROM scratch\nCOPY root /\n");
    Program.run(
            new byte[0],
            new ProcessBuilder(
                    "sh",
                    "-euc",
                    COPY_LIBRARIES,
                    TOP + "/cli/src/test/sh/copy-libraries",
                    Distribution.folder().toString())
                .directory(base.toFile()))
        .well();
    containers.build(BASE, base);
    containers.build(
        NAME,
        TOP,
        "--layers", // as podman build does
        "--build-arg=BASE_IMAGE=" + BASE,
        "--build-context=distribution=" + Distribution.folder());
    Program.Ended ended = containers.run("", NAME, "version");
    if (ended.exit() != 0) {
      Peers.missing("podman", "no containers here: " + ended.err());
    }
  }

  /** What the launcher of the distribution gives back for a list. */
  static Program.Ended launcher(String stdin, String... args) throws Exception {
    var command = new ArrayList<>(List.of(Distribution.folder() + "/bin/kiln"));
    command.addAll(List.of(args));
    return Program.run(stdin.getBytes(UTF_8), command);
  }

  Containers containers() {
    return Objects.requireNonNull(containers);
  }

  /** How many bytes the image has that its base has not. */
  long ownSize() throws Exception {
    return size(NAME) - size(BASE);
  }

  private long size(String image) throws Exception {
    return Long.parseLong(
        containers()
            .podman("image", "inspect", "--format", "{{.Size}}", image)
            .well()
            .out()
            .strip());
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (containers != null) {
      containers.remove();
    }
    folder.close();
  }
}
