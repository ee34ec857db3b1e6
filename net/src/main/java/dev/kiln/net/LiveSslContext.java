package dev.kiln.net;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * A TLS context that can be replaced while a listener or a client uses it. A new connection gets
 * the current context; the others keep theirs. As the whole context is replaced, and not the keys
 * in it, no session of an older one can be resumed: not one with the old certificate, and not one
 * of a client that is no longer trusted.
 */
public final class LiveSslContext extends SslContext {
  private volatile SslContext current;

  public LiveSslContext(SslContext first) {
    this.current = first;
  }

  /** Uses this context for new connections. */
  public void use(SslContext next) {
    current = next;
  }

  @Override
  public boolean isClient() {
    return current.isClient();
  }

  @Override
  public List<String> cipherSuites() {
    return current.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // Netty's own method returns it
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return current.applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc) {
    return current.newEngine(alloc);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc, String peerHost, int peerPort) {
    return current.newEngine(alloc, peerHost, peerPort);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return current.sessionContext();
  }
}
