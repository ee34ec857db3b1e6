package dev.kiln.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImagePatternTest {
  @ParameterizedTest
  @CsvSource({
    "example.com/fn/*,          example.com/fn/label",
    "example.com/fn/*,          example.com/fn/label:v1",
    "example.com/fn/*,          example.com/fn/label@sha256:abc",
    "example.com:5000/fn/l*l,   example.com:5000/fn/label:v1",
    "example.com/**,            example.com/fn/label:v1",
    "**/label,                  example.com/fn/label",
    "**,                        label",
    "example.com/fn/label:v1.*, example.com/fn/label:v1.2",
    "example.com/fn/label,      example.com/fn/label:v1",
  })
  void fits(String pattern, String image) {
    assertThat(new ImagePattern(pattern).matches(image)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "example.com/*,             example.com/fn/label",
    "example.com/fn/*,          example.com.evil/fn/label",
    "example.com/fn/*,          evil/example.com/fn/label",
    "example.com/fn/label:v1.*, example.com/fn/label:v12",
    "example.com/fn/label:v1,   example.com/fn/label",
    "exampleXcom/fn/label,      example.com/fn/label",
    "example.com:5000/fn/*,     example.com/fn/label",
    "**, 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "**, sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  })
  void doesNotFit(String pattern, String image) {
    assertThat(new ImagePattern(pattern).matches(image)).isFalse();
  }
}
