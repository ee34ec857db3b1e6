package dev.kiln.functions.searchreplace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.kiln.sdk.BadInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilePatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "a/**; a; true",
        "a/**; a/; true",
        "a/**; a/b/c; true",
        "a/**; ab; false",
        "**/x; x; true",
        "**/x; a/b/x; true",
        "**/x; ax; false",
        "**; \"\"; true",
        "a**; abc; true",
        "a**; ab/c; false",
        "a/**/b; a/b; true",
        "a/**/b; a/x/y/b; true",
        "*; \"\"; true",
        "*.yaml; a/b.yaml; false",
        "**.yaml; a/b.yaml; false",
        "a/*/c; a/b/c; true",
        "{a,b}/*.yaml; b/x.yaml; true",
        "{a,b}/*.yaml; c/x.yaml; false",
        "{a/**,c}; a/b/c; true",
        "[!a].yaml; b.yaml; true",
        "[^a].yaml; a.yaml; false",
        "[a-c]x; bx; true",
        "\\*; *; true",
        "\\*; a; false",
        "?; /; false",
        "?; \u00e4; true",
        "?; \ud83d\ude80; true",
        "\ud83d\ude80; \ud83d\ude80; true",
        "a.b; axb; false",
        "a}; a}; true",
      })
  void holdsForThePathsThatShellsMean(String pattern, String path, boolean holds) {
    assertEquals(holds, FilePattern.compile(pattern).matches(path), pattern + " " + path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a{", "[a", "a\\", "[b-a]"})
  void refusesUnclosedBracketsAndBraces(String pattern) {
    var refusal = assertThrows(BadInput.class, () -> FilePattern.compile(pattern));

    assertEquals("data.by-file-path", refusal.field());
  }
}
