package dev.kiln.runtime.containers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes containers whose owner died together with the process guard that should have ended them.
 * This happens when a machine runs out of memory, or when the container around all of them is
 * killed.
 */
final class OrphanedContainers {
  /**
   * Matches the owner label in docker's list, {@code key=value,…}, and in podman's, {@code
   * map[key:value …]}.
   */
  private static final Pattern OWNER =
      Pattern.compile("^(\\S+) .*" + Pattern.quote(OwnerLabel.LABEL) + "[=:]([\\w.-]+)");

  private OrphanedContainers() {}

  /** Removes the containers that this process can tell to be orphaned. */
  static void remove(Engine engine) {
    EngineOutput list =
        engine.query(
            "ps",
            "--all",
            "--filter",
            "label=" + OwnerLabel.LABEL,
            "--format",
            "{{.Names}} {{.Labels}}");
    for (String line : list.out().lines().toList()) {
      Matcher found = OWNER.matcher(line);
      if (found.find()
          && OwnerLabel.parse(found.group(2)).filter(OwnerLabel::hasEnded).isPresent()) {
        engine.query(RunCommand.removal(engine, found.group(1)).toArray(String[]::new));
      }
    }
  }
}
