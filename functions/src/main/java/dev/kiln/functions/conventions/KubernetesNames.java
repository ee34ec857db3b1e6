package dev.kiln.functions.conventions;

/**
 * Checks what the API server accepts as a name, a label or an annotation. It uses no regular
 * expressions, which would take too long to compile in a short run.
 */
public final class KubernetesNames {
  private static final int LABEL_LENGTH = 63;
  private static final int SUBDOMAIN_LENGTH = 253;

  private KubernetesNames() {}

  /** Whether the text can name a namespace: small letters, digits and dashes, at most 63. */
  public static boolean isDnsLabel(String name) {
    return name.length() <= LABEL_LENGTH && hasDnsLabelSyntax(name);
  }

  /**
   * Whether the text can name most resources: labels with dots between them, at most 253
   * characters.
   */
  public static boolean isDnsSubdomain(String name) {
    if (name.length() > SUBDOMAIN_LENGTH) {
      return false;
    }
    for (String label : name.split("\\.", -1)) {
      if (!hasDnsLabelSyntax(label)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the text can be the key of a label or an annotation: an optional prefix and slash, then
   * a word of at most 63 characters.
   */
  public static boolean isQualifiedName(String key) {
    int slash = key.indexOf('/');
    String word = key.substring(slash + 1);
    return (slash < 0 || isDnsSubdomain(key.substring(0, slash))) && isWord(word);
  }

  /** Whether the text can be the value of a label: empty or a word of at most 63 characters. */
  public static boolean isLabelValue(String value) {
    return value.isEmpty() || isWord(value);
  }

  private static boolean isWord(String text) {
    if (text.length() > LABEL_LENGTH || !isLetterOrDigit(text, 0)) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      if (!isLetterOrDigit(text, i) && "-_.".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return isLetterOrDigit(text, text.length() - 1);
  }

  private static boolean hasDnsLabelSyntax(String text) {
    for (int i = 0; i < text.length(); i++) {
      boolean small = isLetterOrDigit(text, i) && !isCapital(text.charAt(i));
      boolean inside = text.charAt(i) == '-' && i > 0 && i < text.length() - 1;
      if (!small && !inside) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether the character is an ASCII letter or digit. */
  private static boolean isLetterOrDigit(String text, int at) {
    char c = at < text.length() ? text.charAt(at) : ' ';
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || isCapital(c);
  }

  private static boolean isCapital(char c) {
    return c >= 'A' && c <= 'Z';
  }
}
