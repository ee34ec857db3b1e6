package dev.kiln.net;

import dev.kiln.testkit.IssuedCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A client of the JDK that trusts one certificate, and resumes its sessions when it can. */
record TlsClient(SSLContext context) {
  private static final int PATIENCE_MILLIS = 20_000;
  private static final char[] PASSWORD = new char[0];

  static TlsClient trusting(IssuedCertificate server) {
    return of(server, Optional.empty());
  }

  static TlsClient trusting(IssuedCertificate server, IssuedCertificate own) {
    return of(server, Optional.of(own));
  }

  private static TlsClient of(IssuedCertificate server, Optional<IssuedCertificate> own) {
    try {
      KeyStore trusted = store();
      trusted.setCertificateEntry("server", server.own());
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      KeyStore mine = store();
      if (own.isPresent()) {
        Certificate[] chain = own.get().chain().toArray(Certificate[]::new);
        mine.setKeyEntry("own", own.get().key(), PASSWORD, chain);
      }
      var keys = KeyManagerFactory.getInstance("SunX509"); // sends it whoever is asked for
      keys.init(mine, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return new TlsClient(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    return store;
  }

  SSLSocket connect(SocketAddress server, String... protocols) throws IOException {
    int port = ((InetSocketAddress) server).getPort();
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
    if (protocols.length > 0) {
      parameters.setProtocols(protocols);
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** Says a word over a connection and returns what comes back. */
  static String echo(SSLSocket socket) throws IOException {
    byte[] word = "hello".getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(word);
    return new String(socket.getInputStream().readNBytes(word.length), StandardCharsets.US_ASCII);
  }

  /** The certificate of a server as a new connection sees it. */
  Certificate seen(SocketAddress server) throws IOException {
    try (SSLSocket socket = connect(server)) {
      return socket.getSession().getPeerCertificates()[0];
    }
  }
}
