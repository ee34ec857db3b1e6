package dev.kiln.net;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads private keys: PKCS#8, and what older tools write for RSA and EC. */
final class PrivateKeys {
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
  private static final String FITS = "RSA, EC (P-256, P-384 or P-521) or Ed25519";
  private static final byte[] MESSAGE = {42};

  private PrivateKeys() {}

  /** The first that stands in a file. */
  static PrivateKey readFirst(TlsFile file) {
    List<PemBlock> blocks = PemBlock.readAll(file);
    return blocks.stream()
        .filter(block -> block.type().endsWith("PRIVATE KEY"))
        .findFirst()
        .map(PrivateKeys::key)
        .orElseThrow(
            () -> new BadTls(file.path(), "no private key among " + blocks, "PRIVATE KEY"));
  }

  private static PrivateKey key(PemBlock block) {
    if (block.isEncrypted()) {
      throw new BadTls(block.file().path(), "the key is encrypted", "one without a passphrase");
    }
    byte[] pkcs8 = pkcs8(block);
    try {
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (InvalidKeySpecException _) {
          // of another algorithm, or broken
        }
      }
    } catch (GeneralSecurityException e) {
      throw block.bad("cannot be read: " + FailureText.of(e));
    }
    throw block.bad("is no key (expected: " + FITS + ")");
  }

  private static byte[] pkcs8(PemBlock block) {
    byte[] der = block.der();
    try {
      return switch (block.type()) {
        case "RSA PRIVATE KEY" -> Der.pkcs8OfRsa(der);
        case "EC PRIVATE KEY" -> Der.pkcs8OfEc(der);
        default -> der;
      };
    } catch (IllegalArgumentException e) {
      throw block.bad(FailureText.of(e));
    }
  }

  /** If the key from a file and another one are halves of one pair. */
  static boolean isKeyPair(TlsFile file, PrivateKey key, PublicKey toKey) {
    if (key instanceof RSAKey one) {
      return toKey instanceof RSAKey other && one.getModulus().equals(other.getModulus());
    }
    byte[] signed = sign(file, key);
    try {
      var signature = Signature.getInstance(signing(key));
      signature.initVerify(toKey);
      signature.update(MESSAGE);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false; // of another algorithm or curve
    }
  }

  private static byte[] sign(TlsFile file, PrivateKey key) {
    try {
      var signature = Signature.getInstance(signing(key));
      signature.initSign(key);
      signature.update(MESSAGE);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new BadTls(file.path(), "the key cannot sign, " + FailureText.of(e), FITS);
    }
  }

  private static String signing(PrivateKey key) {
    return key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm();
  }
}
