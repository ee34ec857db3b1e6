package dev.kiln.process;

import dev.kiln.testkit.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** What a host with TLS reads: a key and a certificate of 127.0.0.1, signed by itself. */
public final class TlsFolder {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private TlsFolder() {}

  /** Writes them; what is given back trusts them. */
  public static KeyStore make(Path folder) throws Exception {
    KeyStore keys = keys(folder.resolve("keys").toFile());
    Files.writeString(
        folder.resolve("tls.key"), pem("PRIVATE KEY", keys.getKey("kiln", PASSWORD).getEncoded()));
    Files.writeString(
        folder.resolve("tls.crt"), pem("CERTIFICATE", keys.getCertificate("kiln").getEncoded()));
    return keys;
  }

  private static KeyStore keys(File file) throws Exception {
    Program.run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "kiln",
                "-dname",
                "CN=kiln",
                "-ext",
                "SAN=IP:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-keystore",
                file.toString()))
        .well();
    return KeyStore.getInstance(file, PASSWORD);
  }

  private static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text);
  }
}
