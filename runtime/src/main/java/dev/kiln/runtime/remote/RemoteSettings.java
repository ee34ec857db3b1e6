package dev.kiln.runtime.remote;

import dev.kiln.net.ClientTlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How to call a function on its servers.
 *
 * @param token tells the servers who calls
 * @param function the name of the function on the servers; null: not sent
 * @param image the image that the function replaces on the servers; a server of Porch's service
 *     chooses the function by the image alone; null: not sent
 * @param idempotent whether its definition says that it may run again after it may have run; if
 *     not, a call whose connection broke is never repeated
 * @param maxMessageBytes the size limit for a list from a server
 */
public record RemoteSettings(
    ClientTlsFiles tls,
    ClientToken token,
    @Nullable String function,
    @Nullable String image,
    boolean idempotent,
    long maxMessageBytes) {
  public RemoteSettings {
    requireOneLine("function", function);
    requireOneLine("image", image);
  }

  /** A name becomes the value of a header. */
  private static void requireOneLine(String field, @Nullable String name) {
    if (name != null && name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s of a server: \"%s\" (expected: a name without control characters)"
              .formatted(field, name.replaceAll("\\p{Cntrl}", "?")));
    }
  }

  /**
   * Settings for a function that must not run twice, on servers that need neither name nor image.
   */
  public static RemoteSettings of(long maxMessageBytes) {
    return new RemoteSettings(
        ClientTlsFiles.DEFAULT, ClientToken.NONE, null, null, false, maxMessageBytes);
  }

  /** Returns a copy with this TLS configuration. */
  public RemoteSettings with(ClientTlsFiles other) {
    return new RemoteSettings(other, token, function, image, idempotent, maxMessageBytes);
  }

  /** Returns a copy with these files; see {@link ClientTlsFiles}. */
  public RemoteSettings withTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
    return with(new ClientTlsFiles(ca, certificate, key));
  }

  /** Returns a copy with this token. */
  public RemoteSettings withToken(ClientToken other) {
    return new RemoteSettings(tls, other, function, image, idempotent, maxMessageBytes);
  }

  /** Returns a copy that asks for the function of this name. */
  public RemoteSettings withFunction(String name) {
    return new RemoteSettings(tls, token, name, image, idempotent, maxMessageBytes);
  }

  /** Returns a copy that asks for the function of this image. */
  public RemoteSettings withImage(String name) {
    return new RemoteSettings(tls, token, function, name, idempotent, maxMessageBytes);
  }

  /** Returns a copy for a function that may, or may not, run again after it may have run. */
  public RemoteSettings withIdempotent(boolean may) {
    return new RemoteSettings(tls, token, function, image, may, maxMessageBytes);
  }
}
