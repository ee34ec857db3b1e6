package dev.kiln.conformance.document;

import java.util.regex.Pattern;

/** What a single value is. */
public enum ScalarType {
  STRING("a string"),
  NUMBER("a number"),
  BOOLEAN("a boolean"),
  NULL("null");

  private static final Pattern NULLS = Pattern.compile("~|null|Null|NULL|");

  /** Of YAML 1.1 too: some that read a list mean 1.1, and a word that lost its quotes is lost. */
  private static final Pattern BOOLEANS = Pattern.compile("(?i)true|false|yes|no|on|off|y|n");

  private static final Pattern NUMBERS =
      Pattern.compile(
          "[-+]?(\\.[0-9]+|[0-9][0-9_]*(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
              + "|0o[0-7]+|[-+]?0x[0-9a-fA-F]+|[-+]?0b[01_]+|[-+]?\\.(?i:inf)|\\.(?i:nan)");

  private final String text;

  ScalarType(String text) {
    this.text = text;
  }

  /** What a text is that has no quotes. */
  public static ScalarType of(String plain) {
    if (NULLS.matcher(plain).matches()) {
      return NULL;
    }
    if (BOOLEANS.matcher(plain).matches()) {
      return BOOLEAN;
    }
    return NUMBERS.matcher(plain).matches() ? NUMBER : STRING;
  }

  /** What a person calls it. */
  public String text() {
    return text;
  }
}
