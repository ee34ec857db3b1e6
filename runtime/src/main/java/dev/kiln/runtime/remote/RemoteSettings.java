package dev.kiln.runtime.remote;

import org.jspecify.annotations.Nullable;

/**
 * How a function is called at its servers.
 *
 * @param function the name that it has there; null: not sent
 * @param image the image that it stands in for there, all that a server of Porch's service goes by;
 *     null: not sent
 * @param idempotent whether its definition says that it may run again where it may have run; if
 *     not, a call that broke is never sent a second time
 * @param maxMessageBytes the largest list that is read from a server
 */
public record RemoteSettings(
    RemoteTls tls,
    @Nullable String function,
    @Nullable String image,
    boolean idempotent,
    long maxMessageBytes) {

  /** A function that must not run twice, at servers that know what to run. */
  public static RemoteSettings of(long maxMessageBytes) {
    return new RemoteSettings(RemoteTls.DEFAULT, null, null, false, maxMessageBytes);
  }

  /** These, with another way to know servers. */
  public RemoteSettings with(RemoteTls other) {
    return new RemoteSettings(other, function, image, idempotent, maxMessageBytes);
  }

  /** These, asking for the function of that name. */
  public RemoteSettings withFunction(String name) {
    return new RemoteSettings(tls, name, image, idempotent, maxMessageBytes);
  }

  /** These, asking for the function of that image. */
  public RemoteSettings withImage(String name) {
    return new RemoteSettings(tls, function, name, idempotent, maxMessageBytes);
  }

  /** These, for a function that may run again where it may have run, or that may not. */
  public RemoteSettings withIdempotent(boolean may) {
    return new RemoteSettings(tls, function, image, may, maxMessageBytes);
  }
}
