package dev.kiln.server.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class ZipInMemoryTest {
  private static byte[] zip(String comment) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      zip.setComment(comment);
      zip.putNextEntry(new ZipEntry("folder/"));
      zip.putNextEntry(new ZipEntry("folder/clay ä.txt"));
      zip.write("clay ".repeat(1000).getBytes(UTF_8));
      byte[] text = "stored".getBytes(UTF_8);
      var stored = new ZipEntry("stored.txt");
      stored.setMethod(ZipEntry.STORED);
      stored.setSize(text.length);
      var crc = new CRC32();
      crc.update(text);
      stored.setCrc(crc.getValue());
      zip.putNextEntry(stored);
      zip.write(text);
      zip.putNextEntry(new ZipEntry("empty.txt"));
    }
    return out.toByteArray();
  }

  private static void check(byte[] bytes) throws BadJar {
    var zip = new ZipInMemory(bytes);
    assertThat(zip.names())
        .containsExactlyInAnyOrder("folder/", "folder/clay ä.txt", "stored.txt", "empty.txt");
    assertThat(zip.find("folder/clay ä.txt")).asString(UTF_8).isEqualTo("clay ".repeat(1000));
    assertThat(zip.find("stored.txt")).asString(UTF_8).isEqualTo("stored");
    assertThat(zip.find("empty.txt")).isEmpty();
    assertThat(zip.find("folder")).isEmpty();
    assertThat(zip.find("none")).isNull();
  }

  @Test
  void readsWhatTheJdkWrites() throws IOException, BadJar {
    check(zip(""));
  }

  @Test
  void readsOneWithACommentAndAScriptBefore() throws IOException, BadJar {
    byte[] script = "#!/bin/sh\nexec java -jar $0\n".getBytes(UTF_8);
    byte[] zip = zip("PK\u0005\u0006 a comment");
    byte[] both = Arrays.copyOf(script, script.length + zip.length);
    System.arraycopy(zip, 0, both, script.length, zip.length);
    check(both);
  }

  @Test
  void refusesEveryPartOfOne() throws IOException {
    byte[] whole = zip("");
    for (int size = 0; size < whole.length; size++) {
      byte[] part = Arrays.copyOf(whole, size);
      assertThatThrownBy(() -> new ZipInMemory(part))
          .as("%s bytes", size)
          .isInstanceOf(BadJar.class);
    }
  }

  /** Any byte may be wrong: what is read is right all the same, or nothing is read. */
  @Test
  void neverGivesOtherBytesThanWereWritten() throws IOException {
    byte[] whole = zip("");
    byte[] clay = "clay ".repeat(1000).getBytes(UTF_8);
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] wrong = whole.clone();
      wrong[at] ^= 0x55;
      try {
        byte[] found = new ZipInMemory(wrong).find("folder/clay ä.txt");
        assertThat(found == null || Arrays.equals(found, clay)).as("byte %s", at).isTrue();
      } catch (BadJar _) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(100);
  }

  @Test
  void refusesAHugeSizeBeforeItTakesTheMemory() throws IOException {
    byte[] wrong = zip("");
    int listed =
        new String(wrong, java.nio.charset.StandardCharsets.ISO_8859_1)
            .lastIndexOf("PK\u0001\u0002");
    wrong[listed + 27] = 0x7f;
    assertThatThrownBy(() -> new ZipInMemory(wrong)).isInstanceOf(BadJar.class);
  }
}
