package dev.kiln.client.files;

/**
 * Matches names against {@code *}, {@code ?} and {@code [a-z]}; a {@code \} makes the next
 * character literal.
 */
final class Glob {
  private final String glob;

  /** The position after the {@code ]} of the class that was read last. */
  private int classEnd;

  private Glob(String glob) {
    this.glob = glob;
  }

  static boolean matches(String glob, String name) {
    return new Glob(glob).matches(name);
  }

  /**
   * Matches a name. It backtracks to the last {@code *} only, because everything before it matches
   * already.
   */
  private boolean matches(String name) {
    int star = -1;
    int resume = 0;
    int g = 0;
    int n = 0;
    while (n < name.length()) {
      if (g < glob.length() && glob.charAt(g) == '*') {
        star = g++;
        resume = n;
        continue;
      }
      int next = g < glob.length() ? matchOne(g, name.charAt(n)) : -1;
      if (next >= 0) {
        g = next;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }

  /**
   * Returns the position after the pattern part at {@code g} if that part matches the character,
   * else -1.
   */
  private int matchOne(int g, char c) {
    char wanted = glob.charAt(g);
    if (wanted == '?') {
      return g + 1;
    }
    if (wanted == '[') {
      return inClass(g, c) ? classEnd : -1;
    }
    boolean escaped = wanted == '\\' && g + 1 < glob.length();
    int at = escaped ? g + 1 : g;
    return glob.charAt(at) == c ? at + 1 : -1;
  }

  /** Whether a class contains a character. A class without an end contains none. */
  private boolean inClass(int open, char c) {
    int p = open + 1;
    boolean negated = p < glob.length() && (glob.charAt(p) == '!' || glob.charAt(p) == '^');
    p += negated ? 1 : 0;
    boolean found = false;
    for (int first = p; p < glob.length() && (p == first || glob.charAt(p) != ']'); p++) {
      p += glob.charAt(p) == '\\' && p + 1 < glob.length() ? 1 : 0;
      char low = glob.charAt(p);
      char high = low;
      if (p + 2 < glob.length() && glob.charAt(p + 1) == '-' && glob.charAt(p + 2) != ']') {
        p += 2;
        p += glob.charAt(p) == '\\' && p + 1 < glob.length() ? 1 : 0;
        high = glob.charAt(p);
      }
      found |= low <= c && c <= high;
    }
    classEnd = p + 1;
    return p < glob.length() && found != negated;
  }
}
