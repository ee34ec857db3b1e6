package dev.kiln.testkit;

/** Texts of the official YAML test suite, which writes invisible characters as visible ones. */
public final class YamlSuiteText {
  private YamlSuiteText() {}

  /** Returns the real input of a case. */
  public static String input(String shown) {
    return shown
        .replace('␣', ' ')
        .replaceAll("—*»", "\t")
        .replace("↵", "")
        .replace('←', '\r')
        .replace('⇔', '\ufeff')
        .replaceAll("∎\n?$", "");
  }
}
