package dev.kiln.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Labels every item of one file and writes the result to another. This is the measured step alone,
 * for a JVM with little memory.
 */
final class LabelFile {
  private LabelFile() {}

  public static void main(String[] args) throws IOException {
    Files.write(Path.of(args[1]), LabelStep.everyItem(Files.readAllBytes(Path.of(args[0]))));
  }
}
