package dev.kiln.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValidatorTest {
  private static final ObjectMapper ORACLE =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static boolean isJson(String text) {
    return JsonValidator.isJson(text.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        " [ 1 , -0.5e+3 , true , false , null , \"a\\u00e9\\/\" ] \n",
        "{\"a\":{\"b\":[{},[]]},\"ü\":\"😀\"}"
      })
  void takesJson(String text) {
    assertThat(isJson(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{a: 1}",
        "{'a': 1}",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "[1 2]",
        "[01]",
        "[1.]",
        "[+1]",
        "[tru]",
        "[] # c",
        "[]]",
        "[[]",
        "{\"a\"}",
        "{\"a\":}",
        "[\"a\n\"]",
        "[\"\\x41\"]",
        "[\"\\u12\"]",
        "[\"a]"
      })
  void refusesTheRestOfYaml(String text) {
    assertThat(isJson(text)).isFalse();
  }

  @Test
  void agreesWithTheOracleOnRandomTexts() {
    var random = new Random(1);
    String[] pieces = {
      "{", "}", "[", "]", ",", ":", "\"a\"", "1", "-2.5e3", "true", "null", " ", "\"\\n\""
    };
    int good = 0;
    for (int i = 0; i < 200_000; i++) {
      var text = new StringBuilder();
      for (int n = 1 + random.nextInt(7); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      boolean expected = isJsonToTheOracle(text.toString());
      assertThat(isJson(text.toString())).as(text.toString()).isEqualTo(expected);
      good += expected ? 1 : 0;
    }
    assertThat(good).isGreaterThan(1_000);
  }

  private static boolean isJsonToTheOracle(String text) {
    try {
      return !ORACLE.readTree(text).isMissingNode();
    } catch (JacksonException _) {
      return false;
    }
  }

  @Test
  void goesDeeperThanAStack() {
    assertThat(isJson("[".repeat(100_000) + "]".repeat(100_000))).isTrue();
  }
}
