package dev.kiln.runtime.kind.exec;

import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.InvalidDeclarationException;
import dev.kiln.runtime.kind.Permission;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ServingOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A program.
 *
 * @param command its path as declared, then its arguments. Other orchestrators start declared
 *     programs in their own working directory, so a relative path is resolved from there, not from
 *     the package; a name without a slash is looked up in {@code PATH}
 * @param envs each {@code NAME=value}, or {@code NAME} for the caller's value
 * @param directory its working directory; empty for that of this process
 */
public record ProgramFunction(
    List<String> command,
    List<String> envs,
    Optional<String> directory,
    ServingOptions serving,
    Optional<PoolOptions> pool)
    implements FunctionSpec {
  public ProgramFunction {
    command = List.copyOf(command);
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new InvalidDeclarationException(
          "a program without a path (expected: a path, or a name in PATH)");
    }
    envs = Environment.checked(envs);
  }

  /** A program of spec v1. */
  public static ProgramFunction of(List<String> command, List<String> envs) {
    return new ProgramFunction(
        command, envs, Optional.empty(), ServingOptions.DEFAULT, Optional.empty());
  }

  /** Returns a copy with other variables. */
  public ProgramFunction withEnvs(List<String> others) {
    return new ProgramFunction(command, others, directory, serving, pool);
  }

  @Override
  public String label() {
    return command.getFirst();
  }

  /** The name of its file: a whole path would not fit. */
  @Override
  public String shortLabel() {
    return label().substring(label().lastIndexOf('/') + 1);
  }

  @Override
  public Set<Permission> permissions() {
    return Set.of(Permission.EXEC);
  }

  @Override
  public Object identity() {
    return String.join("\0", command)
        + "\0\0"
        + String.join("\0", envs)
        + "\0\0"
        + directory.orElse("")
        + serving.serves()
        + serving.onPort()
        + serving.idempotent()
        + pool.map(PoolOptions::identity).orElse("");
  }
}
