package dev.kiln.functions.createsetters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SetterTextsTest {
  private final SetterTexts texts = new SetterTexts();

  @Test
  void theLongestValueWins() {
    texts.add("short", "ab");
    texts.add("long", "abcd");
    assertThat(texts.patternFor("xabcdab-abc")).contains("x${long}${short}-${short}c");
  }

  @Test
  void ofEqualValuesTheFirstWins() {
    texts.add("first", "a");
    texts.add("second", "a");
    assertThat(texts.patternFor("ba")).contains("b${first}");
  }

  @Test
  void aTextWithoutAValueHasNoPattern() {
    texts.add("setter", "abc");
    assertThat(texts.patternFor("ab ac bc")).isEmpty();
    assertThat(texts.patternFor("")).isEmpty();
  }
}
