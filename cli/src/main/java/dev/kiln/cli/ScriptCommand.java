package dev.kiln.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A command that is a word of the script {@code kiln-call}. The launcher of a checkout runs that
 * itself, without a JVM; this is for those who have the jar alone.
 */
record ScriptCommand(String name, String summary) implements Command {
  static final String CALL = "call";
  static final String SHIM = "shim";

  private static final String FILE = "kiln-call";

  @Override
  public int run(List<String> args) {
    try {
      Path file = Files.createTempFile(FILE, "");
      try {
        copyTo(file);
        var command = new ArrayList<>(List.of("sh", file.toString(), name));
        command.addAll(args);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      System.err.println("error: cannot run the script of kiln " + name + ": " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static void copyTo(Path file) throws IOException {
    try (InputStream script = ScriptCommand.class.getResourceAsStream(FILE)) {
      Files.copy(Objects.requireNonNull(script, FILE), file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
