package dev.kiln.bench.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * Prepares programs that run with their input and output in files, as in a shell.
 *
 * @param folder the folder of these files
 */
record Programs(Path folder) {
  private static final long UNKNOWN = -1;
  private static final Path NOWHERE = Path.of("/dev/null");

  /** Prepares a program that must give the same output each time. */
  Once prepare(String name, List<String> command, byte[] input) throws IOException {
    String file = name.replaceAll("\\W+", "-");
    Path in = Files.write(folder.resolve(file + ".in"), input);
    return new Once(name, command, in, folder.resolve(file + ".out"), new AtomicLong(UNKNOWN));
  }

  /** A program with its input and output files. */
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

    /** Throws if the output differs from that of the first run. */
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
