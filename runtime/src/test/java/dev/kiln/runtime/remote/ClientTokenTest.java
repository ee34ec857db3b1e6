package dev.kiln.runtime.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTokenTest {
  @TempDir private Path folder;

  @Test
  void becomesAHeader() {
    assertThat(ClientToken.of("abc==", "X").authorization()).contains("Bearer abc==");
    assertThat(ClientToken.of("", "X").authorization()).isEmpty();
  }

  @Test
  void isReadAnewForEachCall() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "one\n");
    ClientToken token = ClientToken.ofFile(file);
    assertThat(token.authorization()).contains("Bearer one");
    Files.writeString(file, "two");
    assertThat(token.authorization()).contains("Bearer two");
    Files.delete(file);
    assertThat(token.authorization()).isEmpty();
  }

  @Test
  void neverBecomesMoreThanAHeaderNorPartOfAMessage() throws Exception {
    assertThatThrownBy(() -> ClientToken.of("secret\r\nx: y", "KILN_TOKEN"))
        .hasMessageStartingWith("KILN_TOKEN has a character that no token has (expected: ")
        .hasMessageNotContaining("secret");
    Path file = Files.writeString(folder.resolve("token"), "secret\nx: y");
    assertThatThrownBy(() -> ClientToken.ofFile(file))
        .hasMessage(file + ": no token in it (expected: one line)");
    assertThat(ClientToken.of("secret", "X").toString()).doesNotContain("secret");
  }
}
