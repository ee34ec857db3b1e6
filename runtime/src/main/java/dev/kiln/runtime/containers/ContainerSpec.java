package dev.kiln.runtime.containers;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the containers of an image are run. Nothing of the host reaches them unless it is said here.
 *
 * @param network the engine's name of it
 * @param memoryBytes at most so much; 0: as much as there is
 * @param cpus at most so much; 0: as much as there is
 * @param readOnly whether the root is read-only; {@code /tmp} never is
 * @param user in numbers, for an image may know no names
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
  /** The user {@code nobody}; an image made from nothing has no file that knows the name. */
  public static final String NOBODY = "65534:65534";

  /** Refuses what no engine takes, or takes for something else. */
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
          "%s of a container: \"%s\" (fits: %s)".formatted(field, found, expected));
    }
  }

  /** Without a network, mounts and limits; pulled where it is missing. */
  public static ContainerSpec of(String image) {
    return new ContainerSpec(
        image, "none", List.of(), Map.of(), 0, 0, false, PullPolicy.MISSING, NOBODY);
  }

  /** This, with a network. */
  public ContainerSpec withNetwork(String name) {
    return new ContainerSpec(
        image, name, mounts, environment, memoryBytes, cpus, readOnly, pull, user);
  }

  /** This, seeing those. */
  public ContainerSpec withMounts(List<Mount> those) {
    return new ContainerSpec(
        image, network, those, environment, memoryBytes, cpus, readOnly, pull, user);
  }

  /** This, with those variables. */
  public ContainerSpec withEnvironment(Map<String, String> those) {
    return new ContainerSpec(
        image, network, mounts, those, memoryBytes, cpus, readOnly, pull, user);
  }

  /** This, with so many bytes at most. */
  public ContainerSpec withMemory(long bytes) {
    return new ContainerSpec(
        image, network, mounts, environment, bytes, cpus, readOnly, pull, user);
  }

  /** This, with so many processors at most. */
  public ContainerSpec withCpus(double limit) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, limit, readOnly, pull, user);
  }

  /** This, with a root that is read-only or not. */
  public ContainerSpec withReadOnly(boolean root) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, root, pull, user);
  }

  /** This, fetched at other times. */
  public ContainerSpec withPull(PullPolicy policy) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, readOnly, policy, user);
  }

  /** This, as another user, in numbers. */
  public ContainerSpec withUser(String numbers) {
    return new ContainerSpec(
        image, network, mounts, environment, memoryBytes, cpus, readOnly, pull, numbers);
  }

  /** Whether it reaches nothing but its standard streams. */
  boolean isOffline() {
    return network.equals("none");
  }
}
