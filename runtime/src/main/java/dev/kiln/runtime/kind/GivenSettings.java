package dev.kiln.runtime.kind;

import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import java.util.List;
import java.util.Optional;

/**
 * The values of a command line's settings. A kind uses those that it accepts.
 *
 * @param envs each {@code NAME=value}, or {@code NAME} for the caller's value
 * @param network whether the function may use the network of this machine
 */
public record GivenSettings(
    List<String> envs, List<Mount> mounts, boolean network, Optional<PullPolicy> pull) {
  public GivenSettings {
    envs = List.copyOf(envs);
    mounts = List.copyOf(mounts);
  }
}
