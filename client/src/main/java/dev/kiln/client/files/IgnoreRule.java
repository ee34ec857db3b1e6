package dev.kiln.client.files;

import java.util.List;
import java.util.Optional;

/**
 * A line of a {@code .krmignore}.
 *
 * @param ignores false where the line begins with {@code !}
 * @param foldersOnly true where the line ends with a slash
 * @param segments the parts between its slashes
 */
record IgnoreRule(boolean ignores, boolean foldersOnly, List<String> segments) {
  private static final String ANY = "**";

  /** Parses a line; empty for blank lines and comments. */
  static Optional<IgnoreRule> parse(String line) {
    String rule = withoutBlanks(line);
    if (rule.isEmpty() || rule.startsWith("#")) {
      return Optional.empty();
    }
    boolean ignores = !rule.startsWith("!");
    rule = ignores ? rule : rule.substring(1);
    boolean foldersOnly = rule.endsWith("/");
    rule = foldersOnly ? rule.substring(0, rule.length() - 1) : rule;
    boolean anchored = rule.contains("/");
    rule = rule.startsWith("/") ? rule.substring(1) : rule;
    if (rule.isEmpty()) {
      return Optional.empty();
    }
    rule = anchored ? rule : ANY + "/" + rule;
    return Optional.of(new IgnoreRule(ignores, foldersOnly, List.of(rule.split("/", -1))));
  }

  /** Removes blanks at the end, which have no meaning unless a backslash stands before them. */
  private static String withoutBlanks(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == ' ' && (end < 2 || line.charAt(end - 2) != '\\')) {
      end--;
    }
    return line.substring(0, end);
  }

  /** Whether the rule matches a path, relative to the folder of the rule's file. */
  boolean matches(String path, boolean folder) {
    return (folder || !foldersOnly) && matches(0, path.split("/", -1), 0);
  }

  private boolean matches(int rule, String[] path, int at) {
    if (rule == segments.size()) {
      return at == path.length;
    }
    String segment = segments.get(rule);
    if (segment.equals(ANY)) {
      boolean last = rule == segments.size() - 1;
      for (int rest = at; rest < path.length; rest++) {
        if (last || matches(rule + 1, path, rest)) {
          return true;
        }
      }
      return false;
    }
    return at < path.length && Glob.matches(segment, path[at]) && matches(rule + 1, path, at + 1);
  }
}
