package dev.kiln.conformance.targets;

import java.util.ArrayList;
import java.util.List;

/**
 * An image and how it is run.
 *
 * @param engine the container engine's command
 * @param network what its containers have, as the engine says it
 */
public record TargetContainer(String engine, String network, String image) {
  /** A container as its image wants it to be. */
  TargetProgram program() {
    return program(List.of());
  }

  /** As a user. */
  public TargetProgram programAsUser(String user) {
    return program(List.of("--user", user));
  }

  private TargetProgram program(List<String> options) {
    var words = new ArrayList<>(List.of(engine.strip().split("\\s+")));
    words.addAll(List.of("run", "--rm", "-i", "--network", network));
    words.addAll(options);
    words.add(image);
    return new TargetProgram(words);
  }
}
