package dev.kiln.bench.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * What is started, with its input and output in files, as a shell has them.
 *
 * @param folder for these files
 */
record Programs(Path folder) {
  private static final long UNKNOWN = -1;
  private static final Path NOWHERE = Path.of("/dev/null");

  /** A run that gives the same each time. */
  Once once(String name, List<String> command, byte[] input) throws IOException {
    String file = name.replaceAll("\\W+", "-");
    Path in = Files.write(folder.resolve(file + ".in"), input);
    return new Once(name, command, in, folder.resolve(file + ".out"), new AtomicLong(UNKNOWN));
  }

  /** A run of a program. */
  record Once(String name, List<String> command, Path in, Path out, AtomicLong expected) {
    void run() throws IOException, InterruptedException {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(NOWHERE.toFile())
              .start();
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(name + ": exit code " + exit);
      }
    }

    /** Refuses another answer than the first. */
    void check() throws IOException {
      byte[] answer = Files.readAllBytes(out);
      var sum = new CRC32();
      sum.update(answer);
      if (!expected.compareAndSet(UNKNOWN, sum.getValue()) && expected.get() != sum.getValue()) {
        throw new IllegalStateException(name + ": another answer than the first time, in " + out);
      }
    }
  }
}
