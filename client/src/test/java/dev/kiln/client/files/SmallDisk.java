package dev.kiln.client.files;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system with little room, where the system lets a test mount one. */
record SmallDisk(Path folder) implements AutoCloseable {
  static SmallDisk mount(Path folder, int kilobytes) throws IOException {
    Files.createDirectory(folder);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", folder.toString()),
        "no small disk can be mounted");
    return new SmallDisk(folder);
  }

  /** Fills the disk up to this room; returns the file that fills it. */
  Path fill(int kilobytes) {
    Path filler = folder.resolve("filler");
    boolean _ = run("dd", "if=/dev/zero", "of=" + filler, "bs=1k");
    boolean _ = run("truncate", "-s", "-" + kilobytes + "k", filler.toString());
    return filler;
  }

  @Override
  public void close() {
    boolean _ = run("umount", folder.toString());
  }

  private static boolean run(String... command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
