package dev.kiln.runtime.containers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Containers whose owner died together with whatever was to end them: in a machine that ran out of
 * memory, say, or with the container that all of them were in.
 */
final class OrphanedContainers {
  /** As docker lists labels, {@code key=value,…}, and as podman does, {@code map[key:value …]}. */
  private static final Pattern OWNER =
      Pattern.compile("^(\\S+) .*" + Pattern.quote(OwnerLabel.LABEL) + "[=:]([\\w.-]+)");

  private OrphanedContainers() {}

  /** Removes them, as far as it can be known here that they are such. */
  static void remove(Engine engine) {
    EngineOutput list =
        engine.ask(
            "ps",
            "--all",
            "--filter",
            "label=" + OwnerLabel.LABEL,
            "--format",
            "{{.Names}} {{.Labels}}");
    for (String line : list.out().lines().toList()) {
      Matcher found = OWNER.matcher(line);
      if (found.find() && OwnerLabel.parse(found.group(2)).filter(OwnerLabel::isGone).isPresent()) {
        engine.ask(RunCommand.removal(engine, found.group(1)).toArray(String[]::new));
      }
    }
  }
}
