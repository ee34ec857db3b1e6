package dev.kiln.net;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Hands keys and certificates to the JDK's TLS, in a store that never leaves the memory. Its type
 * is not the usual PKCS12, which encrypts a key with thousands of rounds. They would take longer
 * than the rest of a host's start and protect nothing here.
 */
final class MemoryKeyStore {
  static final String TYPE = "JKS";

  private static final char[] PASSWORD = {'-'};

  private MemoryKeyStore() {}

  /** One key with its chain. */
  static KeyManager[] keys(PrivateKey key, List<X509Certificate> chain) {
    try {
      KeyStore store = empty();
      store.setKeyEntry("key", key, PASSWORD, chain.toArray(X509Certificate[]::new));
      var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, PASSWORD);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Trust in what these certificates have signed, and in nothing else. */
  static TrustManager[] trusting(List<X509Certificate> authorities) {
    try {
      KeyStore store = empty();
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry(String.valueOf(i), authorities.get(i));
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(TYPE);
    store.load(null, null);
    return store;
  }
}
