package dev.kiln.net;

import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * A listener on a socket in the file system. The system makes a socket as wide as the umask lets
 * it, so this one is bound where nobody else can look, gets its mode there, and is then moved into
 * its place, in one step even where a stale one stands.
 */
final class UnixBinding implements Binding {
  private final Address.Unix address;
  private final Set<PosixFilePermission> mode;
  private final PrivateFolder folder;
  private Optional<FileIdentity> opened = Optional.empty();

  private UnixBinding(Address.Unix address, Set<PosixFilePermission> mode, PrivateFolder folder) {
    this.address = address;
    this.mode = Set.copyOf(mode);
    this.folder = folder;
  }

  static UnixBinding of(Address.Unix address, Set<PosixFilePermission> mode) {
    SocketPath.requireFree(address);
    return new UnixBinding(address, mode, PrivateFolder.beside(address));
  }

  @Override
  public SocketAddress socketAddress() {
    return UnixDomainSocketAddress.of(folder.socket());
  }

  @Override
  public Class<? extends ServerChannel> channelType() {
    return NioServerDomainSocketChannel.class;
  }

  @Override
  public synchronized String open(SocketAddress bound) {
    SocketPath.requireFree(address); // somebody may have come since
    try {
      Path socket = folder.socket();
      Files.setPosixFilePermissions(socket, mode);
      FileIdentity identity = FileIdentity.of(socket);
      Files.move(socket, address.path(), StandardCopyOption.ATOMIC_MOVE);
      opened = Optional.of(identity);
      folder.remove();
      return address.toString();
    } catch (IOException e) {
      throw new BadAddress(address, "the socket cannot be put there: " + FailureText.of(e));
    }
  }

  @Override
  public synchronized void close() {
    folder.remove();
    opened.ifPresent(mine -> mine.removeFrom(address.path()));
    opened = Optional.empty();
  }
}
