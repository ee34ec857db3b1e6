package dev.kiln.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A program that goes on while a test does other things. */
final class Background implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  Background(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    said = process.inputReader(UTF_8);
  }

  /** All that comes on its stdin. */
  void send(String text) throws IOException {
    try (OutputStream in = process.getOutputStream()) {
      in.write(text.getBytes(UTF_8));
    }
  }

  /** The next line that it writes. */
  String line() throws IOException {
    return String.valueOf(said.readLine());
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    said.close();
  }
}
