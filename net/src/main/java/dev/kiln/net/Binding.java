package dev.kiln.net;

import io.netty.channel.ServerChannel;
import java.net.SocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * How one listener comes to its address: bind to {@link #socketAddress}, {@link #open} once it can
 * serve, {@link #close} when it is gone or never came. The same for Netty and gRPC; no part of it
 * belongs on an event loop.
 */
public sealed interface Binding extends AutoCloseable permits TcpBinding, UnixBinding {
  /** Who may connect to a socket unless somebody says otherwise: 0660. */
  Set<PosixFilePermission> SOCKET_MODE = Set.copyOf(PosixFilePermissions.fromString("rw-rw----"));

  /**
   * Prepares an address.
   *
   * @param socketMode of the socket in the file system, if it is one
   * @throws BadAddress if it cannot be had
   */
  static Binding of(Address address, Set<PosixFilePermission> socketMode) {
    return address instanceof Address.Tcp tcp
        ? new TcpBinding(tcp)
        : UnixBinding.of((Address.Unix) address, socketMode);
  }

  /** One line for a bind that failed. */
  static String why(Throwable failure, Address address) {
    return BindFailure.why(failure, address);
  }

  /** What to bind to, now. Nobody else can connect to a socket before it is opened. */
  SocketAddress socketAddress();

  /** The channel to bind with. */
  Class<? extends ServerChannel> channelType();

  /**
   * Publishes what was bound, and returns the address as people write it: 127.0.0.1:41234.
   *
   * @param bound the address that the listener says it has
   * @throws BadAddress if somebody was faster
   */
  String open(SocketAddress bound);

  /** Removes what it made, if it is still there and still its own. */
  @Override
  void close();
}
