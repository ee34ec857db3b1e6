package dev.kiln.yaml.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.yaml.Yaml;
import dev.kiln.yaml.table.NodeKind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarWriterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "two words",
        "nginx:1.10",
        "http://a.b/c",
        "1.2.3",
        "100m",
        "-x",
        "?x",
        "a,b",
        "a#b",
        "é",
        "🎉",
        "a{b}",
        ".hidden",
        "12:60:70x",
        "2024-02",
        "yess",
        "~x",
        "0xG"
      })
  void writesPlainIfEveryReaderReadsTheSameString(String text) {
    assertEquals(text, written(text, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "y",
        "Y",
        "yes",
        "No",
        "ON",
        "off",
        "n",
        "true",
        "False",
        "null",
        "~",
        "Null",
        "=",
        "<<",
        "1",
        "0640",
        "0x1F",
        "1e2",
        "1e400",
        ".5",
        ".inf",
        "-.INF",
        ".nan",
        "+1",
        "1_000",
        "23:59",
        "-1:30:00",
        "2024-02-29",
        "2024-02-30",
        "2001-12-14t21:59:43.10-05:00",
        " a",
        "a ",
        "- a",
        "a: b",
        "a:",
        "a #b",
        "#a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "'a",
        "\"a",
        "%a",
        "@a",
        "`a",
        "[a",
        "{a",
        ",a",
        "]",
        "---",
        "...",
        "- ",
        "?",
        "-",
        ": a",
        ":a"
      })
  void quotesTextThatSomeReaderWouldMisread(String text) {
    assertEquals('"' + text.replace("\"", "\\\"") + '"', written(text, false));
  }

  @Test
  void quotesMoreInsideFlowCollections() {
    assertEquals("\"a,b\"", written("a,b", true));
    assertEquals("\"a]\"", written("a]", true));
    assertEquals("a b", written("a b", true));
  }

  @Test
  void escapesUnprintableCharacters() {
    assertEquals(
        "\"a\\tb\\n\\u0001\\u0085\\u2028\\ufeff\\\\\"",
        written("a\tb\n\u0001\u0085\u2028\uFEFF\\", false));
  }

  @Test
  void refusesAnUnpairedSurrogate() {
    assertThrows(IllegalArgumentException.class, () -> written("a\uD83C", false));
  }

  private static String written(String text, boolean flow) {
    var out = new ByteBuilder(16);
    ScalarWriter.write(out, text, NodeKind.PLAIN, flow);
    var written = new String(out.toBytes(), StandardCharsets.UTF_8);
    var read = Yaml.parse(flow ? "[" + written + "]" : "a: " + written);
    var value = read.find(flow ? "[0]" : "a").orElseThrow();
    assertEquals(text, value.string().orElseThrow());
    return written;
  }
}
