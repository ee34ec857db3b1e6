package dev.kiln.runtime.remote;

import dev.kiln.runtime.instances.InstanceLauncher;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Prepares v2 servers and knows their addresses. It is called for each server, because an address
 * can be used only once at a time.
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
   * @param launch starts it so that it listens there
   * @param address the address to call it at; asked a few times a second until it is known, on a
   *     thread that may block
   * @param whenReady runs when it answers for the first time
   * @param onLine gets each line that it writes to its stdout or stderr, on a thread of its own
   */
  record Server(
      InstanceLauncher launch,
      Supplier<Optional<RemoteAddress>> address,
      Runnable whenReady,
      Consumer<String> onLine) {
    /** A server of which nothing else needs to know when it is ready, and what it writes. */
    public Server(InstanceLauncher launch, Supplier<Optional<RemoteAddress>> address) {
      this(launch, address, () -> {}, _ -> {});
    }

    /** Returns this server with something to do when it is ready. */
    public Server whenReady(Runnable reaction) {
      return new Server(launch, address, reaction, onLine);
    }

    /** Returns this server with a reader of what it writes. */
    public Server onLine(Consumer<String> reader) {
      return new Server(launch, address, whenReady, reader);
    }

    /** A server whose address is known before its start. */
    public static Server at(RemoteAddress address, InstanceLauncher launch) {
      return new Server(launch, () -> Optional.of(address));
    }
  }
}
