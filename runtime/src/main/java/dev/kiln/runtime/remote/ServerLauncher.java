package dev.kiln.runtime.remote;

import dev.kiln.runtime.programs.LaunchSpec;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Provides the launch command and the address of a v2 server. It is called for each server, because
 * an address can be used only once at a time.
 */
@FunctionalInterface
public interface ServerLauncher {
  /**
   * The next server to start. Called on a thread that may block.
   *
   * @throws RuntimeException if none can be started; callers get its message
   */
  Server next();

  /**
   * A server to start.
   *
   * @param launch how to start it, with an environment that tells it where to listen; {@code
   *     ends.gone()} removes what was made for it, such as a folder
   * @param address the address to call it at; asked a few times a second until it is known, on a
   *     thread that may block
   */
  record Server(LaunchSpec launch, Supplier<Optional<RemoteAddress>> address) {
    /** A server whose address is known before its start. */
    public static Server at(RemoteAddress address, LaunchSpec launch) {
      return new Server(launch, () -> Optional.of(address));
    }
  }
}
