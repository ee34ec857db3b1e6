package dev.kiln.runtime.remote;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The event loop of all connections to servers. It starts with the first connection, and nothing
 * may block it.
 */
final class RemoteEventLoop {
  static final EventLoopGroup GROUP =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("remote", true), NioIoHandler.newFactory());

  private RemoteEventLoop() {}
}
