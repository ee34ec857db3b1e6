package dev.kiln.net;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads and describes certificates. */
final class Certificates {
  private static final int DNS_NAME = 2;

  private Certificates() {}

  /** All that stand in a file, at least one. */
  static List<X509Certificate> readAll(TlsFile file) {
    var found = new ArrayList<X509Certificate>();
    List<PemBlock> blocks = PemBlock.readAll(file);
    for (PemBlock block : blocks) {
      if (block.type().equals("CERTIFICATE")) {
        found.add(certificate(block));
      }
    }
    if (found.isEmpty()) {
      throw new BadTls(file.path(), "no certificate among " + blocks, "CERTIFICATE");
    }
    return List.copyOf(found);
  }

  private static X509Certificate certificate(PemBlock block) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.der()));
    } catch (CertificateException e) {
      throw block.bad("is no certificate that can be read: " + FailureText.of(e));
    }
  }

  /** Whose it is: its subject, or where that is empty its first DNS name. */
  static String owner(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName();
    return subject.isEmpty() ? dnsName(certificate) : subject;
  }

  private static String dnsName(X509Certificate certificate) {
    try {
      var names = certificate.getSubjectAlternativeNames(); // null if there are none
      return names == null
          ? "a certificate without a name"
          : names.stream()
              .filter(name -> name.getFirst().equals(DNS_NAME))
              .map(name -> name.get(1).toString())
              .findFirst()
              .orElse("a certificate without a DNS name");
    } catch (CertificateException _) {
      return "a certificate with unreadable names";
    }
  }
}
