package dev.kiln.server.warm;

import dev.kiln.sdk.BadInput;
import dev.kiln.sdk.FunctionConfig;
import dev.kiln.sdk.Resource;
import dev.kiln.sdk.schema.Schema;
import dev.kiln.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads the configuration file of a host. */
public final class HostConfigFile {
  private static final String API_VERSION = "kiln.dev/v1alpha1";
  private static final String KIND = "Host";

  private HostConfigFile() {}

  /** A file that cannot be meant. The message is for the person who wrote it. */
  public static final class Bad extends Exception {
    Bad(Path file, String message) {
      super(file + ": " + message);
    }
  }

  /** What the file says, all that is wrong with it told at once. */
  public static HostConfig read(Path file) throws Bad {
    try {
      FunctionConfig config = FunctionConfig.parse(Files.readAllBytes(file));
      Resource resource =
          config.resource().orElseThrow(() -> new Bad(file, "empty (expected: kind " + KIND + ")"));
      require(resource, "apiVersion", resource.apiVersion(), API_VERSION);
      require(resource, "kind", resource.kind(), KIND);
      List<Schema.Violation> violations = schema().checkObject(resource.node());
      if (!violations.isEmpty()) {
        throw new Bad(
            file,
            violations.stream().map(Schema.Violation::message).collect(Collectors.joining("; ")));
      }
      return config.bind(HostConfig.class);
    } catch (BadInput e) {
      throw new Bad(file, String.valueOf(e.getMessage()));
    } catch (NoSuchFileException e) {
      throw new Bad(file, "no such file");
    } catch (IOException e) {
      throw new Bad(file, "cannot be read: " + e.getMessage());
    }
  }

  private static void require(Resource resource, String field, String found, String expected) {
    if (!found.equals(expected)) {
      throw new BadInput(field, found.isEmpty() ? "missing" : found, expected, resource.node());
    }
  }

  private static Schema schema() {
    try (InputStream in = HostConfigFile.class.getResourceAsStream("Host.schema.yaml")) {
      return Schema.of(Yaml.parse(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
