package dev.kiln.functions.conventions;

import java.util.regex.Pattern;

/** What the API server takes for a name, a label or an annotation. */
public final class Names {
  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern DNS_SUBDOMAIN =
      Pattern.compile(DNS_LABEL + "(\\." + DNS_LABEL + ")*");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final int LABEL_LENGTH = 63;
  private static final int SUBDOMAIN_LENGTH = 253;

  private Names() {}

  /** Whether it can name a namespace: small letters, digits and dashes, at most 63. */
  public static boolean isDnsLabel(String name) {
    return name.length() <= LABEL_LENGTH && DNS_LABEL.matcher(name).matches();
  }

  /** Whether it can name most resources: labels with dots between them, at most 253 characters. */
  public static boolean isDnsSubdomain(String name) {
    return name.length() <= SUBDOMAIN_LENGTH && DNS_SUBDOMAIN.matcher(name).matches();
  }

  /**
   * Whether it can be the key of a label or an annotation: an optional prefix, a slash and a word
   * of at most 63.
   */
  public static boolean isQualifiedName(String key) {
    int slash = key.indexOf('/');
    String word = key.substring(slash + 1);
    return (slash < 0 || isDnsSubdomain(key.substring(0, slash))) && isWord(word);
  }

  /** Whether it can be the value of a label: empty or a word of at most 63. */
  public static boolean isLabelValue(String value) {
    return value.isEmpty() || isWord(value);
  }

  private static boolean isWord(String text) {
    return text.length() <= LABEL_LENGTH && WORD.matcher(text).matches();
  }
}
