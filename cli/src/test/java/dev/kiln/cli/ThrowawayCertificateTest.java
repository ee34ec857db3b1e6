package dev.kiln.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrowawayCertificateTest {
  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void isAValidCertificateOfThisMachine(String algorithm) throws Exception {
    ThrowawayCertificate made = ThrowawayCertificate.make(algorithm);

    X509Certificate read = made.certificate();
    read.verify(made.keys().getPublic());
    read.checkValidity();
    assertThat(read.getSubjectX500Principal().getName()).isEqualTo("CN=kiln");
    assertThat(read.getSubjectAlternativeNames()).containsExactly(List.of(7, "127.0.0.1"));
  }
}
