package dev.kiln.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.kiln.testkit.IssuedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.interfaces.ECPrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of the files of a directory. */
class TlsReadingTest {
  private static final IssuedCertificate SERVER = IssuedCertificate.by("server");
  private static final byte[] P256 = HexFormat.of().parseHex("06082a8648ce3d030107");
  private static final IssuedCertificate RSA = IssuedCertificate.selfSigned("rsa", "RSA");

  private final List<String> reports = new ArrayList<>();
  @TempDir Path folder;
  private Path crt = Path.of("/");
  private Path key = Path.of("/");
  private Path ca = Path.of("/");

  @BeforeEach
  void goodFiles() throws IOException {
    crt = folder.resolve("tls.crt");
    key = folder.resolve("tls.key");
    ca = folder.resolve("ca.crt");
    SERVER.writeTo(folder);
  }

  @Test
  void takesAnEcKeyAndSaysNothing() {
    assertTaken();
  }

  @Test
  void takesTheOldFormOfRsaKeys() throws IOException {
    RSA.writeTo(folder);
    byte[] pkcs8 = RSA.key().getEncoded();
    byte[] inner = Arrays.copyOfRange(pkcs8, 26, pkcs8.length); // after version and algorithm
    Files.writeString(key, IssuedCertificate.pem("RSA PRIVATE KEY", inner));
    assertTaken();
  }

  @Test
  void takesTheOldFormOfEcKeys() throws IOException {
    IssuedCertificate p256 = IssuedCertificate.selfSigned("p256", "EC", "-groupname", "secp256r1");
    p256.writeTo(folder);
    Files.writeString(key, IssuedCertificate.pem("EC PARAMETERS", P256) + oldForm(p256, 32, P256));
    assertTaken();
  }

  @Test
  void refusesAnEcKeyWithoutItsCurve() throws IOException {
    Files.writeString(key, oldForm(SERVER, 48, new byte[0]));
    assertRefused(key, "the block EC PRIVATE KEY does not name its curve");
  }

  @Test
  void passesOverTextAroundTheBlocks() throws IOException {
    Files.writeString(crt, "subject=CN = server\n" + SERVER.chainPem() + "\nthe end\n");
    assertTaken();
  }

  @Test
  void saysThatThereIsNoDirectory() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> Tls.unwatched(none, reports::add))
        .hasMessage(none + ": no such directory (expected: one with tls.crt and tls.key)");
  }

  @Test
  void saysThatAFileIsMissing() throws IOException {
    Files.delete(key);
    assertRefused(key, "no such file");
    Files.delete(crt);
    assertRefused(crt, "no such file");
  }

  @Test
  void saysThatAFileIsNone() throws IOException {
    Files.delete(key);
    Files.createDirectory(key);
    assertRefused(key, "no file");
  }

  @Test
  void saysThatAFileIsUnreadable() throws IOException {
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(key), "root may read anything");
    assertRefused(key, "permission denied");
  }

  @Test
  void saysThatAFileIsHuge() throws IOException {
    Files.writeString(crt, "x".repeat((1 << 20) + 1));
    assertRefused(crt, "more than 1 MiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello\n", "0\u0082\u0001"})
  void saysThatAFileIsNotPem(String text) throws IOException {
    Files.writeString(crt, text);
    assertRefused(crt, "not PEM (expected: -----BEGIN ...-----)");
  }

  @Test
  void saysThatAFileIsCutShort() throws IOException {
    Files.writeString(crt, SERVER.chainPem().substring(0, 300));
    assertRefused(crt, "the block CERTIFICATE has no end (expected: -----END CERTIFICATE-----)");
    Files.writeString(crt, SERVER.chainPem().substring(0, 300) + SERVER.chainPem());
    assertRefused(crt, "the block CERTIFICATE has no end (expected: -----END CERTIFICATE-----)");
  }

  @Test
  void saysThatABlockIsBroken() throws IOException {
    Files.writeString(crt, SERVER.chainPem().replaceFirst("\n....", "\n%%%%"));
    assertRefused(crt, "the block CERTIFICATE is no base64");
    Files.writeString(crt, IssuedCertificate.pem("CERTIFICATE", new byte[40]));
    assertThatThrownBy(() -> Tls.unwatched(folder, reports::add))
        .isInstanceOf(BadTls.class)
        .hasMessageStartingWith(
            crt + ": the block CERTIFICATE is no certificate that can be read: ");
    SERVER.writeTo(folder);
    Files.writeString(key, IssuedCertificate.pem("PRIVATE KEY", new byte[40]));
    assertRefused(
        key,
        "the block PRIVATE KEY is no key (expected: RSA, EC (P-256, P-384 or P-521) or Ed25519)");
    Files.writeString(key, IssuedCertificate.pem("EC PRIVATE KEY", new byte[40]));
    assertRefused(key, "the block EC PRIVATE KEY is no key");
    Files.writeString(key, IssuedCertificate.pem("EC PRIVATE KEY", new byte[] {0x30, 0x50, 2}));
    assertRefused(key, "the block EC PRIVATE KEY is cut short");
  }

  @Test
  void saysThatTheFilesAreSwapped() throws IOException {
    Files.writeString(crt, SERVER.keyPem());
    assertRefused(crt, "no certificate among [PRIVATE KEY] (expected: CERTIFICATE)");
    SERVER.writeTo(folder);
    Files.writeString(key, SERVER.chainPem());
    assertRefused(key, "no private key among [CERTIFICATE, CERTIFICATE] (expected: PRIVATE KEY)");
  }

  @Test
  void saysThatAKeyIsEncrypted() throws IOException {
    Files.writeString(key, IssuedCertificate.pem("ENCRYPTED PRIVATE KEY", new byte[40]));
    assertRefused(key, "the key is encrypted (expected: one without a passphrase)");
    Files.writeString(
        key,
        """
        -----BEGIN RSA PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,00

        AAAA
        -----END RSA PRIVATE KEY-----
        """);
    assertRefused(key, "the key is encrypted (expected: one without a passphrase)");
  }

  @Test
  void saysThatKeyAndCertificateAreNoPair() throws IOException {
    String problem = "the key does not belong to the first certificate of tls.crt, CN=server";
    Files.writeString(key, IssuedCertificate.by("other").keyPem());
    assertRefused(key, problem);
    Files.writeString(key, RSA.keyPem());
    assertRefused(key, problem);
    RSA.writeTo(folder);
    Files.writeString(key, IssuedCertificate.selfSigned("rsa2", "RSA").keyPem());
    assertRefused(key, problem.replace("server", "rsa"));
  }

  @Test
  void saysThatTheClientsAuthorityIsBroken() throws IOException {
    Files.writeString(ca, "");
    assertRefused(ca, "not PEM (expected: -----BEGIN ...-----)");
  }

  @Test
  void warnsOfAnExpiredCertificateAndTakesIt() throws IOException {
    IssuedCertificate.expired().writeTo(folder);
    Tls.unwatched(folder, reports::add).close();
    assertThat(reports)
        .containsExactly(
            "TLS: %s: expired at %s, clients will refuse it"
                .formatted(crt, IssuedCertificate.expired().own().getNotAfter().toInstant()));
  }

  private void assertTaken() {
    Tls.unwatched(folder, reports::add).close();
    assertThat(reports).isEmpty();
  }

  private void assertRefused(Path file, String problem) {
    assertThatThrownBy(() -> Tls.unwatched(folder, reports::add))
        .isInstanceOf(BadTls.class)
        .hasMessage("%s: %s", file, problem);
  }

  /** RFC 5915: a version, the number, the curve, and no public key. */
  private static String oldForm(IssuedCertificate issued, int bytes, byte[] curve) {
    String number = "%0" + 2 * bytes + "x";
    String named = curve.length == 0 ? "" : "a0" + hex(curve);
    String content =
        "020101" + "04" + hex(number.formatted(((ECPrivateKey) issued.key()).getS())) + named;
    return IssuedCertificate.pem("EC PRIVATE KEY", HexFormat.of().parseHex("30" + hex(content)));
  }

  /** With its length before it. */
  private static String hex(byte[] content) {
    return hex(HexFormat.of().formatHex(content));
  }

  private static String hex(String content) {
    return "%02x".formatted(content.length() / 2) + content;
  }
}
