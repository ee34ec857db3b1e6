package dev.kiln.runtime.kind.remote;

import dev.kiln.runtime.kind.FunctionSpec;
import dev.kiln.runtime.kind.Permission;
import dev.kiln.runtime.remote.RemoteAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A function on servers of spec v2 that are already running.
 *
 * @param addresses the addresses of equivalent servers; {@link RemoteAddress} parses them
 * @param function the name to request; empty if the servers do not need it
 * @param image the image to request
 * @param caFile the authorities that sign the servers' certificates; empty: those that the JDK
 *     trusts
 * @param certFile our own certificate; its key is in keyFile
 * @param tokenFile the token that tells the servers who calls
 * @param idempotent whether a call that may have run may be repeated
 */
public record RemoteFunction(
    List<String> addresses,
    Optional<String> function,
    Optional<String> image,
    Optional<String> caFile,
    Optional<String> certFile,
    Optional<String> keyFile,
    Optional<String> tokenFile,
    boolean idempotent)
    implements FunctionSpec {
  public RemoteFunction {
    addresses = List.copyOf(addresses);
    addresses.forEach(RemoteAddress::parse);
  }

  /** A function on servers that need neither name nor image. */
  public static RemoteFunction at(String... addresses) {
    return new RemoteFunction(
        List.of(addresses),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  @Override
  public String label() {
    return String.join(",", addresses);
  }

  @Override
  public Set<Permission> permissions() {
    return Set.of(Permission.ENDPOINT);
  }

  @Override
  public boolean isRepeatable() {
    return idempotent;
  }

  @Override
  public Object identity() {
    return String.join("\0", addresses)
        + "\0"
        + function.orElse("")
        + "\0"
        + image.orElse("")
        + "\0"
        + caFile.orElse("")
        + "\0"
        + certFile.orElse("")
        + "\0"
        + keyFile.orElse("")
        + "\0"
        + tokenFile.orElse("")
        + idempotent;
  }
}
