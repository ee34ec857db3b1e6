package dev.kiln.launcher;

import dev.kiln.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A {@code docker} for tests: podman, with an image of the distribution's Java in place of the
 * usual one, since nothing may be pulled.
 */
final class Engine {
  /** For the lock of tests that make and remove the image. */
  static final String JAVA = "localhost/kiln-java-of-the-distribution";

  /** Modest limits and runc, where there is one: both work where an engine runs in a container. */
  private static final String SETTINGS =
      """
      [containers]
      default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
      """;

  private static final String DOCKER =
      """
      #!/bin/sh
      if [ "$1" = build ]; then
        shift
        set -- build --pull=never --layers=false --build-arg JAVA_IMAGE=%1$s "$@"
      fi
      runtime=$(command -v runc) && set -- --runtime "$runtime" "$@"
      exec podman "$@"
      """
          .formatted(JAVA);

  /** A Java, a shell, and the libraries that they need. */
  private static final String MAKE_IMAGE =
      """
      set -eu
      mkdir -p java-image/root/bin java-image/root/tmp
      cd java-image
      chmod 1777 root/tmp
      cp -R "$1" root/java
      cp "$(readlink -f /bin/sh)" root/bin/sh
      "$0" root "$PWD" /bin/sh root/java/bin/java root/java/lib/server/libjvm.so
      printf 'FROM scratch\\nCOPY root /\\nENV PATH=/java/bin:/bin\\n' >Dockerfile
      docker build -t %1$s .
      docker run --rm --network none %1$s sh -c 'java -version'
      """
          .formatted(JAVA);

  private static final String LIBRARIES =
      System.getProperty("kiln.top") + "/cli/src/test/sh/copy-libraries";

  private final Shell shell;

  private Engine(Shell shell) {
    this.shell = shell;
  }

  /** Puts it into {@code bin}, which is on the shell's PATH; empty where it cannot work. */
  static Optional<Engine> install(Path bin, Shell shell) throws IOException, InterruptedException {
    FakeCheckout.executable(Files.writeString(bin.resolve("docker"), DOCKER));
    shell.with("CONTAINERS_CONF", Files.writeString(bin.resolve("containers.conf"), SETTINGS));
    Shell.Ended made =
        shell.run("", "sh", "-c", MAKE_IMAGE, LIBRARIES, Distribution.folder() + "/runtime");
    if (made.exitCode() == 0) {
      return Optional.of(new Engine(shell));
    }
    System.err.println("no containers here: " + made.err());
    return Optional.empty();
  }

  void remove(String image) throws IOException, InterruptedException {
    shell.run("", "sh", "-c", "docker rmi --force " + image);
  }

  void close() throws IOException, InterruptedException {
    remove(JAVA);
  }
}
