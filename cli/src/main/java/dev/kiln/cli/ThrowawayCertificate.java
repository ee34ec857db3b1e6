package dev.kiln.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A key and a certificate of 127.0.0.1, signed by itself, for the training of a start-up cache. It
 * is written by hand (RFC 5280), because the JDK has no interface for that, and an image has no
 * program.
 */
record ThrowawayCertificate(KeyPair keys, X509Certificate certificate) {
  private static final int SEQUENCE = 0x30;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final byte[] VERSION_3 = HexFormat.of().parseHex("a003020102");
  private static final byte[] SERIAL_NUMBER = HexFormat.of().parseHex("020101");
  private static final byte[] ECDSA_WITH_SHA256 =
      HexFormat.of().parseHex("300a06082a8648ce3d040302");
  private static final byte[] RSA_WITH_SHA256 =
      HexFormat.of().parseHex("300d06092a864886f70d01010b0500");

  /** The name {@code CN=kiln}. */
  private static final byte[] NAME = HexFormat.of().parseHex("300f310d300b06035504030c046b696c6e");

  /** The extension with the alternative name 127.0.0.1. */
  private static final byte[] EXTENSIONS =
      HexFormat.of().parseHex("a3133011300f0603551d110408300687047f000001");

  /**
   * Makes one.
   *
   * @param algorithm RSA or EC
   */
  static ThrowawayCertificate make(String algorithm) throws GeneralSecurityException {
    boolean rsa = algorithm.equals("RSA");
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(rsa ? 2048 : 256);
    KeyPair keys = generator.generateKeyPair();
    byte[] signatureAlgorithm = rsa ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
    byte[] content =
        encode(
            SEQUENCE,
            VERSION_3,
            SERIAL_NUMBER,
            signatureAlgorithm,
            NAME,
            encode(SEQUENCE, time(Duration.ofHours(-1)), time(Duration.ofHours(1))),
            NAME,
            keys.getPublic().getEncoded(),
            EXTENSIONS);
    Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(content);
    byte[] signed =
        encode(SEQUENCE, content, signatureAlgorithm, encode(0x03, new byte[1], signature.sign()));
    var in = new ByteArrayInputStream(signed);
    var factory = CertificateFactory.getInstance("X.509");
    return new ThrowawayCertificate(keys, (X509Certificate) factory.generateCertificate(in));
  }

  /** A time from now. */
  private static byte[] time(Duration later) {
    return encode(0x17, TIME.format(Instant.now().plus(later)).getBytes(US_ASCII));
  }

  private static byte[] encode(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.size() > 0xff) { // as few bytes as possible, or the signature does not match
      out.write(0x82);
      out.write(content.size() >> 8);
    } else if (content.size() > 0x7f) {
      out.write(0x81);
    }
    out.write(content.size());
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  /** Writes it where a host looks. */
  void writeTo(Path folder) throws GeneralSecurityException, IOException {
    Files.writeString(
        folder.resolve("tls.key"), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    Files.writeString(folder.resolve("tls.crt"), pem("CERTIFICATE", certificate.getEncoded()));
  }

  /** Makes the host ask its clients for a certificate, which may be the same one. */
  void writeAuthorityTo(Path folder) throws GeneralSecurityException, IOException {
    Files.writeString(folder.resolve("ca.crt"), pem("CERTIFICATE", certificate.getEncoded()));
  }

  private static String pem(String type, byte[] der) {
    String text = Base64.getMimeEncoder().encodeToString(der);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }
}
