package dev.kiln.runtime.containers;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to run the containers of an image. They get nothing of the host unless this spec says so.
 *
 * @param network the engine's name of the network
 * @param memoryBytes the memory limit; 0 for none
 * @param cpus the processor limit; 0 for none
 * @param readOnly whether the root file system is read-only; {@code /tmp} is always writable
 * @param user the user id, and group id if any, as numbers, because an image may not know any names
 */
public record ContainerSpec(
    String image,
    String network,
    List<Mount> mounts,
    Map<String, String> environment,
    long memoryBytes,
    double cpus,
    boolean readOnly,
    PullPolicy pull,
    String user) {
  /**
   * The user {@code nobody}; given as numbers, because an image built from scratch has no user
   * file.
   */
  public static final String NOBODY = "65534:65534";

  /** Rejects values that no engine accepts, or that an engine would misread. */
  public ContainerSpec {
    ImageReference.require(image);
    mounts = List.copyOf(mounts);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    for (String name : environment.keySet()) {
      require(!name.isEmpty() && !name.contains("="), "a variable", name, "a name without =");
    }
    require(!network.isBlank() && !network.startsWith("-"), "network", network, "none, host, …");
    require(user.matches("\\d+(:\\d+)?"), "user", user, "numbers: " + NOBODY);
    require(memoryBytes >= 0, "memory", "" + memoryBytes, "bytes, 0 for no limit");
    require(cpus >= 0 && cpus < 1e6, "cpus", "" + cpus, "a number, 0 for no limit");
  }

  private static void require(boolean fits, String field, String found, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(
          "%s of a container: \"%s\" (expected: %s)".formatted(field, found, expected));
    }
  }

  /** A spec without network, mounts and limits; the image is pulled if it is missing. */
  public static ContainerSpec of(String image) {
    return new ContainerSpec(
        image, "none", List.of(), Map.of(), 0, 0, false, PullPolicy.MISSING, NOBODY);
  }

  /** Returns a copy with this network. */
  public ContainerSpec withNetwork(String name) {
    return new ContainerSpec(
        image, name, mounts, environment, memoryBytes, cpus, readOnly, pull, user);
  }

  /** Returns a copy with these mounts. */
  public ContainerSpec withMounts(List<Mount> those) {
    return new ContainerSpec(
        image, network, those, environment, memoryBytes, cpus, readOnly, pull, user);
  }

  /** Returns a copy with these variables. */
  public ContainerSpec withEnvironment(Map<String, String> those) {
    return new ContainerSpec(
        image, network, mounts, those, memoryBytes, cpus, readOnly, pull, user);
  }

  /** Returns a copy with this memory limit. */
  public ContainerSpec withMemory(long bytes) {
    return new ContainerSpec(
        image, network, mounts, environment, bytes, cpus, readOnly, pull, user);
  }

  /** Returns a copy with this processor limit. */
  public ContainerSpec withCpus(double limit) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, limit, readOnly, pull, user);
  }

  /** Returns a copy whose root file system is read-only or not. */
  public ContainerSpec withReadOnly(boolean root) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, root, pull, user);
  }

  /** Returns a copy with this pull policy. */
  public ContainerSpec withPull(PullPolicy policy) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, readOnly, policy, user);
  }

  /** Returns a copy with this user, given as numbers. */
  public ContainerSpec withUser(String numbers) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, readOnly, pull, numbers);
  }

  /** Whether the container has no network. */
  boolean isOffline() {
    return network.equals("none");
  }
}
