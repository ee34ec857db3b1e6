package dev.kiln.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A certificate with its chain and its key, made by the JDK's keytool, each once a test run. */
public record IssuedCertificate(PrivateKey key, List<X509Certificate> chain) {
  private static final String PASSWORD = "password";

  /** Options with which keytool does half of its usual work. */
  private static final List<String> FAST =
      List.of(
          "-J-XX:TieredStopAtLevel=1",
          "-J-XX:+UseSerialGC",
          "-J-Dkeystore.pkcs12.keyPbeIterationCount=1",
          "-J-Dkeystore.pkcs12.certPbeIterationCount=1",
          "-J-Dkeystore.pkcs12.macIterationCount=1");

  private static final ConcurrentMap<String, IssuedCertificate> KNOWN = new ConcurrentHashMap<>();
  public static final IssuedCertificate CA = selfSigned("ca", "EC", "-ext", "bc:c");

  /** One that the authority has signed. */
  public static IssuedCertificate by(String name) {
    return KNOWN.computeIfAbsent(name, _ -> signed(name));
  }

  /** One that the authority has signed, which ran out long ago. */
  public static IssuedCertificate expired() {
    return KNOWN.computeIfAbsent(
        "expired", name -> signed(name, "-startdate", "-20d", "-validity", "10"));
  }

  /** One that nobody else has signed. */
  public static IssuedCertificate selfSigned(String name, String algorithm, String... options) {
    return KNOWN.computeIfAbsent(name, _ -> make(name, algorithm, options));
  }

  private static IssuedCertificate signed(String name, String... options) {
    var signing = Stream.of("-signer", "ca");
    return make(name, "EC", Stream.concat(signing, Stream.of(options)).toArray(String[]::new));
  }

  /** One after the other: they are written into one store. */
  private static synchronized IssuedCertificate make(
      String name, String algorithm, String... options) {
    Path store = Store.FILE;
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(FAST);
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-ext", "san=dns:localhost,ip:127.0.0.1"));
    command.addAll(List.of("-keyalg", algorithm, "-keystore", store.toString()));
    if (algorithm.startsWith("RSA")) {
      command.addAll(List.of("-keysize", "2048")); // found faster than the usual larger one
    }
    command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
    command.addAll(List.of(options));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      keytool.getOutputStream().close();
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException(said);
      }
      return read(store, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static IssuedCertificate read(Path file, String name)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      Certificate[] chain = store.getCertificateChain(name);
      return new IssuedCertificate(
          (PrivateKey) store.getKey(name, PASSWORD.toCharArray()),
          Stream.of(chain).map(X509Certificate.class::cast).toList());
    }
  }

  public X509Certificate own() {
    return chain.getFirst();
  }

  /** The settings of a client that trusts what this certificate has signed, and nothing else. */
  public SSLContext trusting() {
    return trusting(null);
  }

  /** The same, for a client that proves to have a certificate. */
  public SSLContext trustingAs(IssuedCertificate client) {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      char[] password = PASSWORD.toCharArray();
      store.setKeyEntry(
          "client", client.key, password, client.chain.toArray(X509Certificate[]::new));
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      return trusting(keys.getKeyManagers());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private SSLContext trusting(KeyManager @Nullable [] keys) {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("trusted", own());
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Puts it where a server looks. */
  public void writeTo(Path directory) throws IOException {
    Files.writeString(directory.resolve("tls.crt"), chainPem());
    Files.writeString(directory.resolve("tls.key"), keyPem());
  }

  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  public String chainPem() {
    return chain.stream().map(IssuedCertificate::certificatePem).collect(Collectors.joining());
  }

  private static String certificatePem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String pem(String type, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(der), type);
  }

  /** Gone with the test run. */
  private static final class Store {
    static final Path FILE = file();

    private static Path file() {
      try {
        Path folder = Files.createTempDirectory("keys");
        Path file = folder.resolve("keys.p12");
        folder.toFile().deleteOnExit(); // the last that is named goes first
        file.toFile().deleteOnExit();
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
