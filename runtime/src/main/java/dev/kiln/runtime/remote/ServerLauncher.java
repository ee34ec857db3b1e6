package dev.kiln.runtime.remote;

import dev.kiln.runtime.programs.LaunchSpec;
import java.util.Optional;
import java.util.function.Supplier;

/** Says how to start a v2 server of one kind; asked anew for each, for an address has one user. */
@FunctionalInterface
public interface ServerLauncher {
  /**
   * What the next one is. Called on a thread that may wait.
   *
   * @throws RuntimeException if none can be started; its message is told to callers
   */
  Server next();

  /**
   * A server that is to be started.
   *
   * @param launch tells it in its environment where to listen; what was made for it, such as a
   *     folder, goes with its {@code ends.gone()}
   * @param address where it can be reached from here; asked a few times a second for as long as it
   *     is not known yet, from a thread that may wait
   */
  record Server(LaunchSpec launch, Supplier<Optional<RemoteAddress>> address) {
    /** One whose address is known before. */
    public static Server at(RemoteAddress address, LaunchSpec launch) {
      return new Server(launch, () -> Optional.of(address));
    }
  }
}
