package dev.kiln.conformance.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kiln.conformance.execution.Sample;
import dev.kiln.kit.Kit;
import dev.kiln.server.EmbeddedProgram;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The training run for the start-up cache of {@link ReferenceProgram}. */
final class ReferenceTraining {
  private ReferenceTraining() {}

  /** Answers a list on stdin once, and then serves until SIGTERM. */
  public static void main(String[] args) {
    Sample sample = Sample.kit(Optional.empty());
    byte[] list = sample.list().withConfig(sample.config()).text().getBytes(UTF_8);
    var streams =
        new EmbeddedProgram.Streams(
            new ByteArrayInputStream(list),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    new EmbeddedProgram(Kit.class, Map.of(), streams).run(List.of());
    Kit.main(args);
  }
}
