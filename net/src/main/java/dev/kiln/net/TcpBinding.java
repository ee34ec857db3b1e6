package dev.kiln.net;

import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** A TCP listener: the bind itself is all there is to do. */
final class TcpBinding implements Binding {
  private final Address.Tcp address;
  private final InetSocketAddress socket;

  TcpBinding(Address.Tcp address) {
    this.address = address;
    this.socket = address.socket();
    if (socket.isUnresolved()) {
      throw new BadAddress(address, BindFailure.UNKNOWN_HOST);
    }
  }

  @Override
  public SocketAddress socketAddress() {
    return socket;
  }

  @Override
  public Class<? extends ServerChannel> channelType() {
    return NioServerSocketChannel.class;
  }

  @Override
  public String open(SocketAddress bound) {
    var its = (InetSocketAddress) bound;
    return its.getAddress().isAnyLocalAddress()
        ? new Address.Tcp(address.host(), its.getPort()).toString()
        : NetUtil.toSocketAddressString(its);
  }

  @Override
  public void close() {} // a port goes with its listener
}
