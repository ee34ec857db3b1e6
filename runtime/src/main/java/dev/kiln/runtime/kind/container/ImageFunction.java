package dev.kiln.runtime.kind.container;

import dev.kiln.runtime.containers.ContainerSpec;
import dev.kiln.runtime.containers.Mount;
import dev.kiln.runtime.containers.PullPolicy;
import dev.kiln.runtime.kind.Environment;
import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.HostReference;
import dev.kiln.runtime.kind.Permission;
import dev.kiln.runtime.kind.PoolOptions;
import dev.kiln.runtime.kind.ServingOptions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A container image.
 *
 * @param network the engine's name of the network that it uses, {@code none} for no network
 * @param envs each {@code NAME=value}, or {@code NAME} for the caller's value: see {@link
 *     Environment}
 * @param memoryBytes the memory limit of a container; 0 for none
 * @param readOnly whether its root file system is read-only
 */
public record ImageFunction(
    String image,
    String network,
    List<Mount> mounts,
    List<String> envs,
    long memoryBytes,
    boolean readOnly,
    PullPolicy pull,
    ServingOptions serving,
    Optional<PoolOptions> pool)
    implements FunctionSpec {
  static final String NO_NETWORK = "none";

  public ImageFunction {
    ContainerSpec.of(image).withNetwork(network);
    mounts = List.copyOf(mounts);
    envs = Environment.checked(envs);
  }

  /** A function without network, mounts and variables. */
  public static ImageFunction of(String image) {
    return new ImageFunction(
        image,
        NO_NETWORK,
        List.of(),
        List.of(),
        0,
        false,
        PullPolicy.MISSING,
        ServingOptions.DEFAULT,
        Optional.empty());
  }

  /** Returns a copy on this network of the engine. */
  public ImageFunction withNetwork(String name) {
    return new ImageFunction(image, name, mounts, envs, memoryBytes, readOnly, pull, serving, pool);
  }

  /** Returns a copy with these mounts. */
  public ImageFunction withMounts(List<Mount> those) {
    return new ImageFunction(
        image, network, those, envs, memoryBytes, readOnly, pull, serving, pool);
  }

  /** Returns a copy with these variables. */
  public ImageFunction withEnvs(List<String> those) {
    return new ImageFunction(
        image, network, mounts, those, memoryBytes, readOnly, pull, serving, pool);
  }

  /** Returns a copy with another pull policy. */
  public ImageFunction withPull(PullPolicy other) {
    return new ImageFunction(
        image, network, mounts, envs, memoryBytes, readOnly, other, serving, pool);
  }

  /** Returns a copy with other pool options. */
  public ImageFunction withPool(PoolOptions other) {
    return new ImageFunction(
        image, network, mounts, envs, memoryBytes, readOnly, pull, serving, Optional.of(other));
  }

  /** Whether it has a network beyond its own loopback. */
  public boolean hasNetwork() {
    return !network.equals(NO_NETWORK);
  }

  @Override
  public String label() {
    return image;
  }

  @Override
  public Optional<String> defaultName() {
    return Optional.of(image);
  }

  @Override
  public Set<Permission> permissions() {
    var permissions = EnumSet.of(Permission.IMAGE);
    if (hasNetwork()) {
      permissions.add(Permission.NETWORK);
    }
    if (mounts.stream().anyMatch(Mount::hasSource)) {
      permissions.add(Permission.MOUNT);
    }
    if (!Environment.ofCaller(envs).isEmpty()) {
      permissions.add(Permission.ENVIRONMENT);
    }
    return permissions;
  }

  @Override
  public boolean isRepeatable() {
    return !hasNetwork() && mounts.stream().noneMatch(Mount::writable);
  }

  /**
   * Only a plain image can run on a host. A host cannot access this machine, grants no rights that
   * a caller asks for, and pulls images as its own settings say.
   */
  @Override
  public Optional<HostReference> hostReference() {
    boolean plain = !hasNetwork() && mounts.isEmpty() && envs.isEmpty();
    return !plain || pull != PullPolicy.MISSING
        ? Optional.empty()
        : Optional.of(HostReference.byImage(image));
  }

  @Override
  public Object identity() {
    var words = new StringBuilder(image).append('\0').append(network);
    for (Mount mount : mounts) {
      words.append('\0').append(mount.type()).append('\0').append(mount.source());
      words.append('\0').append(mount.target()).append('\0').append(mount.writable());
    }
    words.append("\0\0").append(String.join("\0", envs)).append("\0\0").append(memoryBytes);
    words.append(readOnly).append(pull).append(serving.serves()).append(serving.onPort());
    words.append(serving.idempotent()).append(pool.map(PoolOptions::identity).orElse(""));
    return words.toString();
  }
}
